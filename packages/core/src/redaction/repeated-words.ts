import { invalidField } from "../claims/check-text.ts";
import type { Claim } from "../claims/claim.ts";
import { payloadOf } from "../events/payload-of.ts";
import type { HistoryEntry } from "../ports/event-store.ts";
import { textSignature } from "../text/signature.ts";
import type { RedactedParts } from "./write-redaction.ts";

/** Shorter parts, like a predicate, are words of every sentence; a number is told by fewer signs. */
const IS_TELLING = /^(?:.{6,}|(?=.*\d).{3,5})$/su;

const folded = (text: string): string => text.toLowerCase();

function wordsOf(claim: Claim, parts: RedactedParts): readonly string[] {
  const own = parts.claim ? [claim.text, claim.subject, claim.objectValue, ...textSignature(claim.text).values] : [];
  const evidence = parts.citations
    ? claim.citations.flatMap(({ source, path, excerpt }) => [source.includes("/") ? source : undefined, path, excerpt])
    : [];
  return [...own, ...evidence].flatMap((words) => {
    const trimmed = words?.trim() ?? "";
    return IS_TELLING.test(trimmed) ? [folded(trimmed)] : [];
  });
}

/**
 * Refuses a reason that says again what is to disappear: the reason would keep it.
 *
 * @throws InvalidInputError `input.invalid`
 */
export function refuseRepeatedWords(reason: string | undefined, claim: Claim, parts: RedactedParts): void {
  const text = folded(reason ?? "");
  if (!wordsOf(claim, parts).some((words) => text.includes(words))) return;
  throw invalidField("input.invalid", "reason", "repeats words of the claim, and would keep them in its history");
}

/** Events in whose reasons people have repeated the words: the record is chained, nothing in it can be taken away. */
export function repeatingEvents(
  claim: Claim,
  parts: RedactedParts,
  history: readonly HistoryEntry[],
): readonly number[] {
  const wanted = wordsOf(claim, parts);
  return history.flatMap(({ event }) => {
    const { reason } = payloadOf(event) ?? {};
    const said = folded(`${event.details ?? ""}\n${typeof reason === "string" ? reason : ""}`);
    return wanted.some((words) => said.includes(words)) ? [event.id] : [];
  });
}
