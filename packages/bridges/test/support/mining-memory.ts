import { createMemory } from "@memorymaster/core";
import type { DumpRow, Memory } from "@memorymaster/core";
import { openSqliteStore } from "@memorymaster/store-sqlite";

/** A memory in a file, with the turns that were stored. */
export interface MiningWorld extends AsyncDisposable {
  readonly memory: Memory;
  /** As stored, oldest row first. */
  readonly turns: () => Promise<readonly DumpRow[]>;
}

export async function openMiningWorld(path: string): Promise<MiningWorld> {
  const store = await openSqliteStore({ path, create: true });
  return {
    memory: createMemory({ store }),
    turns: () => store.dump.read("verbatim_memories", undefined, 10_000),
    [Symbol.asyncDispose]: () => store.close(),
  };
}
