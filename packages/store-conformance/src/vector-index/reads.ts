import { cosineSimilarity } from "@memorymaster/core";
import type { ScanResult, VectorPoint } from "@memorymaster/core";
import { expect } from "vitest";
import { failure } from "../records.ts";
import { OTHER_SPEC, SPEC, TENANT, toldOf, uidOf, uidsOf, vectorOf } from "./bench.ts";
import type { IndexBench, IndexTests } from "./bench.ts";

const SCOPES = ["user", "project:demo", "project:shop"] as const;
const STATUSES = ["candidate", "confirmed", "stale", "conflicted"] as const;

/** Twelve points: each scope with each status, once. */
const spread = (number: number): Partial<VectorPoint> => ({
  scope: SCOPES[number % 3] ?? "",
  status: STATUSES[number % 4] ?? "confirmed",
});

const numbersOf = (hits: readonly { readonly claimUid: unknown }[]): number[] =>
  hits.map(({ claimUid }) => Number(String(claimUid).slice(-4))).sort((one, other) => one - other);

async function pagesOf({ index, storeId }: IndexBench, limit: number): Promise<readonly ScanResult[]> {
  const pages: ScanResult[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await index.scan({ filter: { storeId }, limit, cursor });
    pages.push(page);
    cursor = page.next;
  }
  return pages;
}

const reasonOf = async (call: Promise<unknown>): Promise<unknown> => {
  const { name, code, details } = await failure(call);
  return [name, code, details["reason"] ?? details["field"]];
};

const unavailable = (reason: string): readonly unknown[] => ["ProviderError", "index.unavailable", reason];
const invalid = (field: string): readonly unknown[] => ["InvalidInputError", "input.invalid", field];

export const READS: IndexTests = {
  "the nearest come first, with their cosine similarity": async (bench) => {
    await bench.write(60);
    const asked = vectorOf(500);

    const hits = await bench.ask(asked, { limit: 25 });

    const exact = Array.from({ length: 60 }, (_, number) => cosineSimilarity(asked, vectorOf(number)));
    expect(hits).toHaveLength(25);
    const scores = hits.map(({ score }) => Number(score));
    for (const [at, best] of exact
      .sort((one, other) => other - one)
      .slice(0, 25)
      .entries()) {
      expect(Math.abs(best - (scores[at] ?? 0))).toBeLessThan(1e-3);
    }
    for (const { claimUid, score } of hits) {
      const own = cosineSimilarity(asked, vectorOf(Number(String(claimUid).slice(-4))));
      expect(Math.abs(own - Number(score))).toBeLessThan(1e-3);
    }
  },

  "opposite vectors have the score -1, and hits say hash and model": async (bench) => {
    const [point] = await bench.write(1);

    const [hit] = await bench.ask(vectorOf(0).map((value) => -value));

    expect(hit).toEqual({ claimUid: uidOf(0), hash: point?.hash, fp: SPEC.fp, score: expect.closeTo(-1, 3) as number });
  },

  "a query sees the points of its tenant, scopes and statuses alone": async (bench) => {
    await bench.write(12, spread);

    const ask = async (filter: Parameters<IndexBench["ask"]>[1]) => numbersOf(await bench.ask(vectorOf(3), filter));
    expect(await ask({ limit: 20 })).toHaveLength(12);
    expect(await ask({ scopes: ["user"] })).toEqual([0, 3, 6, 9]);
    expect(await ask({ statuses: ["confirmed", "stale"] })).toEqual([1, 2, 5, 6, 9, 10]);
    expect(await ask({ scopes: ["user", "project:shop"], statuses: ["confirmed"] })).toEqual([5, 9]);
    expect(await ask({ scopes: [] })).toEqual([]);
    expect(await ask({ statuses: [] })).toEqual([]);
    expect(await ask({ scopes: ["nowhere"] })).toEqual([]);
    expect(await ask({ tenantId: "acme" })).toEqual([]);
    expect(await ask({ scopes: Array.from({ length: 100 }, (_, at) => (at === 40 ? "user" : `s${at}`)) })).toHaveLength(
      4,
    );
  },

  "tenants have points of their own": async (bench) => {
    await bench.write(4, (number) => ({ tenantId: number % 2 === 0 ? TENANT : "acme" }));

    expect(numbersOf(await bench.ask(vectorOf(0)))).toEqual([0, 2]);
    expect(numbersOf(await bench.ask(vectorOf(0), { tenantId: "acme" }))).toEqual([1, 3]);
    expect(await bench.index.count({ storeId: bench.storeId, tenantId: "acme" })).toBe(2);
  },

  "no more are given than were asked for": async (bench) => {
    await bench.write(12);

    expect(await bench.ask(vectorOf(2), { limit: 1 })).toMatchObject([{ claimUid: uidOf(2) }]);
    expect(await bench.ask(vectorOf(2), { limit: 400 })).toHaveLength(12);
  },

  "what no index answers is refused": async (bench) => {
    const { storeId, index } = bench;
    const scopes = Array.from({ length: 101 }, (_, at) => `s${at}`);
    const filter = { storeId, tenantId: TENANT };
    const query = { vector: vectorOf(1), fp: SPEC.fp, limit: 5, filter };

    for (const limit of [0, 401, 1.5])
      expect(await reasonOf(index.query({ ...query, limit }))).toEqual(invalid("limit"));
    for (const limit of [0, 1_001]) expect(await reasonOf(index.scan({ filter, limit }))).toEqual(invalid("limit"));
    expect(await reasonOf(index.query({ ...query, filter: { ...filter, scopes } }))).toEqual(invalid("scopes"));
    expect(await reasonOf(index.count({ storeId, scopes }))).toEqual(invalid("scopes"));
    for (const other of [{ fp: OTHER_SPEC.fp }, { vector: vectorOf(1, 31) }]) {
      expect(await reasonOf(index.query({ ...query, ...other }))).toEqual(unavailable("fingerprint_mismatch"));
    }
    const nowhere = { ...query, vector: new Float32Array(SPEC.dims) };
    expect(await reasonOf(index.query(nowhere))).toEqual(unavailable("index_error"));
  },

  "pages visit every point once and say what it carries": async (bench) => {
    const points = await bench.write(12, spread);

    for (const limit of [1, 5, 12, 1_000]) {
      const pages = await pagesOf(bench, limit);
      const all = pages.flatMap((page) => page.points);
      const told = all.map(toldOf).sort((a, b) => (a.claimUid < b.claimUid ? -1 : 1));
      expect(told).toEqual(points.map(toldOf));
      expect(new Set(all.map(({ pointId }) => pointId)).size).toBe(12);
      expect(pages.every((page) => page.points.length <= limit && page.malformed.length === 0)).toBe(true);
    }
  },

  "counting and scanning obey the filter": async (bench) => {
    await bench.write(12, spread);
    const filters = [
      {},
      { scopes: ["user"] },
      { statuses: ["stale"] },
      { scopes: ["user"], statuses: ["stale"] },
      { claimUids: [uidOf(3), uidOf(5), uidOf(99)] },
    ] as const;

    for (const [at, expected] of [12, 4, 3, 1, 2].entries()) {
      const filter = { storeId: bench.storeId, ...filters[at] };
      expect(await bench.index.count(filter)).toBe(expected);
      expect((await bench.index.scan({ filter, limit: 100 })).points).toHaveLength(expected);
    }
  },

  "a caller who has given up gets index_timeout from every method": async (bench) => {
    const [point] = await bench.write(1);
    const { index, storeId } = bench;
    const options = { signal: AbortSignal.abort() };
    const filter = { storeId, tenantId: TENANT };
    const points = point === undefined ? [] : [point];

    const calls = [
      index.query({ vector: vectorOf(0), fp: SPEC.fp, limit: 1, filter }, options),
      index.upsert(points, options),
      index.setPolicy(points, options),
      index.delete(points, options),
      index.deletePoints(["1"], options),
      index.scan({ filter, limit: 1 }, options),
      index.count(filter, options),
      index.ensure(SPEC, options),
    ];
    for (const call of calls) expect(await reasonOf(call)).toEqual(unavailable("index_timeout"));
    expect(await index.count(filter)).toBe(1);
  },

  "ensuring again changes nothing, and the index says what it holds": async (bench) => {
    await bench.write(2);

    await bench.index.ensure(SPEC);

    const told = { reachable: true, reason: undefined, points: 2, dims: SPEC.dims, fp: SPEC.fp };
    expect(await bench.index.describe()).toMatchObject(told);
    expect(uidsOf(await bench.ask(vectorOf(1), { limit: 1 }))).toEqual([uidOf(1)]);
  },
};
