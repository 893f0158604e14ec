import { contentHash, contentHashBase } from "../claims/identity.ts";
import { LIMITS } from "../claims/limits.ts";
import { InvalidInputError, SensitiveContentError } from "../errors/errors.ts";
import { DUMP_COLUMNS } from "../ports/dump-columns.ts";
import type { DumpRow, DumpTable } from "../ports/dump-store.ts";
import type { HistoryLine } from "../ports/history-store.ts";
import { textSignature } from "../text/signature.ts";
import { columnFault } from "../transfer/check-row.ts";
import { filterRow } from "../transfer/filter-row.ts";
import { rowOf, withoutColumns } from "../transfer/row-record.ts";
import type { ForeignClaim, RefusedClaim } from "./types.ts";

/** A foreign claim as the rules of this store let it pass. A key that was made from its content is null. */
export interface AcceptedClaim extends ForeignClaim {
  readonly uid: string;
  /** Whether the filter took words out. */
  readonly isRedacted: boolean;
}

/** What a store says of a claim for itself alone, and an id while the row is checked. */
const OWN_BUSINESS: DumpRow = {
  id: 1,
  version: 1,
  access_count: 0,
  last_accessed: null,
  entity_id: null,
  wiki_article: null,
  supersedes_claim_id: null,
  replaced_by_claim_id: null,
};

interface Filtering {
  readonly redactPrivateNetwork: boolean;
  isRedacted: boolean;
}

/** The columns of the table and nothing else, as today's checks and filter let them pass. */
function pass(table: DumpTable, given: DumpRow, filtering: Filtering): DumpRow {
  const row = Object.fromEntries(Object.keys(DUMP_COLUMNS[table]).map((name) => [name, given[name] ?? null] as const));
  const fault = columnFault(table, row);
  if (fault !== undefined)
    throw new InvalidInputError("input.invalid", fault, { details: { field: fault.split(" ")[0] ?? "" } });
  const passed = filterRow({ line: 0, table, row, event: undefined }, { ...filtering, redact: true });
  if (passed.refused !== undefined) {
    const { code, field, findings } = passed.refused;
    throw new SensitiveContentError(code, `${field} holds a secret`, { details: { field, findings } });
  }
  filtering.isRedacted ||= passed.findings.length > 0;
  return passed.row ?? row;
}

/** Hashes made here; words that are gone have none. */
function withHashes(row: DumpRow): DumpRow {
  const { text, scope, tenant_id: tenant, content_hash: given } = row;
  if (typeof given !== "string") return { ...row, near_hash: null, twin_hash: null };
  const { nearHash, twinHash } = textSignature(String(text));
  const hash = contentHash(String(text), String(scope), typeof tenant === "string" ? tenant : undefined);
  return { ...row, content_hash: hash, near_hash: nearHash, twin_hash: twinHash };
}

/** Whether the key of a claim was made from its content, with a number of its own perhaps. */
export function isDerivedKey({ idempotency_key: key, content_hash: hash }: DumpRow): boolean {
  return typeof key === "string" && typeof hash === "string" && contentHashBase(key) === contentHashBase(hash);
}

/** The uid of a row, unless it is none: then it may be anything. */
function uidOf({ uid }: DumpRow): string {
  return typeof uid === "string" && DUMP_COLUMNS.claims["uid"]?.form?.test(uid) === true ? uid : "";
}

/** An event with a secret keeps its hash alone. */
function passLine(line: HistoryLine, filtering: Filtering): HistoryLine {
  const row = pass("event_history", rowOf("event_history", { ...line }), { ...filtering });
  return row["line"] === null ? { ...line, line: undefined } : line;
}

/**
 * Checks a claim with its citations as if it were written here: secrets are taken out of its words; one in a name, or a
 * value that is none of its column, refuses it.
 */
export function acceptClaim(given: ForeignClaim, redactPrivateNetwork: boolean): AcceptedClaim | RefusedClaim {
  const uid = uidOf(given.row);
  const filtering: Filtering = { redactPrivateNetwork, isRedacted: false };
  try {
    const key = isDerivedKey(given.row) ? null : (given.row["idempotency_key"] ?? null);
    const row = pass("claims", { ...given.row, ...OWN_BUSINESS, idempotency_key: key }, filtering);
    if (String(row["text"]).trim() === "")
      throw new InvalidInputError("input.missing", "", { details: { field: "text" } });
    const citations = given.citations
      .slice(0, LIMITS.citationsPerClaim)
      .map((citation) => pass("citations", { ...citation, id: 1, claim_id: 1 }, filtering))
      .map((citation) => withoutColumns(citation, "id", "claim_id"));
    const history = given.history.map((line) => passLine(line, filtering));
    const { isRedacted } = filtering;
    return { ...given, uid, row: withoutColumns(withHashes(row), "id"), citations, history, isRedacted };
  } catch (error) {
    if (!(error instanceof InvalidInputError) && !(error instanceof SensitiveContentError)) throw error;
    const { field, findings } = error.details as Pick<RefusedClaim, "field" | "findings">;
    return { uid, outcome: "refused", code: error.code, field, findings };
  }
}
