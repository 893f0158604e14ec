import { textSignature } from "../text/signature.ts";

/** A text that begins so announces a correction, markup in front or not. */
const OPENING = /^[^\p{L}\p{N}]*(?:correction|update|correcci[oó]n|actualizaci[oó]n)\s*:/iu;
/** `cambió de` needs its accent: `cambio de` is also a noun ("the change of shift"). */
const PHRASES =
  /(?<![\p{L}\p{N}_])(?:no\s+longer|instead\s+of|changed\s+from|replaced\s+by|ya\s+no|en\s+vez\s+de|cambió\s+de)(?![\p{L}\p{N}_])/giu;

/**
 * The terms of a text that says a stored fact has changed, without the words that say so and without values, ready to
 * be compared by overlap; `undefined` when the text announces no correction.
 */
export function correctionTerms(text: string): ReadonlySet<string> | undefined {
  const composed = text.normalize("NFC");
  const remaining = composed.replace(OPENING, " ").replace(PHRASES, " ");
  return remaining === composed ? undefined : new Set(textSignature(remaining).rest);
}
