import { UNIT_SEPARATOR } from "../claims/identity.ts";
import type { DumpRow } from "../ports/dump-store.ts";
import type { Store } from "../ports/store.ts";
import { ALIAS_COLUMNS, EDGE_COLUMNS, ENTITY_COLUMNS, mapColumns } from "./columns.ts";
import type { Columns } from "./columns.ts";
import { legacyUid } from "./identify.ts";
import { idOf, SOME_ID, withoutSecrets } from "./run.ts";
import type { LegacyRun, MappedRow } from "./run.ts";
import type { SourceRow } from "./types.ts";

export type EntityTable = "entities" | "entity_aliases" | "claim_entity_links" | "entity_edges";

interface TableRules {
  readonly columns: Columns;
  /** Columns that hold names: a secret in one is replaced. */
  readonly names: readonly string[];
  /** Columns that name a row of another table. */
  readonly ends: Readonly<Record<string, "claims" | "entities">>;
  /** Columns of which a store holds each combination once. */
  readonly key: readonly string[];
}

const RULES: Readonly<Record<EntityTable, TableRules>> = {
  entities: {
    columns: ENTITY_COLUMNS,
    names: ["canonical_name", "entity_type", "scope"],
    ends: {},
    key: ["tenant_id", "canonical_name"],
  },
  entity_aliases: {
    columns: ALIAS_COLUMNS,
    names: ["alias", "variant_key", "original_form"],
    ends: { entity_id: "entities" },
    key: ["entity_id", "variant_key"],
  },
  claim_entity_links: {
    columns: {},
    names: [],
    ends: { claim_id: "claims", entity_id: "entities" },
    key: ["claim_id", "entity_id"],
  },
  entity_edges: {
    columns: EDGE_COLUMNS,
    names: ["relation"],
    ends: { source_id: "entities", target_id: "entities", claim_id: "claims" },
    key: ["source_id", "target_id", "relation"],
  },
};

const PAGE = 500;

/** Ids in the store by ids in the file. */
export type Places = ReadonlyMap<number, number>;

/** What a store holds of a row once, as one text. */
const keyOf = (table: EntityTable, row: DumpRow): string =>
  RULES[table].key.map((column) => String(row[column] ?? "")).join(UNIT_SEPARATOR);

async function claimPlaces(
  { source, refused, target, origin }: LegacyRun,
  rows: readonly SourceRow[],
): Promise<Places> {
  const ids = rows.map((row) => Number(row["claim_id"])).filter((id) => !refused.has(id));
  const there = source.matching("claims", "id", ids).map(idOf);
  if (target === undefined) return new Map(there.map((id) => [id, id]));
  const found = await target.context.store.dump.claimsByUid(there.map((id) => legacyUid(origin, id)));
  const placed = there.map((id) => [id, Number(found.get(legacyUid(origin, id))?.["id"])] as const);
  return new Map(placed.filter(([, place]) => !Number.isNaN(place)));
}

/** An alias of the oldest files has no key of its own: its form, trimmed, with single spaces. */
function withVariant(row: DumpRow): DumpRow {
  if (row["variant_key"] !== null) return row;
  return { ...row, variant_key: String(row["original_form"]).trim().replace(/\s+/g, " ") };
}

function mapRow(from: SourceRow, { columns, names, ends }: TableRules, places: Record<string, Places>): MappedRow {
  const row = withoutSecrets(withVariant(mapColumns(columns, from)), names);
  const found = Object.entries(ends).map(([column, of]) => [column, places[of]?.get(Number(from[column])) ?? null]);
  return { columns, from, row: { ...row, ...(Object.fromEntries(found) as DumpRow), id: SOME_ID } };
}

/** Ids of the rows of a table by what a store holds once. */
async function readKeys({ dump }: Store, table: EntityTable): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let after: DumpRow | undefined; ;) {
    const rows = await dump.read(table, after, PAGE);
    for (const row of rows) found.set(keyOf(table, row), Number(row["id"]));
    after = rows.at(-1);
    if (after === undefined) return found;
  }
}

function withoutId(row: DumpRow): DumpRow {
  return Object.fromEntries(Object.entries(row).filter(([column]) => column !== "id"));
}

/**
 * Takes the rows of a table of entities. What the store holds by its key is left as it is there; of two rows of the file
 * with one key the first counts.
 *
 * @returns where they are
 */
export async function takeEntities(run: LegacyRun, table: EntityTable, entities: Places): Promise<Places> {
  const places = new Map<number, number>();
  const seen = new Set<string>();
  const store = run.target?.context.store;
  const known = store === undefined ? new Map<string, number>() : await readKeys(store, table);
  await run.each(table, async (rows) => {
    const claims = "claim_id" in RULES[table].ends ? await claimPlaces(run, rows) : places;
    const fresh = new Map<string, DumpRow>();
    const keys = rows.flatMap((source): readonly (readonly [id: number, key: string])[] => {
      const id = idOf(source);
      const row = run.pass({ table, id }, mapRow(source, RULES[table], { claims, entities }));
      if (row === undefined) return [];
      if (row["claim_id"] === null && source["claim_id"] !== null) run.note({ table, id }, "changed", "claim_id");
      const key = keyOf(table, row);
      if (seen.has(key)) run.note({ table, id }, "not_carried", "another row says the same");
      else if (!known.has(key)) fresh.set(key, withoutId(row));
      seen.add(key);
      return [[id, key]];
    });
    if (store !== undefined && fresh.size > 0) {
      const ids = await store.transaction(() => store.dump.write(table, [...fresh.values()]));
      [...fresh.keys()].forEach((key, at) => known.set(key, ids[at] ?? 0));
    }
    for (const [id, key] of keys) places.set(id, known.get(key) ?? id);
  });
  return places;
}
