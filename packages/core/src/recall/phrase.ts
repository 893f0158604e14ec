import type { TermGroup } from "../text/analyze.ts";
import type { Occurrence } from "./match-claim.ts";

/**
 * Whether a field holds all words of the query (two or more) one behind the other: each directly after the one before, or
 * at the distance it has in the query, so that "port of staging" is a phrase although `of` is no word of it.
 */
export function holdsPhrase(occurrences: readonly Occurrence[], groups: readonly TermGroup[]): boolean {
  if (groups.length < 2) return false;
  let reached = new Set<number>();
  for (const [place, group] of groups.entries()) {
    const places = occurrences.filter((occurrence) => occurrence.group === place).map(({ position }) => position);
    const before = groups[place - 1];
    const isReached = (position: number): boolean =>
      before === undefined || reached.has(position - 1) || reached.has(position - (group.position - before.position));
    reached = new Set(places.filter(isReached));
    if (reached.size === 0) return false;
  }
  return true;
}
