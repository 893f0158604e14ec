import { judgeNamedValue } from "./judge-assignment.ts";
import { scanText } from "./scan-text.ts";

/** The parts of a claim that may give away that it is about a secret. */
export interface ClaimWords {
  readonly text: string;
  readonly subject?: string | undefined;
  readonly predicate?: string | undefined;
  readonly objectValue?: string | undefined;
}

/** Whether something was redacted from the claim's words, or should be. */
export function isSensitiveClaim({ text, subject, predicate, objectValue }: ClaimWords): boolean {
  const words = [text, subject, predicate, objectValue].filter((word) => word !== undefined);
  if (words.some((word) => word.includes("[REDACTED:") || scanText(word).length > 0)) return true;
  return [subject, predicate].some(
    (name) => name !== undefined && objectValue !== undefined && judgeNamedValue(name, objectValue) !== undefined,
  );
}
