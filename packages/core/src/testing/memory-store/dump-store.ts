import type { Claim } from "../../claims/claim.ts";
import { StoreError } from "../../errors/errors.ts";
import { DUMP_KEYS, DUMP_OWNERS } from "../../ports/dump-columns.ts";
import type { DumpReader, DumpRow, DumpStore, DumpTable, DumpValue, OfClaims } from "../../ports/dump-store.ts";
import { fieldName, recordOf, rowOf } from "../../transfer/row-record.ts";
import type { RowRecord } from "../../transfer/row-record.ts";
import { indexTerms } from "./claim-rows.ts";
import { putClaimRow, violated } from "./constraints.ts";
import type { Session } from "./session.ts";
import { nextId, OTHER_TABLES } from "./tables.ts";
import type { ClaimRow, OtherTable, Tables, TurnRow } from "./tables.ts";
import { putTurn } from "./verbatim-store.ts";

interface TableAccess {
  readonly records: (tables: Tables) => Iterable<object>;
  readonly put: (tables: Tables, record: RowRecord) => void;
}

const add = <Key, Row>(map: Map<Key, Row>, key: unknown, record: object): void =>
  void map.set(key as Key, record as Row);

/** A table that is a map of records by their key. */
function mapped(mapOf: (tables: Tables) => Map<never, object>, key: string): TableAccess {
  return {
    records: (tables) => mapOf(tables).values(),
    put: (tables, record) => add(mapOf(tables), record[key], record),
  };
}

function putClaim(tables: Tables, { nearHash, twinHash, ...fields }: RowRecord): void {
  const claim = { ...fields, citations: [] } as unknown as Claim;
  const hashes = { nearHash, twinHash } as Pick<ClaimRow, "nearHash" | "twinHash">;
  putClaimRow(tables, { claim, ...hashes, terms: indexTerms(claim) });
}

const otherTable = (table: OtherTable): TableAccess =>
  mapped(({ others }) => others[table] as unknown as Map<never, object>, "id");

const ACCESS: Readonly<Record<DumpTable, TableAccess>> = {
  entities: otherTable("entities"),
  entity_aliases: otherTable("entity_aliases"),
  claim_entity_links: otherTable("claim_entity_links"),
  entity_edges: otherTable("entity_edges"),
  verbatim_memories: {
    records: ({ turns }) => turns.values(),
    put: (tables, record) => {
      putTurn(tables, record as unknown as TurnRow);
    },
  },
  event_history: mapped(({ history }) => history as unknown as Map<never, object>, "eventHash"),
  projects: mapped(({ projects }) => projects as Map<never, object>, "scope"),
  project_keys: mapped(({ projectKeys }) => projectKeys as Map<never, object>, "keyHash"),
  claims: {
    records: ({ claims }) => [...claims.values()].map(({ claim, ...hashes }) => ({ ...claim, ...hashes })),
    put: putClaim,
  },
  citations: {
    records: ({ citations }) => [...citations.values()].flat(),
    put: ({ citations }, record) =>
      add(citations, record["claimId"], [...(citations.get(record["claimId"] as number) ?? []), record]),
  },
  claim_links: mapped(({ links }) => links as Map<never, object>, "id"),
  chain_anchor: mapped(({ anchors }) => anchors as Map<never, object>, "name"),
  events: mapped(({ events }) => events as Map<never, object>, "id"),
  event_contents: {
    records: ({ contents, events }) =>
      [...contents].map(([eventId, content]) => ({ eventId, claimId: events.get(eventId)?.claimId, ...content })),
    put: ({ contents }, { eventId, salt, content }) => add(contents, eventId, { salt, content }),
  },
};

type Parent = readonly [field: string, mapOf: (tables: Tables) => ReadonlyMap<unknown, unknown>];

const CLAIM_OF = (field: string): Parent => [field, ({ claims }) => claims];
const ENTITY_OF = (field: string): Parent => [field, ({ others }) => others.entities];
const EVENT_OF = (field: string): Parent => [field, ({ events }) => events];

/** What a row points at must be there. */
const PARENTS: Readonly<Partial<Record<DumpTable, readonly Parent[]>>> = {
  project_keys: [["scope", ({ projects }) => projects]],
  entity_aliases: [ENTITY_OF("entityId")],
  citations: [CLAIM_OF("claimId")],
  claim_entity_links: [CLAIM_OF("claimId"), ENTITY_OF("entityId")],
  entity_edges: [ENTITY_OF("sourceId"), ENTITY_OF("targetId"), CLAIM_OF("claimId")],
  claim_links: [CLAIM_OF("sourceId"), CLAIM_OF("targetId")],
  events: [CLAIM_OF("claimId"), EVENT_OF("undoesEventId")],
  event_contents: [EVENT_OF("eventId")],
};

function requireParents(tables: Tables, table: DumpTable, record: RowRecord): void {
  for (const [field, mapOf] of PARENTS[table] ?? []) {
    if (record[field] !== undefined && !mapOf(tables).has(record[field])) violated("foreign_key");
  }
}

const COUNTERS = {
  ...Object.fromEntries(OTHER_TABLES.map((table) => [table, table])),
  claims: "claims",
  citations: "citations",
  claim_links: "links",
  events: "events",
  verbatim_memories: "turns",
} as Readonly<Partial<Record<DumpTable, Parameters<typeof nextId>[1]>>>;

function compareKeys(a: DumpValue | undefined, b: DumpValue | undefined): number {
  return typeof a === "number" && typeof b === "number"
    ? a - b
    : Buffer.from(String(a)).compare(Buffer.from(String(b)));
}

function sortedRows(tables: Tables, table: DumpTable): DumpRow[] {
  const key = DUMP_KEYS[table];
  const rows = [...ACCESS[table].records(tables)].map((record) => rowOf(table, record as RowRecord));
  return rows.sort((a, b) => compareKeys(a[key], b[key]));
}

function belongsTo(tables: Tables, table: OfClaims, claimIds: readonly number[]): (row: DumpRow) => boolean {
  const uids = claimIds.map((id) => tables.claims.get(id)?.claim.uid);
  const names = new Set<unknown>(table === "event_history" ? uids : claimIds);
  return (row) => DUMP_OWNERS[table].some((column) => row[column] !== null && names.has(row[column]));
}

function createReader(read: () => Tables): DumpReader {
  return {
    count: async (table) => [...ACCESS[table].records(read())].length,
    read: async (table, after, limit) => {
      const key = DUMP_KEYS[table];
      const rows = sortedRows(read(), table);
      return rows.filter((row) => after === undefined || compareKeys(row[key], after[key]) > 0).slice(0, limit);
    },
    uidsOf: async (ids) => {
      const { claims } = read();
      return new Map(ids.flatMap((id) => (claims.has(id) ? [[id, claims.get(id)?.claim.uid ?? ""] as const] : [])));
    },
    claimsByUid: async (uids) => {
      const wanted = new Set<unknown>(uids);
      const rows = sortedRows(read(), "claims").filter(({ uid }) => wanted.has(uid));
      return new Map(rows.map((row) => [String(row["uid"]), row]));
    },
    ofClaims: async (table, claimIds) => sortedRows(read(), table).filter(belongsTo(read(), table, claimIds)),
    headHash: async () => [...read().events.values()].at(-1)?.eventHash,
  };
}

/** Rows that lack an id get the next one. */
function withIds(tables: Tables, table: DumpTable, rows: readonly DumpRow[]): readonly DumpRow[] {
  const counter = COUNTERS[table];
  if (counter === undefined || rows[0] === undefined || "id" in rows[0]) return rows;
  return rows.map((row) => ({ ...row, id: nextId(tables, counter) }));
}

function writeRows(tables: Tables, table: DumpTable, given: readonly DumpRow[]): readonly number[] {
  const { records, put } = ACCESS[table];
  const rows = withIds(tables, table, given);
  const key = fieldName(DUMP_KEYS[table]);
  const taken = new Set([...records(tables)].map((record) => (record as RowRecord)[key]));
  for (const record of rows.map((row) => recordOf(table, row))) {
    if (taken.has(record[key])) violated("primary_key");
    taken.add(record[key]);
    requireParents(tables, table, record);
    put(tables, record);
  }
  const counter = COUNTERS[table];
  if (counter === undefined) return [];
  const ids = rows.map((row) => Number(row["id"]));
  tables.lastIds.set(counter, Math.max(tables.lastIds.get(counter) ?? 0, ...ids));
  return ids;
}

export function createDumpStore(session: Session): DumpStore {
  return {
    ...createReader(() => session.read()),
    snapshot: async () => {
      if (session.isInTransaction()) {
        throw new StoreError("store.unavailable", "A snapshot shows what is committed: no transaction can take one");
      }
      // What is committed later is another set of tables.
      const tables = session.read();
      return { ...createReader(() => tables), close: async () => undefined };
    },
    write: (table, rows) => session.write((tables) => writeRows(tables, table, rows)),
    amend: (claimId, columns) =>
      session.write((tables) => {
        const row = tables.claims.get(claimId);
        const changed = Object.entries(columns).map(([column, value]) => [fieldName(column), value ?? undefined]);
        if (row !== undefined)
          putClaimRow(tables, { ...row, claim: { ...row.claim, ...Object.fromEntries(changed) } as Claim });
      }),
  };
}
