import type { Occurrence } from "./match-claim.ts";

/**
 * How close together a field holds the words of the query that it holds, 0..1: (m − 1) / (w − 1) for m words within a
 * shortest span of w positions; 0 for fewer than two words, 1 for words of one identifier.
 *
 * @param occurrences in ascending order of position
 */
export function proximity(occurrences: readonly Occurrence[]): number {
  if (occurrences.length < 2) return 0;
  const words = new Set(occurrences.map(({ group }) => group)).size;
  if (words < 2) return 0;
  const width = shortestSpan(occurrences, words);
  return width <= words ? 1 : (words - 1) / (width - 1);
}

/** Positions from the first to the last word, both counted, of the shortest stretch that holds all the words. */
function shortestSpan(occurrences: readonly Occurrence[], words: number): number {
  const inside = new Map<number, number>();
  let shortest = Number.POSITIVE_INFINITY;
  let first = 0;
  for (const { position, group } of occurrences) {
    inside.set(group, (inside.get(group) ?? 0) + 1);
    while (inside.size === words) {
      const start = occurrences[first];
      if (start === undefined) break;
      shortest = Math.min(shortest, position - start.position + 1);
      leave(inside, start.group);
      first += 1;
    }
  }
  return shortest;
}

function leave(inside: Map<number, number>, group: number): void {
  const left = (inside.get(group) ?? 0) - 1;
  if (left > 0) inside.set(group, left);
  else inside.delete(group);
}
