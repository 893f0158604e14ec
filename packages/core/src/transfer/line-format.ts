import { canonicalJson } from "../events/canonical-json.ts";
import { DUMP_COLUMNS } from "../ports/dump-columns.ts";
import { DUMP_TABLES } from "../ports/dump-store.ts";
import type { DumpRow, DumpTable, DumpValue } from "../ports/dump-store.ts";

/**
 * An export is UTF-8 text of JSON lines: a header, the rows of all tables in their order and by primary key, and an end
 * with the digest of all bytes before it. Each line ends in a line feed, its keys are sorted by code point, and nothing
 * in it differs between two exports of one state.
 */
export const EXPORT_FORMAT = "memorymaster-export";
export const EXPORT_VERSION = 1;
/** Version of the tables whose rows are written: rises with a migration that changes a column of them. */
export const EXPORT_SCHEMA = 31;

export interface ExportHeader {
  readonly counts: Readonly<Record<DumpTable, number>>;
  /** Hash of the newest event. */
  readonly headHash: string | undefined;
}

type References = Readonly<Record<string, string>>;
const OF_CLAIM: References = { claim_uid: "claim_id" };

/**
 * Columns that name a claim by its uid, beside the column with its local id: ids mean something in this file only, uids
 * everywhere.
 */
export const REFERENCES: Readonly<Record<DumpTable, References>> = {
  projects: {},
  project_keys: {},
  entities: {},
  entity_aliases: {},
  claims: { replaced_by_uid: "replaced_by_claim_id", supersedes_uid: "supersedes_claim_id" },
  citations: OF_CLAIM,
  claim_links: { source_uid: "source_id", target_uid: "target_id" },
  claim_entity_links: OF_CLAIM,
  entity_edges: OF_CLAIM,
  verbatim_memories: {},
  event_history: {},
  chain_anchor: {},
  events: OF_CLAIM,
  event_contents: OF_CLAIM,
};

/** Keys of an exported row, in the order of the file. */
export const ROW_KEYS: Readonly<Record<DumpTable, readonly string[]>> = Object.fromEntries(
  DUMP_TABLES.map((table) => [table, [...Object.keys(DUMP_COLUMNS[table]), ...Object.keys(REFERENCES[table])].sort()]),
) as unknown as Record<DumpTable, readonly string[]>;

/** One value for each table. */
export function perTable<Value>(valueOf: (table: DumpTable) => Value): Record<DumpTable, Value> {
  return Object.fromEntries(DUMP_TABLES.map((table) => [table, valueOf(table)])) as Record<DumpTable, Value>;
}

export function headerLine({ counts, headHash }: ExportHeader): string {
  const facts = { format: EXPORT_FORMAT, version: EXPORT_VERSION, schema: EXPORT_SCHEMA };
  return `${canonicalJson({ ...facts, counts, head_hash: headHash ?? null })}\n`;
}

/** @param row with the columns of `REFERENCES` */
export function rowLine(table: DumpTable, row: DumpRow): string {
  const members = ROW_KEYS[table].map((key) => `"${key}":${JSON.stringify(row[key] satisfies DumpValue | undefined)}`);
  return `{"row":{${members.join(",")}},"table":"${table}"}\n`;
}

/** @param sha256 of all bytes before this line */
export function endLine(rows: number, sha256: string): string {
  return `${canonicalJson({ rows, sha256, table: "end" })}\n`;
}
