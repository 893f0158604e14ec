import { canonicalJson, sha256Hex, UNIT_SEPARATOR } from "@memorymaster/core";
import type { JsonObject, MemoryEvent } from "@memorymaster/core";
import { payloadOf } from "@memorymaster/core/jobs";
import { weightsOf } from "./check-claims.ts";
import type { ClaimCheck, Outcomes } from "./check-claims.ts";
import { predicateOf } from "./formats.ts";

/** What a check means beside the one before it. */
export interface Verdict {
  readonly check: ClaimCheck;
  /** What goes into the payload: outcomes, signature and, when a bad value cannot be true, `hard_fail`. */
  readonly payload: JsonObject;
  readonly isFirst: boolean;
  /** Value and outcomes are those of the check before. */
  readonly isUnchanged: boolean;
  /** Whether there is an outcome to tell of, or the end of a hard fail. */
  readonly hasSignal: boolean;
  /** By how much the confidence moves. */
  readonly delta: number;
}

/** Whether the value cannot be true. */
export const isBadValue = ({ rule, outcomes }: ClaimCheck): boolean =>
  rule?.isHard === true && outcomes[rule.key] === false;

/** Whether an event is due: something new is known, or it is the first check, whose time counts. */
export const isTold = ({ isFirst, isUnchanged, hasSignal }: Verdict): boolean => isFirst || (!isUnchanged && hasSignal);

/** Whether a `deterministic_validator` event tells of a value that cannot be true. */
export const isHardFailed = (event: MemoryEvent): boolean => payloadOf(event)?.["hard_fail"] === true;

/** Names value and outcomes without telling the value: that of another claim with the same value is another. */
function signatureOf({ claim, value }: ClaimCheck, outcomes: Outcomes): string {
  const parts = [claim.uid, predicateOf(claim), value, canonicalJson(outcomes)];
  return sha256Hex(parts.join(UNIT_SEPARATOR)).slice(0, 16);
}

/** The outcomes of the check before, if it was of the same value. */
function knownOutcomes(check: ClaimCheck, payload: JsonObject): Outcomes {
  const outcomes: Record<string, boolean | null> = {};
  for (const key of Object.keys(weightsOf(check))) {
    const outcome = payload[key];
    if (typeof outcome === "boolean" || outcome === null) outcomes[key] = outcome;
  }
  return signatureOf(check, outcomes) === payload["signature"] ? outcomes : {};
}

/** What could not be looked at this time stands as it was seen last. */
function mergedOutcomes(known: Outcomes, seen: Outcomes): Outcomes {
  const merged: Record<string, boolean | null> = { ...known };
  for (const [key, outcome] of Object.entries(seen)) merged[key] = outcome ?? known[key] ?? null;
  return merged;
}

/** Only what is new counts: an outcome that was counted before is not counted again because another one changed. */
function deltaOf(check: ClaimCheck, known: Outcomes, outcomes: Outcomes): number {
  return Object.entries(weightsOf(check)).reduce((sum, [key, { gain, loss }]) => {
    const outcome = outcomes[key] ?? null;
    if (outcome === null || outcome === known[key]) return sum;
    return sum + (outcome ? gain : -loss);
  }, 0);
}

/** @param last the newest event that tells of a check of this claim */
export function judgeCheck(check: ClaimCheck, last: MemoryEvent | undefined): Verdict {
  const before = last === undefined ? {} : (payloadOf(last) ?? {});
  const known = knownOutcomes(check, before);
  const outcomes = mergedOutcomes(known, check.outcomes);
  const signature = signatureOf(check, outcomes);
  return {
    check,
    payload: { ...outcomes, signature, ...(isBadValue(check) && { hard_fail: true }) },
    isFirst: last === undefined,
    isUnchanged: signature === before["signature"],
    hasSignal: Object.keys(outcomes).length > 0 || before["hard_fail"] === true,
    delta: deltaOf(check, known, outcomes),
  };
}
