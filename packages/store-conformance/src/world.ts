import { createMemory, createSealer, LOCAL_OPERATOR } from "@memorymaster/core";
import type { Authority, Ids, Memory, Sealer, Store } from "@memorymaster/core";
import { createCountingIds, createFixedClock } from "@memorymaster/core/testing";
import type { FixedClock } from "@memorymaster/core/testing";
import { recordCalls } from "./record-calls.ts";

/** What a store is opened with, so that every run gives the same times and ids. */
export interface StoreParts {
  readonly clock: FixedClock;
  readonly ids: Ids;
}

/** A store that goes away with its data. */
export type OpenedStore = Store & AsyncDisposable;

export interface Stores<Opened extends OpenedStore> {
  /** An empty store that shares nothing with any other. */
  readonly open: (parts: StoreParts) => Promise<Opened>;
  /** A second connection to the data of a store. Absent where there can be only one. */
  readonly openPeer?: ((store: Opened, parts: StoreParts) => Promise<OpenedStore>) | undefined;
}

export interface MemoryOptions {
  /** What differs from the local operator. */
  readonly caller?: Partial<Authority> | undefined;
  /** Default: the store of the test. */
  readonly store?: Store | undefined;
  /** Given as `undefined` = none. Default: one. */
  readonly sealer?: Sealer | undefined;
}

/** What one test works with. The clock stands at 2026-01-02T03:04:05Z until it is moved. */
export interface World extends AsyncDisposable {
  readonly store: Store;
  readonly clock: FixedClock;
  /** The use cases over a store, the project being `project:demo`. */
  readonly memory: (options?: MemoryOptions) => Memory;
  /** Another connection to the same data, or the store itself where there can be only one. */
  readonly peer: () => Promise<Store>;
  /** A world of its own, with an empty store. */
  readonly another: () => Promise<World>;
}

/** Seals what is redacted, so that it can be brought back. */
const SEALER = createSealer(Buffer.alloc(32, 7).toString("base64"), "KEY");
const PROJECT_SCOPE = { forRead: async () => "project:demo", forWrite: async () => "project:demo" };

/** Opens a world on a new store; each call of one of its ports is noted in `called`. */
export async function openWorld<Opened extends OpenedStore>(
  stores: Stores<Opened>,
  called: Set<string> = new Set(),
): Promise<World> {
  const clock = createFixedClock();
  const parts: StoreParts = { clock, ids: createCountingIds() };
  // Of its own: how many ids a store takes for itself is its own business.
  const ids = createCountingIds();
  const opened = await stores.open(parts);
  const inside: AsyncDisposable[] = [];
  const keep = <Inner extends AsyncDisposable>(inner: Inner): Inner => {
    inside.unshift(inner);
    return inner;
  };
  const store = recordCalls(opened, called);
  return {
    store,
    clock,
    memory: (options = {}) =>
      createMemory({
        clock,
        ids,
        store: options.store ?? store,
        authority: { ...LOCAL_OPERATOR, ...options.caller },
        projectScope: PROJECT_SCOPE,
        sealer: "sealer" in options ? options.sealer : SEALER,
      }),
    peer: async () => {
      const { openPeer } = stores;
      return openPeer === undefined ? store : recordCalls(keep(await openPeer(opened, parts)), called);
    },
    another: async () => keep(await openWorld(stores, called)),
    [Symbol.asyncDispose]: async () => {
      for (const one of [...inside, opened]) await one[Symbol.asyncDispose]();
    },
  };
}
