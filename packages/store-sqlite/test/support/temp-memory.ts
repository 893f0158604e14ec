import { createMemory } from "@memorymaster/core";
import type { Claim, Memory } from "@memorymaster/core";
import { createCountingIds, createFixedClock } from "@memorymaster/core/testing";
import type { FixedClock } from "@memorymaster/core/testing";
import type { SqliteStoreOptions } from "../../src/open-sqlite-store.ts";
import { tempStore } from "./temp-store.ts";
import type { TempStore } from "./temp-store.ts";

/** The use cases over a store on a new file. */
export interface TempMemory extends TempStore {
  readonly memory: Memory;
  readonly clock: FixedClock;
  /** Stores a fact and returns the claim. */
  keep(text: string, tuple?: readonly [subject: string, predicate: string, objectValue: string]): Promise<Claim>;
}

export async function tempMemory(options: Partial<SqliteStoreOptions> = {}): Promise<TempMemory> {
  const clock = createFixedClock();
  const ids = createCountingIds();
  const temp = await tempStore({ clock, ids, ...options });
  const memory = createMemory({ store: temp.store, clock, ids });
  return {
    ...temp,
    memory,
    clock,
    keep: async (text, [subject, predicate, objectValue] = ["", "", ""]) => {
      const tuple = subject === "" ? {} : { subject, predicate, objectValue };
      return (await memory.claims.ingest({ text, ...tuple })).claim;
    },
  };
}

/** Two facts that contradict each other, which files a proposal, and one that replaces another: events 1 to 7. */
export async function withHistory(): Promise<TempMemory> {
  const temp = await tempMemory();
  await temp.keep("The build runs on Jenkins", ["build", "runs on", "Jenkins"]);
  await temp.keep("The build runs on Buildkite", ["build", "runs on", "Buildkite"]);
  await temp.keep("Backups run at noon");
  await temp.keep("The cache lives for an hour");
  await temp.memory.claims.transition(3, "confirmed");
  await temp.memory.claims.transition(3, "superseded", { replacedBy: 4 });
  return temp;
}
