import { DUMP_OWNERS } from "../ports/dump-columns.ts";
import type { DumpReader, DumpRow, DumpTable, OfClaims } from "../ports/dump-store.ts";
import { perTable } from "../transfer/line-format.ts";
import { groupRows } from "../transfer/row-record.ts";

/** The rows of an export that a store with claims has a use for, held in memory. */
export interface CollectedRows {
  readonly rows: Readonly<Record<DumpTable, readonly DumpRow[]>>;
  add(table: DumpTable, row: DumpRow): Promise<void>;
  /** The rows as those of a store of their own, when no more come. */
  reader(): Promise<Pick<DumpReader, "read" | "ofClaims" | "uidsOf">>;
}

const LOOK_UP = 200;

/** Keeps the claims that the store does not hold, what belongs to them, projects, and the first event of all. */
export function collectRows({ claimsByUid }: Pick<DumpReader, "claimsByUid">): CollectedRows {
  const rows = perTable((): DumpRow[] => []);
  /** Of all claims of the file, by id. */
  const uids = new Map<number, string>();
  /** Ids and uids of the claims that are kept. */
  const kept = new Set<unknown>();
  let waiting: DumpRow[] = [];

  async function lookUp(): Promise<void> {
    const known = await claimsByUid(waiting.map(({ uid }) => String(uid)));
    const fresh = waiting.filter(({ uid }) => !known.has(String(uid)));
    for (const row of fresh) kept.add(row["id"]).add(row["uid"]);
    rows.claims.push(...fresh);
    waiting = [];
  }

  return {
    rows,
    add: async (table, row) => {
      if (table === "claims") {
        uids.set(Number(row["id"]), String(row["uid"]));
        if (waiting.push(row) === LOOK_UP) await lookUp();
        return;
      }
      if (waiting.length > 0) await lookUp();
      const isFirst = table === "events" && rows.events.length === 0;
      const owners = (DUMP_OWNERS as Partial<Record<DumpTable, readonly string[]>>)[table];
      const isOwned = owners?.some((column) => kept.has(row[column])) ?? table.startsWith("project");
      if (isFirst || isOwned) rows[table].push(row);
    },
    reader: async () => {
      await lookUp();
      const groups = new Map(
        Object.entries(DUMP_OWNERS).map(([table, columns]) => [
          table,
          columns.map((column) => groupRows(rows[table as DumpTable], column)),
        ]),
      );
      const of = (table: OfClaims, id: number): readonly DumpRow[] =>
        groups.get(table)?.flatMap((group) => group.get(table === "event_history" ? uids.get(id) : id) ?? []) ?? [];
      return {
        read: async (table, after, limit) => {
          const start = after === undefined ? 0 : rows[table].indexOf(after) + 1;
          return rows[table].slice(start, start + limit);
        },
        ofClaims: async (table, ids) => [...new Set(ids.flatMap((id) => of(table, id)))],
        uidsOf: async (ids) => new Map(ids.flatMap((id) => [[id, uids.get(id) ?? ""] as const])),
      };
    },
  };
}
