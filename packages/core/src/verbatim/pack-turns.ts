import { tokensOfBytes, utf8Bytes } from "../recall/count-tokens.ts";
import { oneLine } from "../recall/one-line.ts";
import type { RankedText, RankedTurn } from "./ranked-turn.ts";

export interface TurnPacking {
  /** Upper bound of the whole output, ≥ 1. */
  readonly tokenBudget: number;
}

export interface PackedTurns {
  /** Empty when no turn fits; else it ends in a line break. */
  readonly output: string;
  /** Exactly the size of the output, at least 1. */
  readonly tokensUsed: number;
  /** Of the turns in the output, in its order. */
  readonly included: readonly number[];
}

/** Turns of one session and day, under one heading. */
interface Passage {
  readonly heading: string;
  readonly turns: RankedText[];
}

/**
 * Turns as passages to answer from: a heading with date and session, then a line a turn with its place and speaker,
 * in the order of the conversation; the passage with the best turn first. Turns are taken best first as long as the whole
 * fits, each once; one that does not fit is left out, and a later, smaller one may still come in.
 */
export function packTurns<T extends RankedText>(
  ranked: readonly RankedTurn<T>[],
  { tokenBudget }: TurnPacking,
): PackedTurns {
  const passages = new Map<string, Passage>();
  const taken = new Set<number>();
  let bytes = 0;
  for (const { turn } of ranked) {
    if (taken.has(turn.id)) continue;
    const key = `${turn.timestamp.slice(0, 10)} ${turn.sessionId}`;
    const known = passages.get(key);
    const heading = known?.heading ?? headingOf(turn);
    const more = bytes + utf8Bytes(lineOf(turn)) + (known === undefined ? utf8Bytes(heading) : 0);
    if (tokensOfBytes(more) > tokenBudget) continue;
    bytes = more;
    taken.add(turn.id);
    if (known === undefined) passages.set(key, { heading, turns: [turn] });
    else known.turns.push(turn);
  }
  const shown = Array.from(passages.values(), ({ heading, turns }) => {
    return { heading, turns: turns.toSorted((a, b) => a.position - b.position || a.id - b.id) };
  });
  return {
    output: shown.map(({ heading, turns }) => heading + turns.map(lineOf).join("")).join(""),
    tokensUsed: tokensOfBytes(bytes),
    included: shown.flatMap(({ turns }) => turns.map(({ id }) => id)),
  };
}

function headingOf({ timestamp, sessionId }: RankedText): string {
  return `## Said ${timestamp.slice(0, 10)} ${oneLine(sessionId)}\n`;
}

function lineOf({ position, speaker, role, content }: RankedText): string {
  return `${position} ${oneLine(speaker ?? role)}: ${oneLine(content)}\n`;
}
