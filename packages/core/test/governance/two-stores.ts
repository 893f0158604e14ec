import { createMemory } from "../../src/memory.ts";
import type { Memory } from "../../src/memory-types.ts";
import type { MergeOptions } from "../../src/merge/types.ts";
import type { DumpRow, DumpTable } from "../../src/ports/dump-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { createCountingIds } from "../../src/testing/counting-ids.ts";
import { createFixedClock } from "../../src/testing/fixed-clock.ts";
import type { FixedClock } from "../../src/testing/fixed-clock.ts";
import { createMemoryStore } from "../../src/testing/memory-store/create-memory-store.ts";
import { EXPORT_SCHEMA } from "../../src/transfer/line-format.ts";

/** A store with the use cases over it. */
export interface Side {
  readonly store: Store;
  readonly memory: Memory;
  readonly clock: FixedClock;
}

const PROJECT = { forRead: async () => "project:demo", forWrite: async () => "project:demo" };
const HOUR_MS = 3_600_000;

/** Uids hold the time, so sides that stand an hour apart share none. */
export function openSide(hour: number): Side {
  const ids = createCountingIds();
  const clock = createFixedClock();
  clock.advance(hour * HOUR_MS);
  const store = createMemoryStore({ ids });
  return { store, clock, memory: createMemory({ store, clock, ids, projectScope: PROJECT }) };
}

export async function merge(from: Side, to: Side, options: MergeOptions): Promise<void> {
  const reader = await from.store.dump.snapshot();
  await to.memory.transfer.merge({ reader, schemaVersion: EXPORT_SCHEMA }, options).finally(() => reader.close());
}

export const rowsOf = ({ store }: Side, table: DumpTable): Promise<readonly DumpRow[]> =>
  store.dump.read(table, undefined, 1_000);
