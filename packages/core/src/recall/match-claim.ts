import type { TermGroup } from "../text/analyze.ts";
import type { ClaimFields } from "./claim-fields.ts";
import type { SelectedQuery } from "./select-groups.ts";

/** A word of the query found in a field. */
export interface Occurrence {
  /** Place in the field. */
  readonly position: number;
  /** Place of the word among those scored. */
  readonly group: number;
}

export interface ClaimMatch {
  /** How often each scored word of the query occurs over all fields. */
  readonly frequencies: readonly number[];
  /** Places of the words that occur, ascending, common ones apart. */
  readonly matched: readonly number[];
  /** For each field, in the order of the text, without common words. */
  readonly fields: readonly (readonly Occurrence[])[];
}

/** Where a claim holds the words of a query. */
export function matchClaim({ fields }: ClaimFields, query: SelectedQuery): ClaimMatch {
  const found = fields.map((groups) => occurrencesIn(groups, query.byTerm));
  const frequencies = query.scored.map(() => 0);
  const isInformative = ({ group }: Occurrence): boolean => group < query.groups.length;
  for (const occurrences of found) {
    for (const { group } of occurrences) frequencies[group] = (frequencies[group] ?? 0) + 1;
  }
  const matched = query.groups.flatMap((_, place) => ((frequencies[place] ?? 0) > 0 ? [place] : []));
  return { frequencies, matched, fields: found.map((occurrences) => occurrences.filter(isInformative)) };
}

/** A word of the text counts once for each word of the query that any of its terms stands for. */
function occurrencesIn(
  groups: readonly TermGroup[],
  byTerm: ReadonlyMap<string, readonly number[]>,
): readonly Occurrence[] {
  const found: Occurrence[] = [];
  for (const { position, terms } of groups) {
    const start = found.length;
    for (const term of terms) {
      const places = byTerm.get(term);
      if (places !== undefined) addNew(found, start, { position, places });
    }
  }
  return found;
}

interface Matched {
  readonly position: number;
  readonly places: readonly number[];
}

/** @param start where the occurrences of the same word of the text begin */
function addNew(found: Occurrence[], start: number, { position, places }: Matched): void {
  const end = found.length;
  for (const group of places) {
    let at = start;
    while (at < end && found[at]?.group !== group) at += 1;
    if (at === end) found.push({ position, group });
  }
}
