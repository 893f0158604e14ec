import { contentHash, sha256Hex } from "../claims/identity.ts";
import { SensitiveContentError } from "../errors/errors.ts";
import type { DumpRow, DumpTable, DumpValue } from "../ports/dump-store.ts";
import {
  CITATION_ROLES,
  CLAIM_RELATED_FIELDS,
  CLAIM_ROLES,
  CLAIM_WORDS_ROLES,
  EVENT_ROLES,
  TURN_FIELD_ROLES,
} from "../ports/field-roles.ts";
import { cleanRecord } from "../security/clean.ts";
import type { FieldRole, FieldRoles } from "../security/clean.ts";
import { textSignature } from "../text/signature.ts";
import { damage } from "./damage.ts";
import { columnFault } from "./check-row.ts";
import type { ExportRow } from "./read-export.ts";
import { columnName } from "./row-record.ts";
import type { RefusedRow } from "./types.ts";

/** What the filter leaves of a row. */
export interface FilteredRow {
  /** Absent = the row may not be stored. */
  readonly row: DumpRow | undefined;
  /** Kinds of what was taken out. */
  readonly findings: readonly string[];
  /** Absent = nothing speaks against the file. */
  readonly refused?: RefusedRow;
}

type Fields = Readonly<Record<string, unknown>>;
type Roles = FieldRoles<Record<string, unknown>>;

function inSnakeCase(roles: object): Roles {
  return Object.fromEntries(Object.entries(roles).map(([field, role]) => [columnName(field), role as FieldRole]));
}

const namesIn = (...columns: readonly string[]): Roles =>
  Object.fromEntries(columns.map((column) => [column, "metadata"]));
const NAMES = namesIn("scope", "slug", "name");

/** The roles of the fields in the names of the file; what is named nowhere is a number, a time, or has a fixed form. */
const ROLES: Readonly<Record<DumpTable, Roles>> = {
  projects: NAMES,
  project_keys: NAMES,
  entities: namesIn("canonical_name", "entity_type", "scope", "tenant_id"),
  entity_aliases: namesIn("alias", "variant_key", "original_form"),
  claims: {
    ...inSnakeCase({ ...CLAIM_WORDS_ROLES, ...CLAIM_ROLES }),
    confirmed_by: "metadata",
    wiki_article: "metadata",
  },
  citations: inSnakeCase(CITATION_ROLES),
  claim_links: {},
  claim_entity_links: {},
  entity_edges: namesIn("relation"),
  verbatim_memories: inSnakeCase(TURN_FIELD_ROLES),
  event_history: { line: "json" },
  chain_anchor: NAMES,
  events: { ...inSnakeCase(EVENT_ROLES), run_id: "metadata" },
  event_contents: { content: "json" },
};

const RELATED = CLAIM_RELATED_FIELDS.map(([key, value]) => [columnName(key), columnName(value)] as const);

/** Kinds of what the filter finds in JSON that stands in a column as text; an older store may have left no JSON there. */
function parsedJson(value: DumpValue | undefined): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** The words in the line of an event; its hashes are not looked at. */
function wordsOfLine(line: DumpValue | undefined): unknown {
  const value = parsedJson(line);
  const { row } = (typeof value === "object" && value !== null ? value : {}) as { readonly row?: DumpRow };
  return row === undefined ? value : [row["details"], parsedJson(row["payload_json"])];
}

/** Whether the key of a claim was made from its content. */
export function hasDerivedKey(row: DumpRow): boolean {
  return row["idempotency_key"] !== null && row["idempotency_key"] === row["content_hash"];
}

/** The row as the filter looks at it: without a key that was made here, since a hash may read like the number of a card. */
function looked(table: DumpTable, row: DumpRow): Fields {
  if (table === "events") return { ...row, payload: parsedJson(row["payload_json"]) };
  if (table === "event_contents") return { ...row, content: parsedJson(row["content"]) };
  if (table === "event_history") return { ...row, line: wordsOfLine(row["line"]) };
  if (table !== "claims") return row;
  const made = [row["content_hash"], `redacted:${String(row["uid"])}`, `erased:${String(row["uid"])}`];
  return made.includes(row["idempotency_key"] ?? null) ? { ...row, idempotency_key: null } : row;
}

function refusal(line: number, error: unknown): RefusedRow {
  if (!(error instanceof SensitiveContentError)) throw error;
  const { field, findings } = error.details as { readonly field: string; readonly findings: readonly string[] };
  return { line, code: error.code, field, findings };
}

/** A claim whose text is another now, with the hashes of that text; what it had lost to a redaction stays lost. */
function withHashes(row: DumpRow): DumpRow {
  if (row["content_hash"] === null) return row;
  const text = String(row["text"]);
  const tenant = row["tenant_id"];
  const { nearHash, twinHash } = textSignature(text);
  const hash = contentHash(text, String(row["scope"]), typeof tenant === "string" ? tenant : undefined);
  return { ...row, content_hash: hash, near_hash: nearHash, twin_hash: twinHash };
}

function redactedRow({ line, table, row }: ExportRow, clean: Fields): DumpRow {
  const words = { ...clean } as DumpRow;
  const kept = table === "claims" ? { ...words, idempotency_key: row["idempotency_key"] ?? null } : words;
  const fault = columnFault(table, kept);
  if (fault !== undefined) throw damage(line, `without its secrets ${fault}`);
  if (table === "verbatim_memories") return { ...kept, content_hash: sha256Hex(String(kept["content"])) };
  return table === "claims" && kept["text"] !== row["text"] ? withHashes(kept) : kept;
}

export interface RowFilterOptions {
  /** Take secrets out of words that no hash covers. */
  readonly redact: boolean;
  readonly redactPrivateNetwork: boolean;
}

/** Events are covered by a hash, their words by a digest: nothing in them can be changed. */
const SEALED: ReadonlySet<DumpTable> = new Set(["events", "event_contents", "event_history"]);

function withoutSecrets(given: ExportRow, { redact, redactPrivateNetwork }: RowFilterOptions): FilteredRow {
  const { record, findings } = cleanRecord(looked(given.table, given.row), ROLES[given.table], {
    onSecret: redact ? "redact" : "reject",
    redactPrivateNetwork: redact && redactPrivateNetwork,
    relatedFields: given.table === "claims" ? RELATED : undefined,
  });
  return { row: findings.length === 0 ? given.row : redactedRow(given, record), findings };
}

function sealedRow({ line, table, row }: ExportRow, { redact }: RowFilterOptions): FilteredRow {
  const { record, findings } = cleanRecord(looked(table, row), ROLES[table], { onSecret: "redact" });
  if (findings.length === 0) return { row, findings };
  if (table === "event_contents" && redact) return { row: undefined, findings };
  if (table === "event_history" && redact) return { row: { ...row, line: null }, findings };
  const fields = table === "events" ? ["details", "payload_json"] : ["content", "line"];
  const field = fields.find((name) => record[name] !== row[name]) ?? "payload_json";
  return { row: undefined, findings, refused: { line, code: "sensitive.content", field, findings } };
}

/**
 * Puts a row through the filter of today. An event with a secret refuses the file in any case, since its hash covers the
 * secret; its words, which stand apart, are left out.
 */
export function filterRow(given: ExportRow, options: RowFilterOptions): FilteredRow {
  try {
    return SEALED.has(given.table) ? sealedRow(given, options) : withoutSecrets(given, options);
  } catch (error) {
    return { row: undefined, findings: [], refused: refusal(given.line, error) };
  }
}
