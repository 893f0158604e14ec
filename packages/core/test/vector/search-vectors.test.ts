import { describe, expect, test } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import type { Authority } from "../../src/access/authority.ts";
import { SETTINGS_DEFAULTS } from "../../src/config/settings.ts";
import { embeddingContentHash } from "../../src/embedding/embedding-input.ts";
import { ProviderError, StoreError } from "../../src/errors/errors.ts";
import type { VectorHit, VectorQuery } from "../../src/ports/vector-index.ts";
import { createHashEmbedder } from "../../src/testing/index.ts";
import { createMemoryVectorIndex } from "../../src/vector/memory-index.ts";
import { searchVectors } from "../../src/vector/search-vectors.ts";
import { openContext, seedOne } from "../support/open-context.ts";
import { indexed, openVectors, OPERATOR, testEmbedder } from "./vector-steps.ts";
import type { VectorBench } from "./vector-steps.ts";

const TEAM: Authority = { ...LOCAL_OPERATOR, mode: "team", principal: "ana", tenantId: "acme", grantedScopes: ["a"] };
const ASKED = { viewer: OPERATOR, filter: { validAt: "2026-01-02T03:04:05+00:00" }, queryText: "q", limit: 5 };

const hang = (): Promise<never> => new Promise<never>(() => undefined);
const stateOf = async ({ search }: Pick<VectorBench, "search">) => {
  const { found, meta } = await search();
  return [found.length, meta.state, meta.reason];
};

describe("whether there is a search by meaning", () => {
  test("says why there is none, and whether that was to be expected", async () => {
    const settings = (reads: "auto" | "on") => ({
      settings: { ...SETTINGS_DEFAULTS, vector: { ...SETTINGS_DEFAULTS.vector, reads } },
    });
    const bare = await searchVectors(openContext(settings("auto")), ASKED);
    const wanted = await searchVectors(openContext(settings("on")), ASKED);

    expect([bare.meta.state, bare.meta.reason]).toEqual(["off", "not_configured"]);
    expect([wanted.meta.state, wanted.meta.reason]).toEqual(["degraded", "not_configured"]);
    expect(await stateOf(await openVectors({ reads: "off" }))).toEqual([0, "off", "reads_disabled"]);
    const hash = { ...createHashEmbedder(16), embed: hang };
    expect(await stateOf(await openVectors({ embedder: hash }))).toEqual([0, "off", "non_semantic_embedder"]);
    expect(await stateOf(await openVectors({ embedder: hash, reads: "on" }))).toEqual([
      0,
      "degraded",
      "non_semantic_embedder",
    ]);
  });

  test("is off where the index has never been filled, and degraded when reads are asked for", async () => {
    const unfilled = createMemoryVectorIndex();
    const query = (asked: VectorQuery) => unfilled.query(asked);

    expect(await stateOf(await openVectors({ index: () => ({ query }) }))).toEqual([0, "off", "collection_missing"]);
    expect(await stateOf(await openVectors({ index: () => ({ query }), reads: "on" }))).toEqual([
      0,
      "degraded",
      "collection_missing",
    ]);
  });

  test("is denied to teams until it is granted, and then sees their tenant alone", async () => {
    const queries: VectorQuery[] = [];
    const query = async (asked: VectorQuery) => {
      queries.push(asked);
      return [];
    };
    const viewer = { ...OPERATOR, tenantId: "acme", agent: "ana", grantedScopes: ["a"] };
    const granted = { ...SETTINGS_DEFAULTS, vector: { ...SETTINGS_DEFAULTS.vector, teamGranted: true } };
    const team = await openVectors({ index: () => ({ query }), overrides: { authority: TEAM } });
    const allowed = await openVectors({ index: () => ({ query }), overrides: { authority: TEAM, settings: granted } });

    const denied = await team.search({ viewer });
    const answered = await allowed.search({ viewer, filter: { validAt: ASKED.filter.validAt } });

    expect([denied.meta.state, denied.meta.reason]).toEqual(["off", "team_not_granted"]);
    expect(answered.meta.state).toBe("used");
    const storeId = await allowed.context.store.vectors.storeId();
    expect(queries.map(({ filter }) => filter)).toEqual([
      { storeId, tenantId: "acme", scopes: ["a"], statuses: undefined },
    ]);
  });
});

describe("embedding a question", () => {
  test("is done once for questions asked again", async () => {
    const texts: string[] = [];
    const inner = testEmbedder();
    const counting = testEmbedder({
      embed: (given, kind) => {
        texts.push(...given);
        return inner.embed(given, kind);
      },
    });
    const { search } = await openVectors({ embedder: counting });

    await search();
    await search();
    await search({ queryText: "something else" });

    expect(texts).toEqual(["where is it", "something else"]);
  });

  test.each([
    ["throws", () => Promise.reject(new TypeError("secret")), "embed_error"],
    [
      "gives up",
      () => Promise.reject(new ProviderError("embed.unavailable", "", { details: { reason: "timeout" } })),
      "embed_timeout",
    ],
    ["gives too few numbers", async () => [new Float32Array(3).fill(1)], "embed_error"],
    ["gives zeros", async () => [new Float32Array(16)], "embed_error"],
    ["gives nothing", async () => [], "embed_error"],
  ])("that %s degrades the answer, and is not held against the index", async (_, embed, reason) => {
    const bench = await openVectors({ embedder: testEmbedder({ embed }) });

    for (let asked = 0; asked < 6; asked += 1) expect(await stateOf(bench)).toEqual([0, "degraded", reason]);

    expect(bench.context.vectors?.breaker.state()).toBe("closed");
  });

  test("counts for nothing when it turns out not to be semantic", async () => {
    const inner = testEmbedder();
    const fallen = { ...inner, isSemantic: true };
    fallen.embed = async (texts, kind) => {
      fallen.isSemantic = false;
      return inner.embed(texts, kind);
    };

    expect(await stateOf(await openVectors({ embedder: fallen }))).toEqual([0, "off", "non_semantic_embedder"]);
  });

  test.each([
    ["hook", 300],
    ["tool", 1_500],
  ] as const)("of a %s ends after %i ms", async (deadline, limitMs) => {
    const { search } = await openVectors({ embedder: testEmbedder({ embed: hang }) });

    const startedMs = performance.now();
    const { meta } = await search({ deadline });
    const tookMs = performance.now() - startedMs;

    expect([meta.state, meta.reason]).toEqual(["degraded", "embed_timeout"]);
    expect(tookMs).toBeGreaterThan(limitMs - 50);
    expect(tookMs).toBeLessThan(limitMs + 1_000);
  });
});

describe("asking the index", () => {
  test("leaves embedding and search together the time that a hook has", async () => {
    const inner = testEmbedder();
    const slow = testEmbedder({
      embed: async (texts, kind) => {
        await new Promise((done) => setTimeout(done, 200));
        return inner.embed(texts, kind);
      },
    });
    const { search } = await openVectors({ embedder: slow, index: () => ({ query: hang }) });

    const startedMs = performance.now();
    const { meta } = await search({ deadline: "hook" });

    expect(meta.reason).toBe("index_timeout");
    expect(performance.now() - startedMs).toBeLessThan(900);
  });

  describe("that gives too little", () => {
    const strangers = (count: number): readonly VectorHit[] =>
      Array.from({ length: count }, (_, number) => ({
        claimUid: `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`,
        hash: "a".repeat(64),
        fp: testEmbedder().spec.fp,
        score: 0.9 - number / 100,
      }));

    /** An index that answers with the real claim behind so many strangers. */
    async function behind(count: number, limits: number[], fails = false): Promise<VectorBench> {
      const real: VectorHit[] = [];
      const query = async ({ limit }: VectorQuery) => {
        limits.push(limit);
        if (fails && limits.length > 1) throw new TypeError("down");
        return [...strangers(count), ...real, ...strangers(200).slice(count)].slice(0, limit);
      };
      const bench = await openVectors({ index: () => ({ query }) });
      const claim = await seedOne(bench.context);
      const { fp } = testEmbedder().spec;
      real.push({ claimUid: claim.uid, hash: embeddingContentHash(claim), fp, score: 0.1 });
      return bench;
    }

    test("is asked once more, twice as deep, and answers once", async () => {
      const limits: number[] = [];
      const { search } = await behind(20, limits);

      const { meta } = await search({ limit: 2 });

      expect(limits).toEqual([20, 40]);
      expect(meta).toMatchObject({ state: "used", candidates: 40, accepted: 1, dropped: { ghost: 39 } });
    });

    test("still counts when the second look fails", async () => {
      const { search } = await behind(19, [], true);

      const { meta } = await search({ limit: 2 });

      expect(meta).toMatchObject({ state: "used", candidates: 20, accepted: 1, dropped: { ghost: 19 } });
    });

    test.each([
      [1, 20],
      [10, 40],
      [100, 200],
    ])("is not asked again when %i are wanted and it gave less than %i", async (limit, depth) => {
      const limits: number[] = [];
      const query = async (asked: VectorQuery) => {
        limits.push(asked.limit);
        return strangers(asked.limit - 1);
      };
      const { search } = await openVectors({ index: () => ({ query }) });

      await search({ limit });

      expect(limits).toEqual([depth]);
    });
  });

  test("passes on what the store throws", async () => {
    const bench = await openVectors();
    await indexed(bench, 1);
    const broken = new StoreError("store.unavailable", "gone");
    const vectors = { ...bench.context.store.vectors, byUids: () => Promise.reject(broken) };
    const context = { ...bench.context, store: { ...bench.context.store, vectors } };

    await expect(searchVectors(context, { ...ASKED, filter: { ...ASKED.filter } })).rejects.toBe(broken);
  });
});
