import { readFileSync, rmSync, writeFileSync } from "node:fs";

import { randomIds } from "@memorymaster/core";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { chainOf, filesOf, namesOfSnapshots, soundTexts, textsIn } from "../support/database-files.ts";
import { event, failure, insertOne, insertTexts } from "../support/records.ts";
import { rawSql, tempStore } from "../support/temp-store.ts";

it("brings the claims of a snapshot back, saves what was there, and says so in the chain", async () => {
  await using temp = await tempStore();
  const { store } = temp;
  await insertTexts(store, "Staging listens on port 7443");
  await store.events.append([event({ details: "first" })]);
  const snapshot = await filesOf(store).snapshot({ message: "before the move" });
  await insertTexts(store, "Staging listens on port 9000");
  await store.events.append([event({ details: "second" }), event({ details: "third" })]);

  const { restored, saved } = await filesOf(store).rollback(snapshot.snapshotId);

  expect(restored).toEqual(snapshot);
  expect(await textsIn(store)).toEqual(["Staging listens on port 7443"]);
  expect(await chainOf(store)).toEqual(["first", "snapshot_rollback"]);
  const [, { event: last } = {}] = await store.events.scan(0, 10);
  expect(JSON.parse(last?.payloadJson ?? "")).toEqual({
    snapshot_id: snapshot.snapshotId,
    saved_snapshot_id: saved.snapshotId,
    kept_head_id: 1,
    discarded_event_count: 2,
    discarded_head_id: 3,
    discarded_head_hash: saved.anchor?.headHash,
  });
  const listed = await filesOf(store).snapshots();
  expect(listed.map(({ message }) => message)).toEqual([
    `before the rollback to ${snapshot.snapshotId}`,
    "before the move",
  ]);
  expect(namesOfSnapshots(temp.path)).toHaveLength(4);
});

it("is itself taken back by a rollback to what it saved, and the chain knows of all that was ever discarded", async () => {
  await using temp = await tempStore();
  const files = filesOf(temp.store);
  await temp.store.events.append([event({ details: "one" })]);
  const early = await files.snapshot();
  await insertTexts(temp.store, "Alpha", "Beta");
  await temp.store.events.append(["two", "three", "four", "five"].map((details) => event({ details })));

  const { saved } = await files.rollback(early.snapshotId);
  await temp.store.events.append([event({ details: "another two" })]);
  await files.rollback(saved.snapshotId);

  expect(await soundTexts(temp.path)).toEqual(["Alpha", "Beta"]);
  expect(await chainOf(temp.store)).toEqual(["one", "two", "three", "four", "five", "snapshot_rollback"]);
  const [last] = rawSql(temp.path, "select payload_json as payload from events order by id desc limit 1") as [
    { payload: string },
  ];
  expect(JSON.parse(last.payload)).toMatchObject({
    kept_head_id: 1,
    discarded_event_count: 2,
    discarded_head_id: 5,
  });
});

it("names the claims whose erased words come back", async () => {
  await using temp = await tempStore();
  const { store } = temp;
  const [one, other] = await insertTexts(store, "Alpha", "Beta");
  const erased = (claimId: number | undefined) =>
    store.events.append([
      event({ claimId, eventType: "audit", details: "claim_payload_erased", payload: { actor: "ana", mode: "erase" } }),
    ]);
  await erased(one?.id);
  const { snapshotId } = await filesOf(store).snapshot();
  await erased(other?.id);

  expect((await filesOf(store).rollback(snapshotId)).revivedClaimIds).toEqual([other?.id]);
});

it("lets connections that were open before go on with the restored content", async () => {
  await using temp = await tempStore();
  const { store } = temp;
  await insertTexts(store, "Alpha");
  const [writer, reader] = [await temp.peer(), await temp.peer({ readOnly: true })];
  const { snapshotId } = await filesOf(store).snapshot();
  await insertOne(writer, { text: "Beta" });
  expect([await textsIn(reader), await textsIn(writer)]).toEqual([
    ["Alpha", "Beta"],
    ["Alpha", "Beta"],
  ]);

  await filesOf(writer).rollback(snapshotId);

  const all = [store, writer, reader];
  expect(await Promise.all(all.map(textsIn))).toEqual([["Alpha"], ["Alpha"], ["Alpha"]]);
  const marks = await Promise.all(all.map((one) => filesOf(one).lastRestore()));
  expect(marks).toEqual([marks[0], marks[0], marks[0]]);
  expect(marks[0]).toMatchObject({ source: snapshotId, at: "2026-01-02T03:04:05+00:00" });
  await insertOne(store, { text: "Gamma" });
  await insertOne(writer, { text: "Delta" });
  expect(await textsIn(reader)).toEqual(["Alpha", "Delta", "Gamma"]);
});

it("leaves the store what it is: its identity stays, its mark is another one each time", async () => {
  await using temp = await tempStore();
  const files = filesOf(temp.store);
  const identity = (): unknown => temp.sql("select value from store_meta where key = 'store_id'");
  const before = identity();
  expect(await files.lastRestore()).toBeUndefined();
  const { snapshotId } = await files.snapshot();
  temp.sql("update store_meta set value = 'another' where key = 'store_id'");

  await files.rollback(snapshotId);
  const first = await files.lastRestore();
  await files.rollback(snapshotId);

  expect(identity()).toEqual([{ value: "another" }]);
  expect(before).not.toEqual(identity());
  expect((await files.lastRestore())?.mark).not.toBe(first?.mark);
});

it("waits for a transaction that is under way, and keeps what it wrote in the snapshot it saves", async () => {
  await using temp = await tempStore();
  const files = filesOf(temp.store);
  const { snapshotId } = await files.snapshot();
  const peer = await temp.peer();
  let finish: () => void = () => undefined;
  const isBegun = new Promise<void>((begun) => {
    void peer.transaction(async () => {
      await insertOne(peer, { text: "Written meanwhile" });
      begun();
      await new Promise<void>((resolve) => (finish = resolve));
    });
  });
  await isBegun;

  const rollback = files.rollback(snapshotId);
  await Promise.race([rollback, new Promise((resolve) => setImmediate(resolve))]);
  finish();
  const { saved } = await rollback;

  expect(await textsIn(temp.store)).toEqual([]);
  expect(await soundTexts(saved.path)).toEqual(["Written meanwhile"]);
});

it("gives up when a writer does not end, and has changed nothing", async () => {
  await using temp = await tempStore();
  await insertTexts(temp.store, "Alpha");
  const { snapshotId } = await filesOf(temp.store).snapshot();
  await insertTexts(temp.store, "Beta");
  const impatient = await temp.peer({ busyTimeoutMs: 20 });

  const refused = await temp.store.transaction(() => failure(filesOf(impatient).rollback(snapshotId)));

  expect(refused.code).toBe("store.busy");
  expect(await soundTexts(temp.path)).toEqual(["Alpha", "Beta"]);
  expect(namesOfSnapshots(temp.path)).toHaveLength(2);
});

it("takes a snapshot whose pages have another size", async () => {
  await using temp = await tempStore();
  await insertTexts(temp.store, "Alpha");
  const snapshot = await filesOf(temp.store).snapshot();
  const other = new Database(snapshot.path);
  other.pragma("page_size = 16384");
  other.exec("vacuum");
  other.close();
  await insertTexts(temp.store, "Beta");

  await filesOf(temp.store).rollback(snapshot.snapshotId);

  expect(temp.sql("pragma page_size")).toEqual([{ page_size: 4096 }]);
  expect(await soundTexts(temp.path)).toEqual(["Alpha"]);
});

it.each([
  ["is damaged", (bytes: Buffer) => bytes.fill(7, 8192, 12_288), "store.unavailable"],
  ["was cut short", (bytes: Buffer) => bytes.subarray(0, 20_000), "store.unavailable"],
  ["is no database", () => Buffer.from("a letter".repeat(1000)), "store.unavailable"],
  ["is empty", () => Buffer.alloc(0), "store.unavailable"],
])("refuses a snapshot that %s, and changes nothing", async (_name, spoil, code) => {
  await using temp = await tempStore();
  await insertTexts(temp.store, "Alpha");
  const snapshot = await filesOf(temp.store).snapshot();
  await insertTexts(temp.store, "Beta");
  writeFileSync(snapshot.path, spoil(readFileSync(snapshot.path)));

  expect((await failure(filesOf(temp.store).rollback(snapshot.snapshotId))).code).toBe(code);

  expect(await soundTexts(temp.path)).toEqual(["Alpha", "Beta"]);
  expect(await filesOf(temp.store).lastRestore()).toBeUndefined();
  expect(namesOfSnapshots(temp.path)).toHaveLength(2);
});

it("refuses a snapshot of a newer schema", async () => {
  await using temp = await tempStore();
  const { snapshotId, path } = await filesOf(temp.store).snapshot();
  rawSql(path, "insert into schema_versions (version, description, checksum, applied_at) values (999, 'x', 'x', 'x')");

  expect((await failure(filesOf(temp.store).rollback(snapshotId))).code).toBe("store.newer_schema");
});

it.each(["claims", "events"])("brings back a database whose %s are damaged, with what is left saved", async (table) => {
  await using temp = await tempStore();
  await insertTexts(temp.store, "Alpha");
  await temp.store.events.append([event({ details: "one" })]);
  const { snapshotId } = await filesOf(temp.store).snapshot();
  await insertTexts(temp.store, "Beta");
  await temp.store.events.append([event({ details: "two" }), event({ details: "three" })]);
  const [{ page }] = temp.sql("select rootpage as page from sqlite_schema where name = ?", table) as [{ page: number }];
  await temp.store.close();
  writeFileSync(temp.path, readFileSync(temp.path).fill(7, (page - 1) * 4096, page * 4096));
  const store = await temp.peer();
  const read = table === "claims" ? textsIn(store) : store.events.scan(0, 10);
  expect(await failure(read)).toMatchObject({ code: "store.unavailable", details: { reason: "corrupt" } });

  const { saved } = await filesOf(store).rollback(snapshotId);

  expect(await soundTexts(temp.path)).toEqual(["Alpha"]);
  expect(await chainOf(store)).toEqual(["one", "snapshot_rollback"]);
  const [last] = rawSql(temp.path, "select payload_json as payload from events where id = 2") as [{ payload: string }];
  expect(JSON.parse(last.payload)).toMatchObject({ kept_head_id: 1, discarded_head_id: 3 });
  expect((await filesOf(store).snapshots()).map((one) => one.snapshotId)).toEqual([saved.snapshotId, snapshotId]);
});

it("is a new generation of the text index, so that nothing counted before is used", async () => {
  await using temp = await tempStore();
  await insertTexts(temp.store, "The deploy of billing runs at noon");
  const { snapshotId } = await filesOf(temp.store).snapshot();
  const peer = await temp.peer();
  const before = await temp.store.search.indexStats();

  await filesOf(peer).rollback(snapshotId);
  const after = await temp.store.search.indexStats();

  expect(before).toEqual({ claims: 1, terms: 7 });
  expect(after).toEqual({ ...before, generation: expect.stringContaining(snapshotId) as unknown });
});

it("brings back what a file held that was lost and made anew", async () => {
  await using temp = await tempStore();
  await insertTexts(temp.store, "Alpha");
  await temp.store.events.append([event({ details: "one" })]);
  const { snapshotId } = await filesOf(temp.store).snapshot();
  await temp.store.close();
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${temp.path}${suffix}`, { force: true });
  const fresh = await temp.peer({ ids: randomIds });

  const found = await filesOf(fresh).findSnapshot(snapshotId);
  await filesOf(fresh).rollback(snapshotId);

  expect(found.anchor).toBeUndefined();
  expect(await soundTexts(temp.path)).toEqual(["Alpha"]);
  expect(await chainOf(fresh)).toEqual(["one", "snapshot_rollback"]);
});
