import { UNKNOWN_AGENT } from "../claims/claim.ts";
import { deriveCitation } from "../claims/citation-derivation.ts";
import { contentHash, humanIdBase } from "../claims/identity.ts";
import { DUMP_COLUMNS } from "../ports/dump-columns.ts";
import type { DumpRow, DumpValue } from "../ports/dump-store.ts";
import { rowOf } from "../transfer/row-record.ts";
import { CITATION_COLUMNS, CLAIM_COLUMNS, mapColumns } from "./columns.ts";
import { SOME_ID, withoutSecrets } from "./run.ts";
import type { SourceRow } from "./types.ts";

/** Who stands for the owner of a claim that has none and is not public, and for the source of one without evidence. */
export const LEGACY_IMPORT = "legacy-import";

/** What the file does not say, or says for itself alone; hashes of signatures are made where the claim is stored. */
const NOT_CARRIED: DumpRow = {
  id: SOME_ID,
  version: 1,
  confirmed_by: null,
  last_decayed_at: null,
  supersedes_claim_id: null,
  replaced_by_claim_id: null,
  entity_id: null,
  near_hash: null,
  twin_hash: null,
};

const textOr = <Absent>(value: DumpValue | undefined, absent: Absent): string | Absent =>
  typeof value === "string" ? value : absent;

function ownerOf({ source_agent: agent, visibility }: DumpRow): string {
  const isNobody = agent === null || agent === UNKNOWN_AGENT;
  if (!isNobody) return String(agent);
  return visibility === "public" ? UNKNOWN_AGENT : LEGACY_IMPORT;
}

/** The human id, unless it is none of the forms of today. */
function humanIdOf(row: DumpRow): string {
  const given = textOr(row["human_id"], "");
  if (DUMP_COLUMNS.claims["human_id"]?.form?.test(given) === true) return given;
  return humanIdBase({ subject: textOr(row["subject"], undefined), text: textOr(row["text"], "") });
}

/** The columns of a claim, as a store of today would have them; nothing of it has been checked. */
export function mapClaim(source: SourceRow, uid: string): DumpRow {
  const mapped = mapColumns(CLAIM_COLUMNS, source);
  const row = withoutSecrets({ ...mapped, source_agent: ownerOf(mapped) }, ["source_agent"]);
  const hash = contentHash(textOr(row["text"], ""), textOr(row["scope"], ""), textOr(row["tenant_id"], undefined));
  const key = row["idempotency_key"] ?? hash;
  return { ...NOT_CARRIED, ...row, uid, human_id: humanIdOf(row), content_hash: hash, idempotency_key: key };
}

/** The columns of a citation, with what can be read out of its source. */
export function mapCitation(source: SourceRow): DumpRow {
  const row = withoutSecrets(mapColumns(CITATION_COLUMNS, source), ["source", "locator"]);
  const { source: named, locator, excerpt, created_at: createdAt } = row;
  const derived = deriveCitation({ source: textOr(named, LEGACY_IMPORT), locator: textOr(locator, undefined) });
  return { ...rowOf("citations", { ...derived, excerpt, createdAt }), id: SOME_ID, claim_id: SOME_ID };
}

/** What stands for the evidence of a claim that has none: its place in the file. */
export function ownCitation(claimId: number, createdAt: DumpValue | undefined): DumpRow {
  const citation = deriveCitation({ source: LEGACY_IMPORT, locator: String(claimId) });
  return rowOf("citations", { ...citation, createdAt });
}
