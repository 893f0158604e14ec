import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { SnapshotPurpose } from "@memorymaster/core";
import { createFixedClock } from "@memorymaster/core/testing";
import { expect, it } from "vitest";
import { filesOf, namesOfSnapshots, snapshotsFolder, soundTexts, textsIn } from "../support/database-files.ts";
import { outcomeOf, startFixture } from "../support/child.ts";
import { event, failure, insertTexts } from "../support/records.ts";
import { tempFolder, tempStore } from "../support/temp-store.ts";
import { openSqliteStore } from "../../src/open-sqlite-store.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
/** Assembled, so that no scanner of repositories takes it for a real one. */
const SECRET = ["ghp", "R4nd0mLook1ngV4lueR4nd0mLook1ngV4lue"].join("_");

it("is one private file that holds all, with a description beside it", async () => {
  await using temp = await tempStore();
  await insertTexts(temp.store, "Alpha");
  await temp.store.events.append([event()]);

  const taken = await filesOf(temp.store).snapshot({ message: "first", commit: COMMIT });

  const path = join(snapshotsFolder(temp.path), "01234567_20260102_030405_000000.db");
  const anchor = { eventCount: 1, headId: 1, headHash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown };
  expect(taken).toEqual({
    snapshotId: "01234567_20260102_030405_000000",
    filename: "01234567_20260102_030405_000000.db",
    path,
    commitHash: COMMIT,
    timestamp: "2026-01-02T03:04:05+00:00",
    message: "first",
    sizeBytes: statSync(path).size,
    anchor: { ...anchor, recordedAt: "2026-01-02T03:04:05+00:00" },
  });
  expect(JSON.parse(readFileSync(path.replace(/db$/, "meta"), "utf8"))).toEqual({
    commit: COMMIT,
    timestamp: "2026-01-02T03:04:05+00:00",
    message: "first",
    source_db: "memory.db",
    purpose: "manual",
    store_id: "019b7ca9-8c88-7000-8000-000000000001",
    anchor: { event_count: 1, head_id: 1, head_hash: taken.anchor?.headHash, recorded_at: taken.timestamp },
  });
  expect(await filesOf(temp.store).snapshots()).toEqual([taken]);
  expect(await temp.store.upkeep.anchors()).toMatchObject([{ name: "latest", ...anchor }]);
  expect(await soundTexts(path)).toEqual(["Alpha"]);
  expect(readFileSync(join(dirname(temp.path), ".memorymaster", ".gitignore"), "utf8")).toBe("*\n");
  if (process.platform !== "win32") {
    const modes = [path, path.replace(/db$/, "meta"), dirname(path), dirname(dirname(path))];
    expect(modes.map((one) => statSync(one).mode & 0o777)).toEqual([0o600, 0o600, 0o700, 0o700]);
  }
});

it("is taken beside readers and writers that have the file open, and leaves the store as it was", async () => {
  await using temp = await tempStore();
  await insertTexts(temp.store, "Alpha");
  const peer = await temp.peer();

  const taken = await temp.store.transaction(async () => {
    await insertTexts(temp.store, "Not committed yet");
    return filesOf(peer).snapshot();
  });

  expect(await soundTexts(taken.path)).toEqual(["Alpha"]);
  expect(await textsIn(temp.store)).toEqual(["Alpha", "Not committed yet"]);
});

it("tells apart snapshots of one moment, lists the newest first and names a commit only when it is one", async () => {
  const clock = createFixedClock();
  await using temp = await tempStore({ clock });
  const files = filesOf(temp.store);

  await files.snapshot({ commit: "../../etc" });
  await files.snapshot();
  clock.advance(-3_600_000);
  await files.snapshot({ commit: COMMIT });
  clock.advance(7_200_123);
  await files.snapshot();

  expect((await files.snapshots()).map(({ snapshotId }) => snapshotId)).toEqual([
    "nogit_20260102_040405_123000",
    "nogit_20260102_030405_000001",
    "nogit_20260102_030405_000000",
    "01234567_20260102_020405_000000",
  ]);
});

it("keeps no secret of its message, and 500 characters of it", async () => {
  await using temp = await tempStore();
  const files = filesOf(temp.store);

  const secret = await files.snapshot({ message: `deploy with ${SECRET}` });
  const long = await files.snapshot({ message: "é𝄞".repeat(400) });
  const cut = await files.snapshot({ message: `${"x".repeat(480)} ${SECRET}` });

  expect(secret.message).toBe("deploy with [REDACTED:github_token]");
  expect([...long.message]).toHaveLength(500);
  expect(cut.message).not.toContain("ghp");
  const names = namesOfSnapshots(temp.path).filter((name) => name.endsWith(".meta"));
  const stored = names.map((name) => readFileSync(join(snapshotsFolder(temp.path), name), "utf8")).join("");
  expect(stored).not.toContain("R4nd0m");
});

it("lists what is left when descriptions are damaged and other things lie in the folder", async () => {
  await using temp = await tempStore();
  const files = filesOf(temp.store);
  const ids = [];
  for (let count = 0; count < 4; count += 1) ids.push((await files.snapshot({ message: `no ${count}` })).snapshotId);
  const at = (name: string): string => join(snapshotsFolder(temp.path), name);
  writeFileSync(at(`${ids[0]}.meta`), "commit=x\nmessage=y");
  writeFileSync(at(`${ids[1]}.meta`), '{"message": 7, "anchor": "none", "purpose": "pre-rollback" ');
  rmSync(at(`${ids[2]}.meta`));
  writeFileSync(at("nogit_20260102_030405_999999.db"), "no database");
  writeFileSync(at("notes.txt"), "mine");
  writeFileSync(at("notes.db"), "mine");
  mkdirSync(at("nogit_20260102_030405_888888.db"));
  symlinkSync(at("nowhere"), at("nogit_20260102_030405_777777.db"));

  const listed = await files.snapshots();

  expect(listed.map(({ snapshotId, message }) => [snapshotId, message])).toEqual([
    [ids[3], "no 3"],
    [ids[2], ""],
    [ids[1], ""],
    [ids[0], ""],
  ]);
  expect(listed[2]).toMatchObject({ timestamp: "2026-01-02T03:04:05+00:00", commitHash: undefined });
  expect((await failure(files.findSnapshot("nogit_20260102_030405_999999"))).code).toBe("snapshot.not_found");
});

it("leaves the snapshots of other databases in the folder alone", async () => {
  await using temp = await tempStore();
  await using other = await openSqliteStore({ path: join(dirname(temp.path), "other.db") });
  const own = await filesOf(temp.store).snapshot();
  const theirs = await filesOf(other).snapshot();

  expect(await filesOf(temp.store).snapshots()).toEqual([own]);
  expect(await filesOf(other).snapshots()).toEqual([theirs]);
  expect((await failure(filesOf(other).rollback(own.snapshotId))).code).toBe("snapshot.not_found");
});

it.each([
  ["", "input.invalid"],
  ["../../memory", "input.invalid"],
  ["nogit_2026*", "input.invalid"],
  ["nogit-20260102", "input.invalid"],
  ["x".repeat(101), "input.invalid"],
  ["nogit", "snapshot.ambiguous"],
  ["nogit_20260102_030405_00000", "snapshot.ambiguous"],
  ["01234567_2027", "snapshot.not_found"],
])("is found by its id or the beginning of it, and %j is neither", async (text, code) => {
  await using temp = await tempStore();
  const files = filesOf(temp.store);
  const [first] = [await files.snapshot(), await files.snapshot()];
  const committed = await files.snapshot({ commit: COMMIT });

  expect((await files.findSnapshot(first.snapshotId)).snapshotId).toBe(first.snapshotId);
  expect(await files.findSnapshot("0123")).toEqual(committed);
  for (const use of ["findSnapshot", "rollback", "diff"] as const) {
    expect((await failure(files[use](text))).code).toBe(code);
  }
});

it("is rotated by what it is for: what a person asked for stays", async () => {
  const clock = createFixedClock();
  await using temp = await tempStore({ clock });
  const files = filesOf(temp.store);
  const take = async (purpose: SnapshotPurpose, count: number): Promise<void> => {
    for (let number = 0; number < count; number += 1) {
      clock.advance(1000);
      await files.snapshot({ purpose, message: `${purpose} ${number}` });
    }
  };

  await take("manual", 3);
  await take("git-hook", 22);
  await take("pre-migration", 5);
  const { snapshotId } = await files.findSnapshot("nogit_20260102_030406");
  for (let count = 0; count < 7; count += 1) {
    clock.advance(1000);
    await files.rollback(snapshotId);
  }

  const messages = (await files.snapshots()).map(({ message }) => message);
  expect(messages.filter((text) => text.startsWith("manual"))).toEqual(["manual 2", "manual 1", "manual 0"]);
  expect(messages.filter((text) => text.startsWith("git-hook"))).toHaveLength(20);
  expect(messages).toContain("git-hook 21");
  const upgrades = messages.filter((text) => text.startsWith("pre-migration"));
  expect(upgrades).toEqual(["pre-migration 4", "pre-migration 3", "pre-migration 2"]);
  expect(messages.filter((text) => text.startsWith("before the rollback"))).toHaveLength(5);
  expect(namesOfSnapshots(temp.path)).toHaveLength(2 * 31);
});

it("is whole and true to one moment while other processes write", async () => {
  using folder = tempFolder();
  const path = folder.file("memory.db");
  await using store = await openSqliteStore({ path });
  const writers = ["1", "2"].map((name) => startFixture("write-claims.mjs", [path, name, "100000"]));
  const ends = writers.map(outcomeOf);
  await Promise.all(writers.map((writer) => new Promise((resolve) => writer.stdout?.once("data", resolve))));

  const taken = [];
  for (let count = 0; count < 5; count += 1) taken.push(await filesOf(store).snapshot());
  for (const writer of writers) writer.kill("SIGKILL");
  await Promise.all(ends);

  const counts = [];
  for (const snapshot of taken) counts.push([(await soundTexts(snapshot.path)).length, snapshot.anchor?.eventCount]);
  expect(counts).toEqual(counts.map(([, events]) => [Math.min(1000, events ?? 0), events]));
  expect(new Set(counts.map(([, events]) => events)).size).toBeGreaterThan(1);
});

it("ends without a trace when it is stopped, and removes what a killed one left an hour ago", async () => {
  await using temp = await tempStore();
  const files = filesOf(temp.store);
  const abort = new AbortController();
  const seen: number[] = [];
  const onProgress = (done: number, total: number): void => {
    seen.push(done / total);
    abort.abort();
  };
  await files.snapshot();
  const [old, young] = ["0123456789abcdef", "fedcba9876543210"].map((name) =>
    join(snapshotsFolder(temp.path), `snapshot.${name}.part`),
  );
  for (const path of [old, young]) writeFileSync(path ?? "", "half");
  utimesSync(old ?? "", 1, 1);

  abort.abort();
  const stopped = await failure(files.snapshot({ signal: abort.signal, onProgress }));

  expect(stopped).toMatchObject({ code: "store.unavailable", details: { reason: "stopped" } });
  expect(namesOfSnapshots(temp.path).filter((name) => name.includes("part"))).toEqual([
    "snapshot.fedcba9876543210.part",
  ]);
  expect(await files.snapshots()).toHaveLength(1);
  expect(seen.every((share) => share >= 0 && share <= 1)).toBe(true);
});

it.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
  "says in one sentence that its folder cannot be written",
  async () => {
    await using temp = await tempStore();
    await filesOf(temp.store).snapshot();
    chmodSync(snapshotsFolder(temp.path), 0o500);

    const refused = await failure(filesOf(temp.store).snapshot());

    chmodSync(snapshotsFolder(temp.path), 0o700);
    expect(refused).toMatchObject({ code: "store.unavailable", details: { reason: "cannot_create" } });
  },
);

it("says so when a file is where its folder should be", async () => {
  await using temp = await tempStore();
  writeFileSync(join(dirname(temp.path), ".memorymaster"), "");

  const refused = filesOf(temp.store).snapshot();

  await expect(refused).rejects.toThrow(/^The snapshot was not made: A part of the path is no folder \(.*\)$/);
});

it("is refused by a store for reading, which lists and compares", async () => {
  await using temp = await tempStore();
  const taken = await filesOf(temp.store).snapshot();
  const reader = filesOf(await temp.peer({ readOnly: true }));

  const refused = [reader.snapshot(), reader.rollback(taken.snapshotId), reader.backup("x.db"), reader.restore("x.db")];

  expect(await Promise.all(refused.map(async (one) => (await failure(one)).code))).toEqual(
    refused.map(() => "store.read_only"),
  );
  expect(await reader.snapshots()).toEqual([taken]);
  expect(await reader.diff(taken.snapshotId)).toMatchObject({ unchanged: 0, added: [] });
});

it("is not offered by a database in memory", async () => {
  await using store = await openSqliteStore({ path: ":memory:" });

  expect(store.files).toBeUndefined();
});
