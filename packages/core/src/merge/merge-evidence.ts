import type { Claim } from "../claims/claim.ts";
import { LIMITS } from "../claims/limits.ts";
import type { JsonObject } from "../events/event.ts";
import type { CitationWords } from "../ports/claim-store.ts";
import type { Store } from "../ports/store.ts";
import { citationRedactionOf, citationsWithout, redactionOf } from "../redaction/redacted-words.ts";
import type { RedactionMode } from "../redaction/redacted-words.ts";
import { eraseBeside, isEmpty, planRedaction, writePlan } from "../redaction/write-redaction.ts";
import type { RedactionPlan } from "../redaction/write-redaction.ts";
import { rowOf, withoutColumns } from "../transfer/row-record.ts";

/** What a claim loses, since it is gone on the other side, and the evidence that it lacks. */
export interface EvidencePlan {
  readonly gone: RedactionPlan;
  readonly mode: RedactionMode;
  readonly lacking: readonly CitationWords[];
}

const keyOf = ({ source, locator, excerpt }: CitationWords): string =>
  JSON.stringify([source, locator ?? null, excerpt ?? null]);

/** What is taken away on one side is taken away on both; of citations, all. @param claim as it is here */
export function planEvidence(source: Claim, claim: Claim): EvidencePlan {
  const ofWords = redactionOf(source);
  const ofCitations = citationRedactionOf([...source.citations, ...claim.citations]);
  const { words } = planRedaction(claim, { claim: ofWords !== undefined, citations: false }, ofWords ?? "redact");
  const ofThese = { claim: false, citations: ofCitations !== undefined };
  const { citations, citationRows } = planRedaction(claim, ofThese, ofCitations ?? "redact");
  const [offered, stored] = ofThese.citations
    ? [citationsWithout(source.citations, ofCitations ?? "redact").citations, citations]
    : [source.citations, claim.citations];
  const known = new Set(stored.map(keyOf));
  const fresh = new Map(offered.filter((one) => !known.has(keyOf(one))).map((one) => [keyOf(one), one]));
  return {
    gone: { words, citations, citationRows },
    mode: [ofWords, ofCitations].includes("erase") ? "erase" : "redact",
    lacking: [...fresh.values()].slice(0, Math.max(0, LIMITS.citationsPerClaim - stored.length)),
  };
}

/** Writes it. @param claim as it was written last, with citations */
export async function writeEvidence(
  store: Store,
  claim: Claim,
  { gone, mode, lacking }: EvidencePlan,
): Promise<{ readonly said: JsonObject; readonly changes: readonly string[] }> {
  const isGone = !isEmpty(gone);
  if (isGone) {
    await eraseBeside(store, claim, mode);
    await writePlan(store, claim, { plan: gone, at: claim.updatedAt });
  }
  const rows = lacking.map((one) => withoutColumns(rowOf("citations", { ...one, claimId: claim.id }), "id"));
  const ids = await store.dump.write("citations", rows);
  const taken = { mode, redact_claim: gone.words !== undefined, redact_citations: gone.citationRows > 0 };
  return {
    said: { ...(ids.length > 0 && { citation_ids: ids }), ...(isGone && taken) },
    changes: [...(ids.length > 0 ? ["citations"] : []), ...(isGone ? [mode === "erase" ? "erased" : "redacted"] : [])],
  };
}
