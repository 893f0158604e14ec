import type { DumpRow, OfClaims } from "@memorymaster/core";
import { expect } from "vitest";
import { eventsOf, insertOne } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { DUMP } from "../requirements/dump.ts";
import { allRows, ANA, fill, HISTORY } from "./dump-support.ts";

type Tested = "dump.of_claims" | "dump.fresh_ids" | "dump.history" | "dump.history_erased";

const without = (row: DumpRow, name: string): DumpRow =>
  Object.fromEntries(Object.entries(row).filter(([column]) => column !== name));

/** What a merge asks of a dump. */
export const dumpOfClaimsTests: Pick<AreaTests<typeof DUMP>, Tested> = {
  "dump.of_claims": async ({ store, memory }) => {
    await fill(store, memory());
    const tables = await allRows(store.dump);
    const of = (table: OfClaims, ...columns: readonly string[]): readonly DumpRow[] =>
      tables[table].filter((row) => columns.some((column) => row[column] === 1));

    for (const table of ["citations", "claim_entity_links", "events", "event_contents"] as const) {
      expect([table, await store.dump.ofClaims(table, [1])]).toEqual([table, of(table, "claim_id")]);
      expect([table, await store.dump.ofClaims(table, [])]).toEqual([table, []]);
    }
    expect(await store.dump.ofClaims("claim_links", [2])).toEqual(tables.claim_links);
    expect(await store.dump.ofClaims("claim_links", [1])).toEqual(of("claim_links", "source_id"));
    expect(await store.dump.ofClaims("event_history", [1])).toEqual(tables.event_history.slice(0, 2));
    expect(await store.dump.ofClaims("event_history", [2, 3])).toEqual([]);
  },

  "dump.fresh_ids": async ({ store, memory, another }) => {
    await fill(store, memory());
    const { claims, citations } = await allRows(store.dump);
    const target = await another();
    await insertOne(target.store, { text: "there before" });
    const fresh = (rows: readonly DumpRow[]): readonly DumpRow[] =>
      rows.map((row) => ({ ...without(row, "id"), supersedes_claim_id: null, replaced_by_claim_id: null }));

    const ids = await target.store.dump.write("claims", fresh(claims));
    const evidence = citations.map((row) => ({ ...without(row, "id"), claim_id: ids[0] ?? 0 }));

    expect(ids).toEqual([2, 3, 4]);
    expect(await target.store.dump.write("citations", evidence)).toEqual(citations.map((__, at) => at + 2));
    expect(await target.store.dump.write("projects", [])).toEqual([]);
    expect((await target.store.dump.uidsOf([3])).get(3)).toBe(claims[1]?.["uid"]);
    const { rows } = await target.memory().recall.query({ queryText: "buildkite" });
    expect(rows.map(({ claim }) => claim.id)).toEqual([3]);
  },

  "dump.history": async ({ store, memory }) => {
    await fill(store, memory());
    const [uid] = (await store.dump.uidsOf([1])).values();
    const [own] = await eventsOf(store);
    const [first, second] = [HISTORY[1]?.event_hash, HISTORY[0]?.event_hash];

    const lines = await store.history.of(uid ?? "", 5);

    expect(lines.map(({ eventHash, originId, claimUid }) => [eventHash, originId, claimUid])).toEqual([
      [first, 4, uid],
      [second, 9, uid],
    ]);
    expect((await store.history.of(uid ?? "", 1)).map(({ originId }) => originId)).toEqual([9]);
    expect(await store.history.of("other", 5)).toEqual([]);
    const known = await store.history.known([String(first), own?.eventHash ?? "", "ff".repeat(32)]);
    expect(known).toEqual(new Set([first, own?.eventHash]));
  },

  "dump.history_erased": async ({ store, memory }) => {
    await fill(store, memory());
    const [uid] = (await store.dump.uidsOf([1])).values();
    const before = (await allRows(store.dump)).event_history;

    await memory().claims.redact(1, { mode: "erase", ...ANA });

    const after = (await allRows(store.dump)).event_history;
    expect(after).toEqual(before.map((row) => (row["claim_uid"] === uid ? { ...row, line: null } : row)));
    expect([await store.history.erase(uid ?? ""), await store.history.erase("other")]).toEqual([0, 0]);
  },
};
