import { analyze, namespaceKey, restOverlap, textSignature } from "@memorymaster/core";
import type { Claim } from "@memorymaster/core";
import { foldedValue, validityOverlaps } from "@memorymaster/core/jobs";

import { LIGHT_TERMS, SAME_TERMS, SIDE_TERMS, STATE_TERMS, withDigits } from "./word-tables.ts";
import type { Contrast } from "./word-tables.ts";

/** A claim whose words have been read, ready to be compared with many others. */
export interface ReadClaim {
  readonly claim: Claim;
  readonly namespace: string;
  /** As the text index holds them. */
  readonly indexed: readonly string[];
  /** Numbers, dates, versions, negations; in order. */
  readonly values: readonly string[];
  readonly names: readonly string[];
  /** Terms that are no values, each by the one that stands for its meaning. */
  readonly rest: ReadonlySet<string>;
  /** `rest` without words for states. */
  readonly bare: ReadonlySet<string>;
  /** `rest` and values. */
  readonly terms: ReadonlySet<string>;
  /** The first word, when it is a capitalised one: perhaps a name. */
  readonly opening: string | undefined;
  /** `rest` in the order of the text. */
  readonly order: readonly string[];
  /** Words that turn doer and thing done around: "is … by". */
  readonly voice: string;
  /** Whether it names the doer behind the deed. */
  readonly namesDoerLast: boolean;
}

/**
 * How two tuples stand to each other; a part that is missing differs from nothing. `same` and `rival` share subject and
 * predicate, and a rival has another object; `other` is another subject or attribute; `unlike` has another object where
 * it is not known of what; `open` = nothing differs.
 */
export type TupleRelation = "same" | "rival" | "other" | "unlike" | "open";

export interface Comparison {
  readonly tuple: TupleRelation;
  readonly sameNamespace: boolean;
  readonly sameValidity: boolean;
  /** Whether there is an instant at which both hold. */
  readonly meet: boolean;
  readonly sameNames: boolean;
  /** Values, states and sides are the same. */
  readonly sameValues: boolean;
  /** Other values, or states that cannot be true together. */
  readonly opposed: boolean;
  /** They speak of different things: staging and production. */
  readonly apart: boolean;
  /** Of all terms, 0..1. */
  readonly overlap: number;
  /** Of the terms that are neither values nor states, 0..1. */
  readonly restOverlap: number;
  /** Each has a word that the other lacks: one thing may have taken the place of another. */
  readonly substitutes: boolean;
  /** The same words in an order that turns around who does what to whom: "A calls B" and "B calls A". */
  readonly reversed: boolean;
}

const VOICE: ReadonlySet<string> = new Set(
  "is are was were be been being by we es son fue fueron esta estan se por".split(" "),
);
const DOER_LAST: ReadonlySet<string> = new Set(["by", "por"]);
const WORD = /[\p{L}\p{N}]+/gu;
const OPENING = /^[^\p{L}\p{N}]*(\p{Lu}[\p{L}\p{N}]*)/u;

const meaningOf = (words: string): readonly string[] =>
  textSignature(words).rest.map((term) => SAME_TERMS.get(term) ?? term);

function orderOf(text: string, rest: ReadonlySet<string>): readonly string[] {
  const terms = analyze(text, "index").flatMap((group) => group.terms.slice(0, 1));
  return [...new Set(terms.map((term) => SAME_TERMS.get(term) ?? term))].filter((term) => rest.has(term));
}

export function readClaim(claim: Claim): ReadClaim {
  const text = withDigits(claim.text);
  const { values, names, rest: indexed } = textSignature(text);
  const rest = new Set(indexed.map((term) => SAME_TERMS.get(term) ?? term));
  const first = OPENING.exec(text)?.[1];
  const [opening] = first === undefined ? [] : meaningOf(first);
  const words = (text.match(WORD) ?? []).map((word) => word.toLowerCase());
  return {
    claim,
    namespace: namespaceKey(claim),
    indexed,
    values,
    names,
    rest,
    bare: new Set([...rest].filter((term) => !STATE_TERMS.has(term))),
    terms: new Set([...rest, ...values]),
    opening: opening === undefined || LIGHT_TERMS.has(opening) ? undefined : opening,
    order: orderOf(text, rest),
    voice: [...new Set(words.filter((word) => VOICE.has(word)))].sort().join(" "),
    namesDoerLast: words.some((word) => DOER_LAST.has(word)),
  };
}

function partsDiffer(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && foldedValue(a) !== foldedValue(b);
}

function tupleRelation(a: Claim, b: Claim): TupleRelation {
  if (partsDiffer(a.subject, b.subject) || partsDiffer(a.predicate, b.predicate)) return "other";
  const isWhole = [a, b].every(({ subject, predicate }) => subject !== undefined && predicate !== undefined);
  if (partsDiffer(a.objectValue, b.objectValue)) return isWhole ? "rival" : "unlike";
  return isWhole ? "same" : "open";
}

/** A start that ingest set by itself says nothing; no end means "until further notice", which is not the same as a day. */
function sameValidity(a: Claim, b: Claim): boolean {
  const [from, to] = [a, b].map(({ validFrom, createdAt }) => (validFrom === createdAt ? undefined : validFrom));
  return (from === undefined || to === undefined || from === to) && a.validUntil === b.validUntil;
}

const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, at) => text === b[at]);

/** A name that stands at the beginning of a sentence in the other text is no name there. */
function knowsNames(of: ReadClaim, other: ReadClaim): boolean {
  return of.names
    .filter((name) => !other.names.includes(name))
    .every((name) => {
      const words = meaningOf(name);
      return words.length > 0 && words.every((word) => other.rest.has(word));
    });
}

function sameNames(a: ReadClaim, b: ReadClaim): boolean {
  const [first, second] = [a.opening, b.opening];
  const isReplaced = first !== undefined && second !== undefined && !b.rest.has(first) && !a.rest.has(second);
  return !isReplaced && knowsNames(a, b) && knowsNames(b, a);
}

/** By row of the table, which of its words a text has. */
function rowsOf(terms: Iterable<string>, table: ReadonlyMap<string, Contrast>): ReadonlyMap<number, string> {
  const rows = new Map<number, Set<number>>();
  for (const term of terms) {
    const found = table.get(term);
    if (found !== undefined) rows.set(found.row, (rows.get(found.row) ?? new Set()).add(found.side));
  }
  return new Map([...rows].map(([row, sides]) => [row, [...sides].sort().join(" ")]));
}

/** Whether a table sets two texts apart: `opposed` where both have a word of a row, `same` where none has another. */
function contrast(
  a: ReadClaim,
  b: ReadClaim,
  table: ReadonlyMap<string, Contrast>,
): { readonly same: boolean; readonly opposed: boolean } {
  const [left, right] = [rowsOf(a.rest, table), rowsOf(b.rest, table)];
  const rows = new Set([...left.keys(), ...right.keys()]);
  const differing = [...rows].filter((row) => left.get(row) !== right.get(row));
  return { same: differing.length === 0, opposed: differing.some((row) => left.has(row) && right.has(row)) };
}

/** Whether the first says something that the second does not: archived for it, the word would be lost. */
export const saysMore = (a: ReadClaim, b: ReadClaim): boolean =>
  [...a.rest].some((term) => !b.rest.has(term) && !LIGHT_TERMS.has(term));

/** Whether one is the other begun at another place: "each night X runs" and "X runs each night". */
function isRotation(a: readonly string[], b: readonly string[]): boolean {
  const from = b.indexOf(a[0] ?? "");
  return a.every((term, at) => term === b[(from + at) % b.length]);
}

/** The active and the passive say the same in different orders; in one order, or in one voice, they say the reverse. */
function isReversed(a: ReadClaim, b: ReadClaim): boolean {
  const inOrder = isRotation(
    a.order.filter((term) => b.rest.has(term)),
    b.order.filter((term) => a.rest.has(term)),
  );
  return inOrder ? a.namesDoerLast !== b.namesDoerLast : a.voice === b.voice;
}

/** All that decides whether two claims say the same, contradict each other, or have nothing to do with each other. */
export function compareClaims(a: ReadClaim, b: ReadClaim): Comparison {
  const [states, sides] = [contrast(a, b, STATE_TERMS), contrast(a, b, SIDE_TERMS)];
  const valuesAgree = sameList(a.values, b.values);
  return {
    tuple: tupleRelation(a.claim, b.claim),
    sameNamespace: a.namespace === b.namespace,
    sameValidity: sameValidity(a.claim, b.claim),
    meet: validityOverlaps(a.claim, b.claim),
    sameNames: sameNames(a, b),
    sameValues: valuesAgree && states.same && sides.same,
    opposed: !valuesAgree || states.opposed,
    apart: sides.opposed,
    overlap: restOverlap(a.terms, b.terms),
    restOverlap: restOverlap(a.bare, b.bare),
    substitutes: saysMore(a, b) && saysMore(b, a),
    reversed: isReversed(a, b),
  };
}

/** Whether one could stand for both, as far as everything but the other words says. */
export function mayBeSame(comparison: Comparison): boolean {
  const { tuple, sameNamespace, sameValidity: validity, sameValues, sameNames: names, reversed } = comparison;
  return (tuple === "same" || tuple === "open") && sameNamespace && validity && sameValues && names && !reversed;
}
