import {
  createMemory,
  embeddingContentHash,
  LIVE_STATUSES,
  memoryContext,
  searchVectors,
  SETTINGS_DEFAULTS,
} from "@memorymaster/core";
import type {
  Claim,
  ClaimPatch,
  Ids,
  Memory,
  MemoryContext,
  NewClaim,
  ScannedPoint,
  Store,
  VectorAnswer,
  VectorIndex,
  VectorPoint,
  VectorSearch,
} from "@memorymaster/core";
import { createCountingIds, createFixedClock } from "@memorymaster/core/testing";
import type { FixedClock } from "@memorymaster/core/testing";
import { AT, insertOne, OPERATOR } from "../records.ts";
import type { OpenedStore, StoreParts, Stores } from "../world.ts";
import { createTestEmbedder } from "./test-embedder.ts";
import type { TestEmbedder } from "./test-embedder.ts";
import { watch } from "./watched-index.ts";
import type { WatchedIndex } from "./watched-index.ts";

/** An empty index outside of the store, without a collection. */
export interface AcceptanceIndex extends AsyncDisposable {
  readonly index: VectorIndex;
}

export interface AcceptanceParts {
  readonly openIndex: () => Promise<AcceptanceIndex>;
  readonly stores: Stores<OpenedStore>;
}

/** One process: its own use cases, over a store and an index that others may use too. */
export interface Process {
  readonly store: Store;
  readonly context: MemoryContext;
  readonly memory: Memory;
  readonly embedder: TestEmbedder;
  readonly search: (request?: Partial<VectorSearch>) => Promise<VectorAnswer>;
}

/** What one test works with. The clock stands at 2026-01-02T03:04:05Z until it is moved. */
export interface Bench extends Process, AsyncDisposable {
  readonly clock: FixedClock;
  readonly watched: WatchedIndex;
  /** Stores a claim as ingest would leave it; the patch is what comes later. */
  readonly claim: (text: string, fields?: Partial<NewClaim>, patch?: Omit<ClaimPatch, "updatedAt">) => Promise<Claim>;
  /** Writes the point that a claim should have, or one that says something else. */
  readonly point: (claim: Claim, given?: Partial<VectorPoint>) => Promise<void>;
  /** All points of a store, by uid. */
  readonly points: (store?: Store) => Promise<readonly ScannedPoint[]>;
  /** Another process on the same store and index. */
  readonly process: (given?: { readonly model?: string; readonly store?: Store }) => Process;
  readonly anotherStore: () => Promise<Store>;
  /** A second connection to the same data, or the store itself where there can be only one. */
  readonly peer: () => Promise<Store>;
}

export type AcceptanceTest = (bench: Bench) => Promise<void>;
/** Tests by the rule that they show. */
export type AcceptanceTests = Readonly<Record<string, AcceptanceTest>>;

export const QUESTION = "where does the falcon gateway listen";
const PROJECT_SCOPE = { forRead: async () => "project:demo", forWrite: async () => "project:demo" };

interface ProcessParts {
  readonly index: VectorIndex;
  readonly model: string | undefined;
  readonly clock: FixedClock;
  readonly ids: Ids;
}

function processOn(store: Store, { index, model, clock, ids }: ProcessParts): Process {
  const embedder = createTestEmbedder(model);
  const vectors = { embedder, index };
  const given = { store, clock, ids, vectors, projectScope: PROJECT_SCOPE, settings: SETTINGS_DEFAULTS };
  const context = memoryContext(given);
  const filter = { statuses: LIVE_STATUSES, scopes: ["project:demo"], validAt: AT };
  return {
    store,
    context,
    memory: createMemory(given),
    embedder,
    search: (request) =>
      searchVectors(context, { viewer: OPERATOR, filter, queryText: QUESTION, limit: 5, ...request }),
  };
}

export async function openBench({ openIndex, stores }: AcceptanceParts): Promise<Bench> {
  const clock = createFixedClock();
  const parts: StoreParts = { clock, ids: createCountingIds() };
  const ids = createCountingIds();
  const opened = await openIndex();
  const watched = watch(opened.index);
  const inside: AsyncDisposable[] = [];
  const keep = async (opening: Promise<OpenedStore>): Promise<Store> => {
    const store = await opening;
    inside.unshift(store);
    return store;
  };
  const main = await stores.open(parts);
  inside.push(main);

  const process: Bench["process"] = ({ model, store = main } = {}) =>
    processOn(store, { index: watched.index, model, clock, ids });
  const first = process();
  const { spec } = first.embedder;
  await opened.index.ensure(spec);

  return {
    ...first,
    clock,
    watched,
    claim: async (text, fields, patch) => {
      const claim = await insertOne(main, { text, ...fields });
      if (patch === undefined) return claim;
      return (await main.claims.update(claim.id, claim.version, { ...patch, updatedAt: AT })) ?? claim;
    },
    point: async (claim, given) => {
      const [vector = new Float32Array()] = await createTestEmbedder().embed([claim.text], "passage");
      const ref = { storeId: await main.vectors.storeId(), tenantId: claim.tenantId ?? "local", claimUid: claim.uid };
      const policy = { scope: claim.scope, status: claim.status };
      const hash = embeddingContentHash(claim);
      const { failed } = await opened.index.upsert([{ ...ref, ...policy, hash, fp: spec.fp, vector, ...given }]);
      if (failed.length > 0) throw new TypeError(JSON.stringify(failed));
    },
    points: async (store = main) => {
      const filter = { storeId: await store.vectors.storeId() };
      const { points } = await opened.index.scan({ filter, limit: 1_000 });
      return points.toSorted((one, other) => (one.claimUid < other.claimUid ? -1 : 1));
    },
    process,
    // Ids go on, so that the two tell themselves apart.
    anotherStore: () => keep(stores.open(parts)),
    peer: () => (stores.openPeer === undefined ? Promise.resolve(main) : keep(stores.openPeer(main, parts))),
    [Symbol.asyncDispose]: async () => {
      for (const one of [...inside, opened]) await one[Symbol.asyncDispose]();
    },
  };
}

export const uidsOf = (rows: readonly { readonly claimUid: string }[]): readonly string[] =>
  rows.map(({ claimUid }) => claimUid);

export const foundIn = ({ found }: VectorAnswer): readonly string[] => found.map(({ claim }) => claim.uid);
