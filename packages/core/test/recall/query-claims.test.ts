import { describe, expect, it } from "vitest";
import { SETTINGS_DEFAULTS } from "../../src/config/settings.ts";
import type { SearchStore } from "../../src/ports/search-store.ts";
import { queryClaims } from "../../src/recall/query-claims.ts";
import { idsOf, openMemory, textsOf } from "./open-memory.ts";

const STAGING = "The staging API listens on port 7443";
/** Claims that share no informative word with the others here. */
const unrelated = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `Invoice ${1000 + index} was paid by customer ${index}x in euros`);

describe("queryClaims", () => {
  it("explains the score of a row down to its parts", async () => {
    const memory = openMemory({ bm25: { k1: 1, b: 0 } });
    const claim = await memory.add(STAGING);
    await memory.add("Backups run at night");
    memory.clock.advance(72 * 3_600_000);

    const { rows, meta, dropped } = await memory.ask("which port does staging use");

    expect(rows).toEqual([
      {
        claim: { ...claim, citations: [] },
        status: "candidate",
        annotation: {
          status: "candidate",
          active: false,
          stale: false,
          conflicted: false,
          pinned: false,
          unverified: true,
          correctionPending: false,
        },
        score: 0.396667,
        lexicalScore: 0.466667,
        freshnessScore: 0.5,
        confidenceScore: 0.5,
        vectorScore: 0,
        matchedTerms: ["port", "staging"],
        breakdown: {
          relevance: 0.466667,
          lexical: { bm25: 0.5, coverage: 0.666667, proximity: 0.166667, phrase: 0 },
          vector: 0,
          boost: { confidence: 0, freshness: 0, pinned: 0 },
          statusFactor: 0.85,
          demoted: false,
          floor: 0.116667,
          final: 0.396667,
        },
      },
    ]);
    expect(meta).toEqual({
      requestedRetrievalMode: "hybrid",
      retrievalMode: "legacy",
      trust: "all",
      semantic: false,
      degraded: false,
      containmentReason: "not_configured",
      total: 1,
      relevant: 1,
      relaxed: true,
      droppedTerms: ["use"],
      commonTerms: [],
      queryType: undefined,
      classifiedRetrievalMode: undefined,
      limit: 20,
    });
    expect(dropped).toEqual([]);
  });

  it.each(["which port does staging use", "en qué puerto escucha staging", "port of the staging API zxqv"])(
    "answers %j first with the claim that knows, among 500 others",
    async (query) => {
      const memory = openMemory();
      await memory.addAll(unrelated(500));
      await memory.add(STAGING);

      expect(textsOf(await memory.ask(query))[0]).toBe(STAGING);
    },
  );

  it("answers nothing when no word of the query is known", async () => {
    const memory = openMemory();
    await memory.addAll([STAGING, ...unrelated(100)]);

    const { rows, meta } = await memory.ask("sourdough hydration");

    expect(rows).toEqual([]);
    expect(meta).toMatchObject({ total: 0, relevant: 0, relaxed: true, droppedTerms: ["sourdough", "hydration"] });
  });

  it.each(["legacy", "hybrid", "qdrant"] as const)(
    "lets neither confidence nor freshness carry a row that does not match, in mode %s",
    async (retrievalMode) => {
      const memory = openMemory();
      for (const text of unrelated(100)) await memory.add(text, { status: "confirmed", confidence: 0.95 });

      expect(idsOf(await memory.ask({ queryText: "zxqv plonk grault", retrievalMode }))).toEqual([]);
      expect(idsOf(await memory.ask({ queryText: "what should a", retrievalMode }))).toEqual([]);
    },
  );

  it("finds a claim although other words of the query are in none, and says so", async () => {
    const memory = openMemory();
    await memory.addAll([...unrelated(20), "Nightly backup runs restic at 03:00"]);

    const { rows, meta } = await memory.ask("what is the purpose of the nightly backup");

    expect(textsOf({ rows })).toEqual(["Nightly backup runs restic at 03:00"]);
    expect(meta).toMatchObject({ relaxed: true, droppedTerms: ["purpose"] });
  });

  it("is not relaxed when every word of the query is in some row", async () => {
    const memory = openMemory();
    await memory.addAll(["Nightly backup runs restic", "Weekly report"]);

    expect((await memory.ask("nightly backup")).meta).toMatchObject({ relaxed: false, droppedTerms: [] });
  });

  it("finds a claim by a question in other forms of its words, with and without a word nobody knows", async () => {
    const memory = openMemory();
    const text = "Cache keys are namespaced by tenant id";
    await memory.addAll([...unrelated(30), "The cache is warm after a deploy", text]);

    const asked = "how do we namespace the cache keys please";

    expect(textsOf(await memory.ask(asked))[0]).toBe(text);
    expect(textsOf(await memory.ask(`${asked} frobnicate`))[0]).toBe(text);
  });

  it("puts a claim that matches more of the query before one that is trusted more", async () => {
    const memory = openMemory();
    const trusted = await memory.add("The retry policy is documented", { status: "confirmed", confidence: 0.95 });
    const fitting = await memory.add("Retry timeout of the payment gateway is 30 seconds");

    const { rows } = await memory.ask("payment gateway retry timeout");

    expect(rows[0]?.claim.id).toBe(fitting.id);
    expect(idsOf({ rows: rows.slice(1) })).not.toContain(fitting.id);
    expect((await memory.ask("retry policy")).rows[0]?.claim.id).toBe(trusted.id);
  });

  it("lets trust decide between claims that match alike", async () => {
    const memory = openMemory();
    const candidate = await memory.add("The queue worker polls every 5 seconds");
    const confirmed = await memory.add("The queue worker polls every 9 seconds", { status: "confirmed" });
    const stale = await memory.add("The queue worker polls every 7 seconds", { status: "stale" });

    expect(idsOf(await memory.ask("queue worker polls"))).toEqual([confirmed.id, candidate.id, stale.id]);
  });

  it("finds a claim by its subject, predicate and object value", async () => {
    const memory = openMemory();
    const tuple = { subject: "ledger service", predicate: "owned_by", objectValue: "platform team" };
    const claim = await memory.add({ text: "See the org chart", ...tuple });
    await memory.addAll(unrelated(20));

    for (const query of ["ledger", "owned_by", "platform team"])
      expect(idsOf(await memory.ask(query))).toEqual([claim.id]);
  });

  it("finds a claim as soon as it is stored", async () => {
    const memory = openMemory();
    expect(idsOf(await memory.ask("staging port"))).toEqual([]);

    const claim = await memory.add(STAGING);

    expect(idsOf(await memory.ask("staging port"))).toEqual([claim.id]);
  });

  it("says which words are too common to select by", async () => {
    const memory = openMemory();
    await memory.addAll([
      ...Array.from({ length: 60 }, (_, index) => `Service ${index}x answers health checks`),
      "Service lynx rotates tokens",
    ]);

    const { rows, meta } = await memory.ask("service tokens");

    expect(textsOf({ rows })).toEqual(["Service lynx rotates tokens"]);
    expect(meta).toMatchObject({ commonTerms: ["service"], relaxed: false, total: 1 });
  });

  it("counts all rows that match and returns as many as the limit allows", async () => {
    const memory = openMemory();
    await memory.addAll(Array.from({ length: 30 }, (_, index) => `Deploy ${index}x ships the gateway`));

    const { rows, meta } = await memory.ask({ queryText: "gateway", limit: 7 });

    expect([rows.length, meta.total, meta.relevant, meta.limit]).toEqual([7, 30, 30, 7]);
  });

  it("looks deeper than the limit when a query has several words", async () => {
    const memory = openMemory();
    const best = await memory.add(`Gateway deploy token ${"and other things that nobody asked about ".repeat(12)}`);
    await memory.addAll(Array.from({ length: 40 }, (_, index) => `gateway gateway deploy deploy ${index}x`));
    const depths: number[] = [];
    const search: SearchStore = {
      ...memory.context.store.search,
      candidates: (viewer, wanted) => {
        depths.push(wanted.limit);
        return memory.context.store.search.candidates(viewer, wanted);
      },
    };
    const watched = { ...memory.context, store: { ...memory.context.store, search } };

    const several = await queryClaims(watched, { queryText: "gateway deploy token", limit: 8 });
    await queryClaims(watched, { queryText: "gateway", limit: 8 });
    await queryClaims(watched, { queryText: "gateway", limit: 90 });

    expect(several.rows[0]?.claim.id).toBe(best.id);
    expect(depths).toEqual([96, 60, 90]);
  });

  it("gives the same rows in the same order every time, also for rows that match alike", async () => {
    const memory = openMemory();
    await memory.addAll(
      Array.from({ length: 40 }, (_, index) => `Gateway node ${String.fromCodePoint(0x4e00 + index)}`),
    );

    const first = await memory.ask("gateway node");
    const again = await memory.ask("gateway node");

    expect(again).toEqual(first);
    expect(idsOf(first)).toEqual(idsOf(first).toSorted((a, b) => b - a));
  });

  it("orders alike after a hundred readings", async () => {
    const memory = openMemory();
    await memory.addAll(["Gateway deploy one", "Gateway deploy two", "Gateway deploy three"]);
    const before = await memory.ask("gateway deploy");

    for (let reading = 0; reading < 100; reading += 1) await memory.ask("gateway two");

    expect(await memory.ask("gateway deploy")).toEqual(before);
  });

  it("follows the weights of the settings and of a profile by name", async () => {
    const weights = { lexical: 0.5, confidence: 5, freshness: 0, vector: 0.5 };
    const memory = openMemory({ retrievalWeights: weights });
    const sure = await memory.add({ text: "The gateway of the old deploy plan", confidence: 0.9 });
    const fitting = await memory.add({ text: "Gateway deploy", confidence: 0.5 });

    expect(idsOf(await memory.ask("gateway deploy"))).toEqual([sure.id, fitting.id]);
    expect(idsOf(await memory.ask({ queryText: "gateway deploy", retrievalProfile: "recall" }))).toEqual([
      fitting.id,
      sure.id,
    ]);
  });

  it("cuts rows below a share of the best relevance, and none when that is off", async () => {
    const texts = ["Gateway deploy token rotation", "A gateway"];
    const strict = openMemory({ relevanceFloorRatio: 0.9 });
    const open = openMemory({ relevanceFloorRatio: 0 });
    await strict.addAll(texts);
    await open.addAll(texts);

    expect(textsOf(await strict.ask("gateway deploy token"))).toEqual(texts.slice(0, 1));
    expect(textsOf(await open.ask("gateway deploy token"))).toEqual(texts);
    expect(SETTINGS_DEFAULTS.relevanceFloorRatio).toBe(0.25);
  });

  it("has citations only when they are asked for", async () => {
    const memory = openMemory();
    await memory.add(STAGING);

    const [bare, full] = await Promise.all([
      memory.ask("staging port"),
      memory.ask({ queryText: "staging port", withCitations: true }),
    ]);

    expect(bare.rows.map(({ claim }) => claim.citations)).toEqual([[]]);
    expect(full.rows.flatMap(({ claim }) => claim.citations.map(({ source }) => source))).toEqual(["docs/ops.md"]);
  });
});
