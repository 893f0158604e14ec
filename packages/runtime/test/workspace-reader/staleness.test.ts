import { execFileSync } from "node:child_process";
import { renameSync, rmSync, symlinkSync } from "node:fs";

import { governingViewer, memoryContext, memoryOf } from "@memorymaster/core";
import type { CitationInput, Claim, ClaimInput, JsonObject, Memory, Store } from "@memorymaster/core";
import { createFixedClock } from "@memorymaster/core/testing";
import { openSqliteStore } from "@memorymaster/store-sqlite";
import { describe, expect, test } from "vitest";

import { stalenessJob } from "@memorymaster/steward";
import { createWorkspaceEvidence } from "../../src/workspace-evidence.ts";
import { readerWorld, SCOPE } from "./reader-world.ts";
import type { ReaderWorld } from "./reader-world.ts";

const PATH = "docs/guide.md";
const WORDS = "The shop listens on 8443";
const GUIDE = `${Array.from({ length: 9 }, (_, at) => `line ${at} of the guide\n`).join("")}${WORDS}\nthe end\n`;
const AT_LINE: CitationInput = { source: PATH, locator: "L10" };
const ANA = { actor: "ana" };

interface StalenessWorld extends ReaderWorld, AsyncDisposable {
  readonly memory: Memory;
  readonly store: Store;
  /** A confirmed claim; cites the words of the guide by their line. */
  cited(citations?: readonly CitationInput[], more?: Partial<ClaimInput>): Promise<Claim>;
  check(runId?: string): Promise<JsonObject>;
  /** What the job makes of the claim: status, outcome, place. */
  outcome(claim: Claim): Promise<readonly unknown[]>;
}

async function stalenessWorld(files: Readonly<Record<string, string>> = {}, inGit = true): Promise<StalenessWorld> {
  const world = readerWorld({ [PATH]: GUIDE, ...files }, inGit);
  const store = await openSqliteStore({ path: world.temp.at("memory.db"), create: true });
  const evidence = createWorkspaceEvidence(world.workspace, world.env);
  const base = memoryContext({ store, clock: createFixedClock("2026-03-01T12:00:00Z"), evidence });
  const memory = memoryOf(base);
  const viewer = governingViewer(base.authority);
  let claims = 0;
  const check = (runId = "run-1"): Promise<JsonObject> =>
    stalenessJob({ context: { ...base, workspace: world.reader() }, viewer, runId, limit: 5000 });
  return {
    ...world,
    memory,
    store,
    check,
    cited: async (citations = [AT_LINE], more = {}) => {
      const text = `Fact number ${(claims += 1)} about the shop`;
      const { claim } = await memory.claims.ingest({ text, scope: SCOPE, citations, ...more });
      return memory.claims.transition(claim.id, "confirmed");
    },
    outcome: async ({ id }) => {
      await check();
      const [claim] = await store.claims.getMany(viewer, [id], true);
      return [claim?.status, ...(claim?.citations ?? []).flatMap((one) => [one.checkStatus, one.path, one.lineStart])];
    },
    [Symbol.asyncDispose]: async () => {
      await store.close();
      world[Symbol.dispose]();
    },
  };
}

describe("cited lines", () => {
  test("that stand are ok, in a clean tree and outside git", async () => {
    await using world = await stalenessWorld();
    await using plain = await stalenessWorld({}, false);

    expect(await world.outcome(await world.cited())).toEqual(["confirmed", "ok", PATH, 10]);
    expect(await plain.outcome(await plain.cited())).toEqual(["confirmed", "ok", PATH, 10]);
  });

  test("that an uncommitted edit moved are followed; changed, the claim is stale and the report says dirty", async () => {
    await using world = await stalenessWorld();
    const claim = await world.cited();
    world.temp.write(`shop/${PATH}`, `new\n${GUIDE}`);
    const moved = await world.outcome(claim);
    world.temp.write(`shop/${PATH}`, GUIDE.replace("8443", "9000"));

    const report = await world.check();

    expect(moved).toEqual(["confirmed", "moved", PATH, 11]);
    expect(report).toMatchObject({
      details: [{ changed_files: [PATH], citations: [{ outcome: "changed", dirty: true }], applied: true }],
    });
    expect((await world.outcome(claim)).slice(0, 2)).toEqual(["stale", "changed"]);
    world.git("checkout", "--", ".");
    // The words are found one line above where they had been followed to.
    expect(await world.outcome(claim)).toEqual(["confirmed", "moved", PATH, 10]);
  });

  test("of a file that was renamed and committed are followed, and again after the next rename", async () => {
    await using world = await stalenessWorld();
    const claim = await world.cited();
    world.temp.folder("shop/manual");
    world.git("mv", PATH, "manual/guide.md");
    world.temp.write("shop/manual/guide.md", `new\n${GUIDE}`);
    world.commit();

    const once = await world.outcome(claim);
    world.git("mv", "manual/guide.md", "GUIDE.md");
    const twice = await world.outcome(claim);

    expect(once).toEqual(["confirmed", "moved", "manual/guide.md", 11]);
    expect(twice).toEqual(["confirmed", "moved", "GUIDE.md", 11]);
  });

  test("of a renamed file stand under the old name again when that is undone", async () => {
    await using world = await stalenessWorld();
    const claim = await world.cited();
    world.git("mv", PATH, "guide.md");
    await world.check();
    const event = (await world.store.events.history(claim.id, 100)).findLast(
      (one) => one.event.eventType === "citation",
    );

    await world.memory.governance.undo(event?.event.id ?? 0, ANA);

    const { citations } = await world.memory.claims.get(claim.id);
    expect(citations[0]).toMatchObject({ path: PATH, checkStatus: "ok" });
  });

  test("of a file that was moved without git knowing are found by its name, with the path in the erasable part", async () => {
    await using world = await stalenessWorld();
    const claim = await world.cited();
    world.temp.folder("shop/manual");
    renameSync(world.temp.at("shop", PATH), world.temp.at("shop/manual/guide.md"));

    expect(await world.outcome(claim)).toEqual(["confirmed", "moved", "manual/guide.md", 10]);
    const { event, content } = (await world.store.events.history(claim.id, 100)).at(-1) ?? {};
    expect(event?.payloadJson).not.toContain("guide.md");
    expect(JSON.parse(content?.content ?? "{}")).toEqual({ old: { path: PATH }, new: { path: "manual/guide.md" } });
  });

  test("are not followed into a file of the same name that says something else", async () => {
    await using world = await stalenessWorld();
    const claim = await world.cited();
    rmSync(world.temp.at("shop", PATH));
    world.temp.write("shop/manual/guide.md", "other words\n");

    expect((await world.outcome(claim)).slice(0, 2)).toEqual(["stale", "gone"]);
  });

  test("of a deleted file are gone, committed or not, and come back with it", async () => {
    await using world = await stalenessWorld();
    const claim = await world.cited();
    rmSync(world.temp.at("shop", PATH));
    const report = await world.check();
    world.commit();
    const committed = await world.outcome(claim);
    world.git("revert", "--no-edit", "HEAD");

    const back = await world.outcome(claim);

    expect(report).toMatchObject({
      details: [{ missing_files: [PATH], citations: [{ outcome: "gone", dirty: true }] }],
    });
    expect(committed.slice(0, 2)).toEqual(["stale", "gone"]);
    expect(back).toEqual(["confirmed", "ok", PATH, 10]);
  });

  test("of a file that never was, or of a path outside, change nothing", async () => {
    await using world = await stalenessWorld();
    world.temp.write("secret.md", `${WORDS}\n`);
    const never = await world.cited([{ source: "docs/never.md", excerpt: WORDS }]);
    const outside = await world.cited([{ source: world.temp.at("secret.md"), excerpt: "not so" }]);
    const above = await world.cited([{ source: "x", kind: "file", path: "docs/guide.md", excerpt: WORDS }]);

    for (const claim of [never, outside, never, outside]) expect((await world.outcome(claim))[0]).toBe("confirmed");
    expect(await world.outcome(above)).toEqual(["confirmed", "ok", PATH, undefined]);
  });

  test("from another branch or an unknown commit are unknown, and ok once the branch is merged", async () => {
    await using world = await stalenessWorld();
    world.git("checkout", "--quiet", "-b", "other");
    world.temp.write(`shop/${PATH}`, GUIDE.replace("8443", "9000"));
    world.commit();
    const other = await world.cited();
    const unknown = await world.cited([{ ...AT_LINE, commitId: "0123456789abcdef0123456789abcdef01234567" }]);
    world.git("checkout", "--quiet", "main");

    const apart = [await world.outcome(other), await world.outcome(unknown)];
    world.git("merge", "--quiet", "other");

    expect(apart.map(([status]) => status)).toEqual(["confirmed", "confirmed"]);
    expect(await world.outcome(other)).toEqual(["confirmed", "ok", PATH, 10]);
  });

  test("of files that can no longer be read as text are unknown", async () => {
    await using world = await stalenessWorld({
      "large.md": GUIDE,
      "binary.md": GUIDE,
      "pipe.md": GUIDE,
      "out.md": GUIDE,
    });
    const names = ["large.md", "binary.md", "pipe.md", "out.md"];
    const claims = await Promise.all(names.map((source) => world.cited([{ source, locator: "L10" }])));
    world.temp.write("shop/large.md", "x".repeat(1024 * 1024 + 1));
    world.temp.write("shop/binary.md", Buffer.from([0x00]));
    for (const name of ["pipe.md", "out.md"]) rmSync(world.temp.at("shop", name));
    execFileSync("mkfifo", [world.temp.at("shop/pipe.md")]);
    symlinkSync(world.temp.write("outside.md", "other\n"), world.temp.at("shop/out.md"));

    const report = await world.check();

    expect(report).toMatchObject({ scanned: 4, unknown: 4, stale_detected: 0 });
    for (const claim of claims) expect((await world.outcome(claim))[0]).toBe("confirmed");
  });

  test("of a claim in no project count where its commit belongs to this history", async () => {
    await using world = await stalenessWorld();
    const claim = await world.cited([AT_LINE], { scope: "user" });
    world.temp.write(`shop/${PATH}`, GUIDE.replace("8443", "9000"));

    expect((await world.outcome(claim)).slice(0, 2)).toEqual(["stale", "changed"]);
  });
});

test("a cited commit is ok while it is there, and gone when a whole repository lacks it", async () => {
  await using world = await stalenessWorld();
  const there = await world.cited([{ source: world.git("rev-parse", "HEAD") }]);
  const gone = await world.cited([{ source: "commit:0123456789abcdef0123456789abcdef01234567" }]);
  const anyones = await world.cited([{ source: "commit:0123456789abcdef0123456789abcdef01234567" }], { scope: "user" });

  expect((await world.outcome(there)).slice(0, 2)).toEqual(["confirmed", "ok"]);
  expect((await world.outcome(gone)).slice(0, 2)).toEqual(["stale", "gone"]);
  expect((await world.outcome(anyones)).slice(0, 2)).toEqual(["confirmed", "unknown"]);
});

test("2,000 claims cost as many questions to git as there are commits and missing files, not citations", async () => {
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`docs/part-${at}.md`, GUIDE]));
  await using world = await stalenessWorld(files);
  const items = Array.from({ length: 2000 }, (_, at) => ({
    line: at + 1,
    input: {
      text: `Fact number ${at} about the shop`,
      scope: SCOPE,
      citations: [{ source: `docs/part-${at % 20}.md`, locator: "L10" }],
    },
  }));
  await world.memory.claims.ingestMany(items);
  rmSync(world.temp.at("shop/docs/part-0.md"));
  world.temp.write("shop/docs/part-1.md", GUIDE.replace("8443", "9000"));

  const report = await world.check();

  const counts = new Map<string, number>();
  for (const question of world.asked()) counts.set(question, (counts.get(question) ?? 0) + 1);
  expect(report).toMatchObject({ scanned: 2000, stale_detected: 200 });
  // Ancestry and renames of the one commit, what differs from HEAD, what is untracked, and one missing file.
  expect(Object.fromEntries(counts)).toEqual({ "merge-base": 1, diff: 2, "ls-files": 2 });
});
