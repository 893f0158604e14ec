import { expect, test } from "vitest";

import type { MemoryEvent } from "../../src/events/event.ts";
import { inEffect } from "../../src/governance/later-changes.ts";

/** Events with what each of them undoes. */
const events = (...undone: readonly (readonly [id: number, undoes?: number])[]): readonly MemoryEvent[] =>
  undone.map(([id, undoesEventId]) => ({ id, undoesEventId }) as MemoryEvent);

test.each<[string, readonly MemoryEvent[], readonly number[]]>([
  ["events that nobody undid count, newest first", events([2], [3]), [3, 2]],
  ["an event and its undo cancel each other", events([2], [3, 2], [4]), [4]],
  ["an undone undo does not", events([2], [3, 2], [4, 3]), [2]],
  ["nor one that was undone twice over and done again", events([2], [3, 2], [4, 3], [5, 2]), []],
  ["an undo of something older counts", events([2, 1], [3]), [3, 2]],
  ["unless it is undone", events([2, 1], [3, 2]), []],
  ["the order they come in does not matter", events([4, 3], [2], [3, 2]), [2]],
])("%s", (_rule, later, counting) => {
  expect(inEffect(later, 1).map(({ id }) => id)).toEqual(counting);
});
