import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, it } from "vitest";
import { outcomeOf, startFixture } from "../support/child.ts";
import { chainOf, filesOf, namesOfSnapshots, soundTexts, textsIn } from "../support/database-files.ts";
import { claim, event, insertTexts } from "../support/records.ts";
import { tempFolder, tempStore } from "../support/temp-store.ts";
import type { TempFolder } from "../support/temp-store.ts";
import { openSqliteStore } from "../../src/open-sqlite-store.ts";

const PARALLEL = 2;
/** `MEMORYMASTER_TRIAL_ROUNDS=400` kills it at nearly every step, for a longer trial by hand. */
const ROUNDS = Number(process.env["MEMORYMASTER_TRIAL_ROUNDS"] ?? 24);
/** More than SQLite keeps in memory of a transaction: the copy stands in the log before it is committed. */
const LONG = "long ".repeat(1500);

interface Template {
  /** Folder of a database whose content differs from that of its one snapshot. */
  readonly folder: string;
  readonly snapshotId: string;
}

async function createTemplate(folder: TempFolder): Promise<Template> {
  const path = folder.file("template/memory.db");
  await using store = await openSqliteStore({ path });
  const texts = Array.from({ length: 400 }, (_, index) => `Old ${index} ${LONG}`);
  await store.claims.insert(texts.map((text, index) => claim({ text, humanId: `mm-0000~${index + 2}` })));
  await store.events.append([event({ details: "old" })]);
  const { snapshotId } = await filesOf(store).snapshot();
  await insertTexts(store, "New");
  await store.events.append([event({ details: "new" })]);
  return { folder: dirname(path), snapshotId };
}

async function rollBackIn(folder: string, snapshotId: string, last: number): Promise<string> {
  const path = join(folder, "memory.db");
  const { stdout, stderr } = await outcomeOf(startFixture("roll-back.mjs", [path, snapshotId, String(last)]));
  expect(stderr).toBe("");
  return stdout;
}

/** What a database holds after a rollback was broken off; it must be whole, and as whole the old or the new content. */
async function contentOf(path: string): Promise<"restored" | "kept"> {
  const texts = await soundTexts(path);
  await using store = await openSqliteStore({ path, create: false });
  const chain = await chainOf(store);
  const isRestored = !texts.includes("New");
  expect(texts).toHaveLength(isRestored ? 400 : 401);
  expect(chain).toEqual(isRestored ? ["old", "snapshot_rollback"] : ["old", "new"]);
  expect((await filesOf(store).lastRestore()) !== undefined).toBe(isRestored);
  for (const { path: snapshot } of await filesOf(store).snapshots()) await soundTexts(snapshot);
  return isRestored ? "restored" : "kept";
}

it("leaves the old content or the new one, wherever it is killed", { timeout: 300_000 }, async () => {
  using folder = tempFolder();
  const template = await createTemplate(folder);
  const copyTo = (name: string): string => {
    const target = folder.file(name);
    mkdirSync(target);
    cpSync(template.folder, target, { recursive: true });
    return target;
  };
  const steps = Number(await rollBackIn(copyTo("whole"), template.snapshotId, 0));
  const spread = Array.from({ length: ROUNDS }, (_, round) => 1 + Math.floor((round * steps) / ROUNDS));
  // Few steps come after the new content is there.
  const points = [...new Set([...spread, steps - 2, steps - 1])];
  const rounds = points.length;
  const outcomes: string[] = [];

  const dieAtPoints = async (): Promise<void> => {
    for (let point = points.shift(); point !== undefined; point = points.shift()) {
      const target = copyTo(String(point));
      const said = await rollBackIn(target, template.snapshotId, point);
      const content = await contentOf(join(target, "memory.db"));
      // The number of steps is not always the same: the last points may not be reached.
      expect(said === "" || content === "restored").toBe(true);
      outcomes.push(content);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, dieAtPoints));

  expect(steps).toBeGreaterThan(100);
  expect(outcomes).toHaveLength(rounds);
  expect(new Set(outcomes)).toEqual(new Set(["kept", "restored"]));
});

it("loses no acknowledged write: what was written before it stands in the snapshot it saves", async () => {
  await using temp = await tempStore({ synchronous: "full" });
  const files = filesOf(temp.store);
  const { snapshotId } = await files.snapshot();
  const writer = startFixture("write-claims.mjs", [temp.path, "1", "100000"]);
  const end = outcomeOf(writer);
  await new Promise((resolve) => writer.stdout?.once("data", resolve));

  const saved: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const done = await files.rollback(snapshotId);
    saved.push(done.saved.path);
    await new Promise((resolve) => writer.stdout?.once("data", resolve));
  }
  writer.kill("SIGKILL");
  const { stdout, stderr } = await end;

  const texts: string[] = [];
  for (const path of [...saved, temp.path]) texts.push(...(await soundTexts(path)));
  const acknowledged = stdout.split("\n").slice(0, -1);
  const expected = acknowledged.map((_, index) => `Writer 1 noted fact ${index}`);
  expect(stderr).toBe("");
  expect(expected.filter((text) => !texts.includes(text))).toEqual([]);
  expect(texts).toHaveLength(new Set(texts).size);
  expect(namesOfSnapshots(temp.path)).toHaveLength(2 * 5);
  expect((await textsIn(temp.store)).length).toBeGreaterThan(0);
});
