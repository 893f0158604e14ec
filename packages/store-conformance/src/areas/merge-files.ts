import type { DumpReader, DumpRow, DumpTable } from "@memorymaster/core";
import { expect } from "vitest";
import { eventsOf, payloadOf } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { MERGE } from "../requirements/merge.ts";
import {
  ANA,
  counts,
  elsewhere,
  expectSound,
  exported,
  ingestConfirmed,
  JENKINS,
  pieces,
  REPLICA,
  rowsOf,
  standing,
} from "./merge-support.ts";

import type { World } from "../world.ts";
/** A delta of a store, kept in memory: its rows are read as they were written. */
async function deltaOf(world: World, since?: string) {
  const tables = new Map<DumpTable, DumpRow[]>();
  const uids = new Map<number, string>();
  const write = (table: DumpTable, rows: readonly DumpRow[]): void =>
    void tables.set(table, [...(tables.get(table) ?? []), ...rows]);
  const name = (named: ReadonlyMap<number, string>): void => named.forEach((uid, id) => uids.set(id, uid));
  const result = await world.memory().transfer.exportDelta({ write, name }, { since });
  const all = (table: DumpTable): readonly DumpRow[] => tables.get(table) ?? [];
  const of = (row: DumpRow, ids: readonly number[]): boolean =>
    [row["claim_id"], row["source_id"], row["target_id"]].some((id) => ids.includes(Number(id))) ||
    ids.some((id) => uids.get(id) === row["claim_uid"]);
  const reader: DumpReader = {
    count: async (table) => all(table).length,
    read: async (table, after) => (after === undefined ? all(table) : []),
    uidsOf: async (ids) => new Map(ids.flatMap((id) => (uids.has(id) ? [[id, uids.get(id) ?? ""] as const] : []))),
    claimsByUid: async (wanted) =>
      new Map(
        all("claims").flatMap((row) =>
          wanted.includes(String(row["uid"])) ? [[String(row["uid"]), row] as const] : [],
        ),
      ),
    ofClaims: async (table, ids) => all(table).filter((row) => of(row, ids)),
    headHash: async () => undefined,
  };
  return { result, source: { reader, schemaVersion: undefined } };
}

export const mergeFileTests: Pick<
  AreaTests<typeof MERGE>,
  "merge.delta" | "merge.import" | "merge.import_of_strangers"
> = {
  "merge.delta": async (world) => {
    const other = await elsewhere(world);
    const { claims } = other.memory();
    await claims.ingest({ text: "CI runs on Jenkins" });
    const first = await deltaOf(other);
    await world.memory().transfer.merge(first.source, REPLICA);
    other.clock.advance(1_000);
    await claims.ingest({ text: "CI runs on Drone" });
    await other.store.claims.update(1, 1, {
      status: "superseded",
      replacedByClaimId: 2,
      updatedAt: "2026-01-02T03:05:05+00:00",
    });
    await other.store.claims.update(2, 1, { supersedesClaimId: 1, updatedAt: "2026-01-02T03:05:06+00:00" });

    const second = await deltaOf(other, "2026-01-02T03:05:06Z");
    expect(counts(await world.memory().transfer.merge(second.source, REPLICA))).toEqual([1, 0, 0, 0]);
    const third = await deltaOf(other, first.result.maxUpdatedAt);
    await world.memory().transfer.merge(third.source, REPLICA);

    expect(
      [first, second, third].map(({ result }) => [result.exported, result.citations, result.maxUpdatedAt]),
    ).toEqual([
      [1, 1, "2026-01-02T03:05:05+00:00"],
      [1, 1, "2026-01-02T03:05:06+00:00"],
      [2, 2, "2026-01-02T03:05:06+00:00"],
    ]);
    expect(await standing(world)).toEqual(await standing(other));
    const [origin] = await eventsOf(other.store);
    expect(new Set((await rowsOf(world, "event_history")).map((row) => row["origin"]))).toEqual(
      new Set([origin?.eventHash]),
    );
    expect((await deltaOf(other, "2026-01-02T03:05:07Z")).result).toMatchObject({
      exported: 0,
      maxUpdatedAt: undefined,
    });
  },

  "merge.import": async (world) => {
    const other = await elsewhere(world);
    const there = other.memory();
    await ingestConfirmed(there, JENKINS);
    await there.claims.ingest({ text: "CI runs on Drone" });
    await there.claims.transition(1, "superseded", { replacedBy: 2 });
    await there.links.add(2, 1, "supports");
    const keys = [{ kind: "origin", keyHash: "ab".repeat(32) }] as const;
    await other.store.projects.record({
      scope: "project:other",
      slug: "other",
      lastPath: "/",
      keys,
      at: "2026-01-02T03:04:05+00:00",
    });
    const file = await exported(there);
    await ingestConfirmed(world.memory(), { ...JENKINS, text: "Jenkins is what CI runs on" });
    const before = await rowsOf(world, "claims");

    const rehearsed = await world.memory().transfer.importLines(pieces(file), { dryRun: true });
    const result = await world.memory().transfer.importLines(pieces(file));

    expect(result).toEqual(rehearsed);
    const inserted = {
      claims: 2,
      citations: 2,
      claim_links: 1,
      event_history: 5,
      projects: 1,
      project_keys: 1,
      events: 0,
    };
    expect(result).toMatchObject({ inserted, refused: [], leftOut: [] });
    expect(result.skipped).toBe(result.rows - 12);
    const { "Jenkins is what CI runs on": own, ...taken } = await standing(world);
    expect([taken, own?.[0]]).toEqual([await standing(other), "confirmed"]);
    expect((await rowsOf(world, "claims")).slice(0, 1)).toEqual(before);
    const imports = (await eventsOf(world.store)).filter(({ eventType }) => eventType === "import");
    expect(imports.map((event) => (payloadOf(event) as { events: number }).events)).toEqual([3, 2]);
    const text = await exported(world.memory());
    const again = await world.memory().transfer.importLines(pieces(file));
    expect([again.skipped, (await exported(world.memory())) === text]).toEqual([again.rows, true]);
    await expectSound(world);
  },

  "merge.import_of_strangers": async (world) => {
    const other = await elsewhere(world);
    await ingestConfirmed(other.memory(), JENKINS);
    await other.memory().claims.pin(1, true);
    await other.memory().claims.ingest({ text: "An old note" });
    await other.memory().claims.archive([2], ANA);
    const file = await exported(other.memory());

    const result = await world.memory().transfer.importLines(pieces(file), { asCandidates: true });

    expect(result.inserted).toMatchObject({ claims: 1, events: 0 });
    expect(await standing(world)).toEqual({ "CI runs on Jenkins": ["candidate", false, undefined, undefined] });
  },
};
