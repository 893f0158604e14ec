import type { CaptureCursor, CaptureCursors } from "../../src/index.ts";

/** Cursors that last as long as the test. */
export function memoryCursors(): CaptureCursors & { readonly offsets: () => readonly number[] } {
  const kept = new Map<string, CaptureCursor>();
  const keyOf = ({ session, operation }: { session: string; operation: string }): string => `${session}:${operation}`;
  return {
    get: async (stream) => kept.get(keyOf(stream)),
    commit: async (stream, cursor) => void kept.set(keyOf(stream), cursor),
    offsets: () => [...kept.values()].map(({ offset }) => offset),
  };
}
