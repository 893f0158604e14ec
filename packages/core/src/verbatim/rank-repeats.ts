import { textSignature } from "../text/signature.ts";
import type { RankedText, RankedTurn } from "./ranked-turn.ts";

/** Words two turns must share, of all that either has, to say the same. */
const MIN_OVERLAP = 0.9;

interface Kept {
  readonly words: number;
  /** Who said it, with which values. */
  readonly key: string;
}

/**
 * Of turns of one speaker that say nearly the same with the same values (numbers, dates, negations), the first alone. One
 * after the other, since few of a long list are wanted. Shared words are counted by the turns that hold each word, so that
 * the cost does not follow the square of the list.
 */
export function* withoutRepeats<T extends RankedText>(ranked: readonly RankedTurn<T>[]): Iterable<RankedTurn<T>> {
  const kept: Kept[] = [];
  const holders = new Map<string, number[]>();
  const hashes = new Set<string>();
  for (const one of ranked) {
    const { nearHash, values, rest } = textSignature(one.turn.content);
    const speaker = one.turn.speaker ?? one.turn.role;
    const key = [speaker, ...values].join("\n");
    const hash = `${speaker}\n${nearHash}`;
    if (hashes.has(hash) || isNearRepeat({ key, rest }, kept, holders)) continue;
    hashes.add(hash);
    for (const word of rest) holdersOf(word, holders).push(kept.length);
    kept.push({ words: rest.length, key });
    yield one;
  }
}

function holdersOf(word: string, holders: Map<string, number[]>): number[] {
  const known = holders.get(word) ?? [];
  holders.set(word, known);
  return known;
}

function isNearRepeat(
  { key, rest }: { readonly key: string; readonly rest: readonly string[] },
  kept: readonly Kept[],
  holders: ReadonlyMap<string, readonly number[]>,
): boolean {
  const shared = new Map<number, number>();
  for (const word of rest) for (const at of holders.get(word) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
  return [...shared].some(([at, count]) => {
    const other = kept[at];
    return other?.key === key && count >= MIN_OVERLAP * (rest.length + other.words - count);
  });
}
