import type { Claim } from "../claims/claim.ts";
import { requireWritten, updateClaim } from "../claims/update-claim.ts";
import type { CitationWords, ClaimWords } from "../ports/claim-store.ts";
import type { Store } from "../ports/store.ts";
import { cleanRecord } from "../security/clean.ts";
import { citationsWithout, wordsWithout } from "./redacted-words.ts";
import type { RedactionMode } from "./redacted-words.ts";

/** Which parts a redaction takes. */
export interface RedactedParts {
  readonly claim: boolean;
  readonly citations: boolean;
}

/** What a claim is about to become. */
export interface RedactionPlan {
  /** Absent = stay as they are. */
  readonly words: ClaimWords | undefined;
  readonly citations: readonly CitationWords[];
  /** Citations that lose words. */
  readonly citationRows: number;
}

/** @param claim with its citations */
export function planRedaction(claim: Claim, parts: RedactedParts, mode: RedactionMode): RedactionPlan {
  const { citations, changed } = parts.citations
    ? citationsWithout(claim.citations, mode)
    : { citations: [], changed: 0 };
  return { words: parts.claim ? wordsWithout(claim, mode) : undefined, citations, citationRows: changed };
}

export function isEmpty({ words, citationRows }: RedactionPlan): boolean {
  return words === undefined && citationRows === 0;
}

/** Empties what stands beside the words of a claim. */
export async function eraseBeside(
  { events, seals, history }: Pick<Store, "events" | "seals" | "history">,
  { id, uid }: Pick<Claim, "id" | "uid">,
  mode: RedactionMode,
): Promise<{
  /** Events that lost words. */
  readonly events: number;
  /** Sealed originals, and lines of other stores: whoever redacts keeps them. */
  readonly others: number;
}> {
  const erased = await events.eraseContents(id);
  return { events: erased, others: mode === "erase" ? (await seals.removeOf(id)) + (await history.erase(uid)) : 0 };
}

/** Markers and keys need no filter: no word in them is anyone's, and what the caller gave as a key has passed it. */
const NOTHING_TO_FILTER = {};

/**
 * Writes a plan over the version that was read.
 *
 * @throws ConflictError `claim.version_conflict` when another writer won
 */
export async function writePlan(
  { claims }: Pick<Store, "claims">,
  claim: Claim,
  { plan, at }: { readonly plan: RedactionPlan; readonly at: string },
): Promise<void> {
  if (plan.words === undefined) {
    await updateClaim({ claims }, claim, { updatedAt: at });
  } else {
    const { record } = cleanRecord(plan.words, NOTHING_TO_FILTER, { onSecret: "reject" });
    requireWritten(claim, await claims.replaceWords(claim, record, at));
  }
  if (plan.citationRows === 0) return;
  const filtered = plan.citations.map((one) => cleanRecord(one, NOTHING_TO_FILTER, { onSecret: "reject" }).record);
  await claims.replaceCitations(claim.id, filtered);
}
