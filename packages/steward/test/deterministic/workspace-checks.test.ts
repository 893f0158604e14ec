import { describe, expect, it } from "vitest";

import { deterministicJob } from "../../src/deterministic/deterministic-job.ts";
import { manyFiles, workspaceOf } from "../scan/workspace-double.ts";
import { stewardWorld } from "../support/steward-world.ts";
import { about, adjustments, NO_CHECKS, outcomesOf } from "./check-facts.ts";

describe("the deterministic validator and the workspace", () => {
  it.each([
    ["src/till.ts", { path_exists: true, workspace_match: false }, "+0.100"],
    ["/work/shop/src/till.ts", { path_exists: true, workspace_match: false }, "+0.100"],
    ["src/gone.ts", { path_exists: false, workspace_match: false }, "-0.120"],
    ["src/known.ts", { path_exists: false, workspace_match: true }, "+0.000"],
  ])("says whether the path %s exists and files mention it", async (path, outcomes, delta) => {
    const world = await stewardWorld("model", { workspace: workspaceOf({ "src/till.ts": "import src/KNOWN.ts" }) });
    const claim = await world.ingest(about("path", path));

    await deterministicJob(world.job());

    expect(await outcomesOf(world, claim)).toEqual(outcomes);
    expect(await adjustments(world, claim)).toEqual(delta === "+0.000" ? [] : [`deterministic_adjust=${delta}`]);
  });

  it.each(["/etc/passwd", "../other/secret.txt"])("does not probe %s, which lies outside", async (path) => {
    const workspace = workspaceOf({});
    const world = await stewardWorld("model", { workspace });
    const claim = await world.ingest(about("path", path));

    const result = await deterministicJob(world.job());

    expect(workspace.asked).toEqual([]);
    expect(await outcomesOf(world, claim)).not.toHaveProperty("path_exists");
    expect(result["predicate_checks"]).toEqual(NO_CHECKS);
  });

  it("says nothing of a link that leads outside", async () => {
    const world = await stewardWorld("model", { workspace: workspaceOf({ "secret->": undefined }) });
    const claim = await world.ingest(about("path", "secret"));

    await deterministicJob(world.job());

    expect(await outcomesOf(world, claim)).toEqual({ workspace_match: false });
  });

  it("has no evidence against a value when not all files could be read", async () => {
    const world = await stewardWorld("model", { workspace: workspaceOf(manyFiles(301)) });
    const claim = await world.ingest(about("location_hint", "rack seven"));

    const result = await deterministicJob(world.job());

    expect(await outcomesOf(world, claim)).toEqual({ workspace_match: null });
    expect(await adjustments(world, claim)).toEqual([]);
    expect(result).toMatchObject({ checked: 1, no_signal: 0, boosted: 0, dropped: 0 });
  });

  it.each([
    ["email", "desk@till.example.com"],
    ["deadline", "2026-04-01"],
    ["phone", "+14155550100"],
    ["port", "8443"],
    ["host", "t.c"],
  ])("does not look for the %s %s", async (predicate, value) => {
    const world = await stewardWorld("model", { workspace: workspaceOf({ "a.md": `old: ${value}` }) });
    const claim = await world.ingest(about(predicate, value));

    await deterministicJob(world.job());

    expect(await outcomesOf(world, claim)).not.toHaveProperty("workspace_match");
  });

  it("judges no claim of another project or of a person by the files of this one", async () => {
    const workspace = workspaceOf({ "src/till.ts": "" });
    const world = await stewardWorld("model", { workspace });
    const other = await world.ingest(about("path", "src/till.ts", { scope: "project:bank" }));
    const own = await world.ingest(about("path", "src/till.ts", { scope: "user" }));

    await deterministicJob(world.job());

    expect(workspace.asked).toEqual([]);
    expect([await outcomesOf(world, other), await outcomesOf(world, own)]).toEqual([{}, {}]);
  });

  it("makes a bounded number of calls of the store, and one walk, for 500 claims", async () => {
    const workspace = workspaceOf(manyFiles(10));
    const world = await stewardWorld("SQLite file", { workspace });
    await world.memory.claims.ingestMany(
      Array.from({ length: 500 }, (_, line) => ({
        line,
        input: {
          text: `The host of till ${line} is till-${line}.example.com`,
          subject: `till ${line}`,
          predicate: "host",
          objectValue: `till-${line}.example.com`,
          scope: "project:shop",
        },
      })),
    );
    const calls: string[] = [];
    const counted = <Part extends object>(part: Part, name: string): Part =>
      new Proxy(part, {
        get: (target, key): unknown => {
          const member: unknown = Reflect.get(target, key);
          if (typeof member === "object" && member !== null) return counted(member, String(key));
          if (typeof member !== "function") return member;
          return (...given: unknown[]): unknown => {
            calls.push(`${name}.${String(key)}`);
            return Reflect.apply(member, target, given);
          };
        },
      });
    const job = world.job({ limit: 500 });

    const result = await deterministicJob({
      ...job,
      context: { ...job.context, store: counted(world.store, "store") },
    });

    expect(result).toMatchObject({ checked: 500, boosted: 500 });
    expect([...workspace.reads.values()]).toEqual(Array.from({ length: 10 }, () => 1));
    expect(calls.length).toBeLessThan(40);
  });
});
