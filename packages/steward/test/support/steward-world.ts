import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { governingViewer, memoryContext, memoryOf } from "@memorymaster/core";
import type { Claim, ClaimInput, Memory, MemoryEvent, MemoryParts, Store } from "@memorymaster/core";
import { createFixedClock, createMemoryStore } from "@memorymaster/core/testing";
import type { FixedClock } from "@memorymaster/core/testing";
import { openSqliteStore } from "@memorymaster/store-sqlite";
import { onTestFinished } from "vitest";

import type { Job, StewardContext } from "../../src/types.ts";

export const START = "2026-03-01T12:00:00Z";
const DAY_MS = 86_400_000;

export interface StewardWorld {
  readonly store: Store;
  readonly clock: FixedClock;
  readonly context: StewardContext;
  readonly memory: Memory;
  /** A run of a job; `limit` defaults to 200. */
  job(options?: { readonly limit?: number; readonly runId?: string }): Job;
  /** Stores a claim of scope `project:shop`; text and one citation suffice. */
  ingest(input: Partial<ClaimInput> & { readonly text: string }): Promise<Claim>;
  claim(id: number): Promise<Claim>;
  /** Of one claim, oldest first. */
  events(claimId: number): Promise<readonly MemoryEvent[]>;
  /** Days go by. */
  wait(days: number): void;
}

const STORES = {
  model: async (): Promise<Store> => createMemoryStore(),
  "SQLite file": async (): Promise<Store> => {
    const folder = mkdtempSync(join(tmpdir(), "memorymaster-steward-"));
    const store = await openSqliteStore({ path: join(folder, "memory.db"), create: true });
    onTestFinished(async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    });
    return store;
  },
} as const;

export type StoreKind = keyof typeof STORES;
export const STORE_KINDS = Object.keys(STORES) as readonly StoreKind[];

/** A memory over a new store with a clock that stands still. Cleans up after the test that made it. */
export async function stewardWorld(
  kind: StoreKind = "model",
  parts: Partial<MemoryParts> & Pick<StewardContext, "workspace" | "model" | "signal" | "log"> = {},
): Promise<StewardWorld> {
  const store = await STORES[kind]();
  const clock = createFixedClock(START);
  const { workspace, model, signal, log, ...others } = parts;
  const context: StewardContext = { ...memoryContext({ store, clock, ...others }), workspace, model, signal, log };
  const memory = memoryOf(context);
  const viewer = governingViewer(context.authority);
  return {
    store,
    clock,
    context,
    memory,
    job: ({ limit = 200, runId = "run-1" } = {}) => ({ context, viewer, runId, limit }),
    ingest: async (input) => {
      const { claim } = await memory.claims.ingest({
        scope: "project:shop",
        citations: [{ source: "docs/shop.md", locator: "L1" }],
        ...input,
      });
      return claim;
    },
    claim: async (id) => {
      const [claim] = await store.claims.getMany(viewer, [id], true);
      if (claim === undefined) throw new Error(`claim ${id} is not there`);
      return claim;
    },
    events: async (claimId) => (await store.events.history(claimId, 1000)).map(({ event }) => event),
    wait: (days) => {
      clock.advance(days * DAY_MS);
    },
  };
}
