import type { Claim } from "../claims/claim.ts";
import { bothDiffer } from "../ingest/find-conflicts.ts";
import { fold, normalizeText } from "../text/fold.ts";
import { textSignature } from "../text/signature.ts";
import type { ShownRow } from "./formats/layout.ts";

/** Words that a statement says the same without. Any other word may change what it says, so that none else may differ. */
const FILLERS: ReadonlySet<string> = new Set(
  "the a an is are be el la los las es son also currently tambien actualmente".split(" "),
);
/** Punctuation around a word; signs like those of `C++`, `>=` or `-5` belong to it. */
const AROUND = /^[\s"'`(\[{“‘«¿¡]+|[\s"'`)\]},;:.!?…”’»。！？、，]+$/gu;
/** A number with its unit, whose case counts: MB is not Mb. */
const UNITS = /\p{N}\s*[\p{L}µ°%/]+/gu;
const QUESTION = /[?？]\s*$/u;

/** A row to be shown, and the rows that it stands for too, best first. */
export interface RowGroup {
  readonly shown: ShownRow;
  readonly repeats: readonly ShownRow[];
}

/** The words as written, but for case, accents and punctuation. A filler at the end is none: `plan a`. */
function wordsOf(text: string): readonly string[] {
  const words = fold(normalizeText(text))
    .split(/\s+/u)
    .map((word) => word.replace(AROUND, ""))
    .filter((word) => word !== "");
  return words.filter((word, place) => place === words.length - 1 || !FILLERS.has(word));
}

/** All that must be the same. */
function keyOf({ claim, annotation, isCurrent, replacement }: ShownRow): string {
  const { text, validFrom, createdAt, validUntil, eventTime, holder, status } = claim;
  const { values, names } = textSignature(text);
  const said = [wordsOf(text), values, names, text.match(UNITS), QUESTION.test(text)];
  const times = [validFrom === createdAt ? undefined : validFrom, validUntil, eventTime];
  const { stale, conflicted, correctionPending } = annotation;
  const against = [stale, conflicted, correctionPending, status === "superseded", isCurrent, replacement?.id];
  return JSON.stringify([said, times, holder, against]);
}

const isOfProject = (scope: string): boolean => scope.startsWith("project");

/** What holds in one project says nothing of another. */
const isSamePlace = (a: Claim, b: Claim): boolean =>
  a.scope === b.scope || !isOfProject(a.scope) || !isOfProject(b.scope);

const isSameFact = (a: Claim, b: Claim): boolean =>
  isSamePlace(a, b) &&
  !bothDiffer(a.subject, b.subject) &&
  !bothDiffer(a.predicate, b.predicate) &&
  !bothDiffer(a.objectValue, b.objectValue);

/** How much a row says beside its words: nothing less sure stands for what a person has confirmed. */
const weightOf = ({ claim, annotation }: ShownRow): number =>
  (annotation.active ? 4 : 0) + (annotation.pinned ? 2 : 0) + (claim.objectValue === undefined ? 0 : 1);

function groupOf(rows: readonly ShownRow[]): RowGroup {
  const shown = rows.reduce((best, row) => (weightOf(row) > weightOf(best) ? row : best));
  return { shown, repeats: rows.filter((row) => row !== shown) };
}

/**
 * Rows that say the same in nearly the same words, together: the surest stands for the others, in the place of the best.
 * Only case, punctuation and words without a meaning of their own may differ.
 */
export function foldRepeats(rows: readonly ShownRow[]): readonly RowGroup[] {
  const groups: ShownRow[][] = [];
  const byKey = new Map<string, ShownRow[][]>();
  for (const row of rows) {
    const key = keyOf(row);
    const alike = byKey.get(key) ?? [];
    byKey.set(key, alike);
    const known = alike.find((group) => group.every(({ claim }) => isSameFact(claim, row.claim)));
    if (known !== undefined) known.push(row);
    else {
      const group = [row];
      alike.push(group);
      groups.push(group);
    }
  }
  return groups.map(groupOf);
}
