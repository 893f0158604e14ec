import { LINE_CLASSES } from "./types.ts";
import type { LineClass, LineCounts, TranscriptTurn } from "./types.ts";

function countsOf(count: (name: LineClass) => { kept: number; dropped: number }): LineCounts {
  return Object.fromEntries(LINE_CLASSES.map((name) => [name, count(name)])) as unknown as LineCounts;
}

export const NO_LINES: LineCounts = countsOf(() => ({ kept: 0, dropped: 0 }));

/** Each line under its class; kept are those that a turn comes from. */
export function countLines(classes: ReadonlyMap<number, LineClass>, turns: readonly TranscriptTurn[]): LineCounts {
  const counts = countsOf(() => ({ kept: 0, dropped: 0 })) as Record<LineClass, { kept: number; dropped: number }>;
  const kept = new Set(turns.map(({ line }) => line));
  for (const [line, name] of classes) counts[name][kept.has(line) ? "kept" : "dropped"] += 1;
  return counts;
}

export function sumOfLines(one: LineCounts, other: LineCounts): LineCounts {
  return countsOf((name) => ({
    kept: one[name].kept + other[name].kept,
    dropped: one[name].dropped + other[name].dropped,
  }));
}

export function numberOfLines(counts: LineCounts, without: readonly LineClass[] = []): number {
  const classes = LINE_CLASSES.filter((name) => !without.includes(name));
  return classes.reduce((sum, name) => sum + counts[name].kept + counts[name].dropped, 0);
}
