import { indexUnavailable } from "@memorymaster/core";
import { expect } from "vitest";
import type { AcceptanceTests, Bench } from "./bench.ts";
import { foundIn, uidsOf } from "./bench.ts";
import { AT, insertOne } from "../records.ts";

const STRANGER = "00000000-0000-7000-8000-000000000001";
const OTHER_HASH = "a".repeat(64);
const DAY_MS = 86_400_000;

/** Claims 1 to `count`, none of which has a point. */
async function fill({ claim }: Bench, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    await claim(`Service ${number} listens`, { humanId: `mm-0000~${number + 1}` });
  }
}

/** How index and claims are brought together again. */
export const UPKEEP: AcceptanceTests = {
  "V7: leaves the points of another store alone, of the same claim too": async (bench) => {
    const { claim, points, memory, process, anotherStore } = bench;
    const mine = await claim("The falcon gateway listens on 7443");
    const other = process({ store: await anotherStore() });
    await insertOne(other.store, { text: mine.text, uid: mine.uid });
    await memory.vectors.sync();
    await other.memory.vectors.sync();
    await memory.claims.archive([mine.id], { actor: "ana" });

    const report = await memory.vectors.reconcile({ full: true, force: true });

    expect(report).toMatchObject({ storeCount: 0, indexCount: 1, classes: { ghost: 1 }, deleted: 1 });
    expect(await points()).toEqual([]);
    expect(uidsOf(await points(other.store))).toEqual([mine.uid]);
  },

  "V8: finds a wrong, a missing and a foreign point behind equal counts, and repairs them": async (bench) => {
    const { claim, point, points, memory, store } = bench;
    const a = await claim("Claim a");
    const b = await claim("Claim b");
    await point(a, { hash: OTHER_HASH });
    await point(a, { claimUid: STRANGER });

    const report = await memory.vectors.reconcile();

    expect(report).toMatchObject({
      storeCount: 2,
      indexCount: 2,
      countDrift: 0,
      drift: 3,
      classes: { stale_hash: 1, missing: 1, ghost: 1, stale_model: 0, stale_policy: 0, malformed: 0, duplicate: 0 },
      synced: 2,
      upserted: 2,
      deleted: 1,
      remaining: 0,
    });
    expect(uidsOf(await points())).toEqual([a.uid, b.uid].sort());
    expect(await memory.vectors.reconcile()).toMatchObject({ drift: 0 });
    const events = await memory.events.list({ eventType: "system", scopes: "all" });
    expect(events.items.map(({ details }) => details)).toEqual(["qdrant_drift", "qdrant_drift"]);
    expect(JSON.parse(events.items[1]?.payloadJson ?? "{}")).toMatchObject({ drift: 3, sqlite_count: 2 });
    expect((await store.vectors.depth(bench.watched.index.kind)).waiting).toBe(0);
  },

  "V8: repairs no more than it is allowed, and says what is left": async (bench) => {
    await fill(bench, 5);

    const bounded = await bench.memory.vectors.reconcile({ threshold: 2 });
    const full = await bench.memory.vectors.reconcile({ threshold: 2, full: true });

    expect(bounded).toMatchObject({ drift: 5, synced: 2, upserted: 2, remaining: 3 });
    expect(full).toMatchObject({ drift: 3, synced: 3, upserted: 3, remaining: 0 });
  },

  "V9: goes on after the last page that was written whole": async (bench) => {
    const { memory, embedder, points } = bench;
    await fill(bench, 7);
    embedder.refuses = /Service [456] /;

    const broken = await memory.vectors.sync({ pageSize: 3 });
    embedder.refuses = undefined;
    embedder.embedded.passage.length = 0;
    const progress: unknown[] = [];
    const rest = await memory.vectors.sync({ pageSize: 3, onProgress: (one) => progress.push(one) });
    const again = await memory.vectors.sync({ pageSize: 3 });

    expect(broken).toMatchObject({ total: 6, errors: 3, reason: "embed_error" });
    expect(rest).toMatchObject({ total: 4, errors: 0, reason: undefined });
    expect(embedder.embedded.passage).toEqual([4, 5, 6, 7].map((number) => `Service ${number} listens`));
    expect(progress).toEqual([
      { done: 3, of: 7 },
      { done: 4, of: 7 },
    ]);
    expect(again).toMatchObject({ total: 7, synced: 0, unchanged: 7 });
    expect(await points()).toHaveLength(7);
  },

  "V9: one claim that cannot be embedded keeps no other from its point, and waits its turn": async (bench) => {
    const { memory, embedder, points } = bench;
    await fill(bench, 7);
    embedder.refuses = /Service 2 /;

    const broken = await memory.vectors.sync({ pageSize: 3 });
    const left = await points();
    embedder.refuses = undefined;
    const { upserted } = await memory.vectors.work();

    expect(broken).toMatchObject({ total: 7, synced: 6, errors: 1, reason: undefined });
    expect(left).toHaveLength(6);
    expect(upserted).toBe(1);
    expect(await points()).toHaveLength(7);
  },

  "V12: reads from the old collection until the new one is whole, whatever breaks off before": async (bench) => {
    const { memory, search, watched, process } = bench;
    await fill(bench, 60);
    await memory.vectors.sync();
    const next = process({ model: "two" });
    next.embedder.refuses = /Service (?:5[1-9]|60) /;

    const broken = await next.memory.vectors.changeModel();
    const between = await search({ limit: 3 });
    const byNew = await next.search();
    next.embedder.refuses = undefined;
    const done = await next.memory.vectors.changeModel({ previous: bench.embedder });

    expect(broken).toMatchObject({ state: "incomplete", sync: { errors: 10 } });
    expect(between.meta).toMatchObject({ state: "used", dropped: {} });
    expect(foundIn(between).length).toBeGreaterThan(0);
    expect(byNew.meta).toMatchObject({ state: "off", reason: "fingerprint_mismatch" });
    // Both models of the test give the same vectors.
    expect(done).toMatchObject({ state: "changed", missing: 0, overlap: 1, sync: { errors: 0, total: 10 } });
    expect(watched.named("admin.swap")).toHaveLength(1);
    expect((await next.search()).meta.state).toBe("used");
    expect((await search({ queryText: "again" })).meta).toMatchObject({ reason: "fingerprint_mismatch" });
  },

  "V12: keeps the old collection for a day, without what is erased meanwhile": async (bench) => {
    const { memory, process, clock, points, watched } = bench;
    await fill(bench, 2);
    await memory.vectors.sync();
    const [old = ""] = (await watched.index.admin?.list()) ?? [];
    const next = process({ model: "two" });
    await next.memory.vectors.changeModel();
    const early = await next.memory.vectors.changeModel();
    await next.memory.claims.redact(1, { mode: "erase", actor: "ana" });
    const filter = { storeId: await bench.store.vectors.storeId() };
    const kept = await watched.index.admin?.at(old).scan({ filter, limit: 10 });

    clock.advance(DAY_MS);
    const late = await next.memory.vectors.changeModel();

    expect(early).toMatchObject({ state: "current", dropped: [] });
    expect(kept?.points).toHaveLength(1);
    expect(late).toMatchObject({ state: "current", dropped: [old] });
    expect(await points()).toHaveLength(1);
  },

  "V17: deletes nothing for an empty store, nor more than a fifth, unless told to": async (bench) => {
    const { claim, point, points, memory, store } = bench;
    const stored = await claim("The falcon gateway listens on 7443");
    await point(stored);
    await store.claims.update(stored.id, stored.version, { status: "archived", archivedAt: AT, updatedAt: AT });

    const refused = await memory.vectors.reconcile();
    const forced = await memory.vectors.reconcile({ force: true });

    expect(refused).toMatchObject({ storeCount: 0, drift: 1, deleted: 0, refused: 1, remaining: 1 });
    expect(forced).toMatchObject({ deleted: 1, refused: 0, remaining: 0 });
    expect(await points()).toEqual([]);
    const living = await claim("Another one");
    await point(living);
    for (let number = 0; number < 101; number += 1) {
      await point(living, { claimUid: STRANGER.replace(/^0{8}/u, String(10_000_000 + number)) });
    }
    expect(await memory.vectors.reconcile({ full: true })).toMatchObject({ deleted: 0, refused: 101 });
    expect(await points()).toHaveLength(102);
  },

  "V17: skips while the index is down, and is still due then": async ({ memory, watched, clock }) => {
    watched.instead.set("count", () => Promise.reject(indexUnavailable("index_error")));

    const skipped = await memory.vectors.reconcileWhenDue();
    watched.instead.clear();
    const done = await memory.vectors.reconcileWhenDue();
    const throttled = await memory.vectors.reconcileWhenDue();
    clock.advance(DAY_MS);
    const nextDay = await memory.vectors.reconcileWhenDue();

    expect(skipped).toEqual({ skipped: "qdrant_unavailable", reason: "index_error" });
    expect(done).toMatchObject({ drift: 0 });
    expect(throttled).toEqual({ skipped: "throttled", reason: undefined });
    expect(nextDay).toMatchObject({ drift: 0 });
  },
};
