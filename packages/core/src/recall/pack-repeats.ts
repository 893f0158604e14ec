import { bothDiffer } from "../ingest/find-conflicts.ts";
import type { Claim } from "../claims/claim.ts";
import { analyze } from "../text/analyze.ts";
import { fold } from "../text/fold.ts";
import { textSignature } from "../text/signature.ts";
import { STOP_WORDS } from "../text/stop-words.ts";
import type { ShownRow } from "./formats/layout.ts";

/** Words of the longer of two claims that the shorter one has at least, to say nearly the same. */
const MIN_SHARE = 0.8;

/**
 * One more of these makes another statement of a claim, in English and Spanish, as terms. Negations, numbers, versions and
 * dates are values, and names are names: both must be the same in any case.
 */
const QUALIFIERS: ReadonlySet<string> = new Set(
  `only solely except unless until before after when while during former formerly previously once used was deprecated
  legacy obsolete instead replaced replaces removed temporarily temporary planned proposed should could might may maybe
  probably possibly sometimes usually rarely avoid stop disable disabled enable enabled fails failed broken wrong false
  almost nearly least most maximum minimum draft optional
  solo salvo excepto menos hasta antes despues durante anteriormente antiguo obsoleto temporal temporalmente quiza quizas
  posiblemente veces evitar deshabilitado habilitado falla roto falso casi maximo minimo borrador opcional`
    .split(/\s+/)
    .flatMap((word) => termsOf(word)),
);

/** Stop words that change nothing; the others do (`us`, `was`, `from` and `to`). */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  "the a an is are be this that its el la los las lo un una es son este esta".split(" "),
);
const WORD = /[\p{L}\p{N}]+/gu;

/** What a claim says, in a form that can be compared. */
interface Statement {
  /** First terms of all words, in order. */
  readonly words: readonly string[];
  /** All that must be the same: values, names, small words, tuple, times, holder, and whether anything speaks against it. */
  readonly key: string;
  readonly row: ShownRow;
}

interface Group {
  shown: Statement;
  readonly repeats: Statement[];
}

/** A row to be shown, and the rows that it stands for too, best first. */
export interface RowGroup {
  readonly shown: ShownRow;
  readonly repeats: readonly ShownRow[];
}

function termsOf(text: string): readonly string[] {
  return analyze(text, "query").map(({ terms: [first = ""] }) => first);
}

function statementOf(row: ShownRow): Statement {
  const { claim, annotation, isCurrent } = row;
  const { values, names } = textSignature(claim.text);
  const { validFrom, createdAt, validUntil, eventTime, holder } = claim;
  const times = [validFrom === createdAt ? undefined : validFrom, validUntil, eventTime];
  const { stale, conflicted, correctionPending } = annotation;
  const against = [stale, conflicted, correctionPending, claim.status === "superseded", isCurrent];
  const small = (fold(claim.text).match(WORD) ?? []).filter((word) => STOP_WORDS.has(word) && !EMPTY_WORDS.has(word));
  return { words: termsOf(claim.text), key: JSON.stringify([values, names, small, times, holder, against]), row };
}

/** Whether the words of `part` stand in `whole` in their order, and what is left over says nothing of weight. */
function holdsWords(whole: readonly string[], part: readonly string[]): boolean {
  if (part.length > whole.length || part.length < MIN_SHARE * whole.length) return false;
  let at = 0;
  for (const word of whole) {
    if (word === part[at]) at += 1;
    else if (QUALIFIERS.has(word)) return false;
  }
  return at === part.length;
}

const isSameFact = (a: Claim, b: Claim): boolean =>
  !bothDiffer(a.subject, b.subject) &&
  !bothDiffer(a.predicate, b.predicate) &&
  !bothDiffer(a.objectValue, b.objectValue);

/** Whether a reader of one claim learns nothing new from the other: nothing less sure may stand for it either. */
function standsFor(shown: Statement, other: Statement): boolean {
  const [a, b] = [shown.row, other.row];
  return (
    (a.annotation.active || !b.annotation.active) &&
    holdsWords(shown.words, other.words) &&
    (shown.words.length > 0 || a.claim.text === b.claim.text) &&
    isSameFact(a.claim, b.claim)
  );
}

/** Adds a statement to the group; false when it says something else. */
function joins(group: Group, statement: Statement): boolean {
  if (standsFor(group.shown, statement)) {
    group.repeats.push(statement);
    return true;
  }
  if (![group.shown, ...group.repeats].every((other) => standsFor(statement, other))) return false;
  group.repeats.unshift(group.shown);
  group.shown = statement;
  return true;
}

/**
 * Rows that say nearly the same, together: the one that says most stands for the others, in the place of the best. Never
 * together are claims of other numbers, versions, dates, names or negations, or of another object of the same tuple.
 */
export function foldRepeats(rows: readonly ShownRow[]): readonly RowGroup[] {
  const groups: Group[] = [];
  const byKey = new Map<string, Group[]>();
  for (const statement of rows.map(statementOf)) {
    const alike = byKey.get(statement.key) ?? [];
    byKey.set(statement.key, alike);
    if (alike.some((group) => joins(group, statement))) continue;
    const group: Group = { shown: statement, repeats: [] };
    alike.push(group);
    groups.push(group);
  }
  return groups.map(({ shown, repeats }) => ({ shown: shown.row, repeats: repeats.map(({ row }) => row) }));
}
