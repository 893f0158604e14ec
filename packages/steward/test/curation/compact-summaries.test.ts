import { createMemoryVectorIndex } from "@memorymaster/core";
import type { Claim, Embedder } from "@memorymaster/core";
import { payloadOf } from "@memorymaster/core/jobs";
import { createHashEmbedder } from "@memorymaster/core/testing";
import { describe, expect, it } from "vitest";

import { compactSummaries } from "../../src/curation/compact-summaries.ts";
import type { StepResult } from "../../src/types.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";
import type { StewardWorld } from "../support/steward-world.ts";
import { FAKE_KEY, scriptedModel } from "./support/scripted-model.ts";

const ANSWER = {
  summary_text: "The shop cache ran on redis, then on valkey, with a limit of 512 MB.",
  subject: "shop cache",
  predicate: "history",
  object_value: "redis, valkey",
};
const NOTES = ["The cache ran on redis", "Eviction was set to lru", "Memory was limited to 512 MB"];

async function archived(world: StewardWorld, given: Partial<Claim> = {}): Promise<readonly Claim[]> {
  const { subject = "Shop cache", scope = "project:shop", visibility = "public", sourceAgent = "agent-1" } = given;
  const made = [];
  for (const note of NOTES) {
    const claim = await world.ingest({ text: `${note} in ${scope}`, subject, scope, visibility, sourceAgent });
    made.push(await world.memory.claims.transition(claim.id, "archived"));
  }
  return made;
}

const detailsOf = (result: StepResult): readonly Record<string, unknown>[] =>
  result["details"] as readonly Record<string, unknown>[];

describe.each(STORE_KINDS)("summaries of archived claims (%s)", (kind) => {
  it("are candidates with links, citation and event; the claims stay archived and are told once", async () => {
    const model = scriptedModel([ANSWER]);
    const world = await stewardWorld(kind, { model });
    const claims = await archived(world);
    const ids = claims.map(({ id }) => id);

    const result = await compactSummaries(world.job());

    expect(result).toMatchObject({ clusters_found: 1, summaries_created: 1, source_claims_summarized: 3, errors: 0 });
    const [detail] = detailsOf(result);
    expect(detail).toMatchObject({ action: "summarized", source_claim_ids: ids, subject_hint: "Shop cache" });
    const summary = await world.claim(Number(detail?.["summary_claim_id"]));
    expect(summary).toMatchObject({
      status: "candidate",
      claimType: "summary",
      confidence: 0.85,
      sourceAgent: "agent-1",
    });
    expect(summary.predicate).toMatch(/^history:[\da-f]{8}$/);
    expect(summary.citations).toMatchObject([{ source: "compact-summaries", locator: "cluster:3_claims" }]);
    const links = await world.store.links.listOf(summary.id, "derived_from");
    expect(links.map(({ targetId }) => targetId)).toEqual(ids);
    const event = (await world.events(summary.id)).find(({ eventType }) => eventType === "compactor");
    expect(event).toMatchObject({ details: "compact_summary_created", runId: "run-1" });
    expect(event && payloadOf(event)).toMatchObject({ source_claim_ids: ids, cluster_size: 3, links_created: 3 });
    for (const { id } of claims) expect((await world.claim(id)).status).toBe("archived");

    expect(await compactSummaries(world.job())).toMatchObject({ clusters_found: 0 });
    expect(model.asked).toHaveLength(1);
  });

  it("F21: scopes and owners are never mixed", async () => {
    const world = await stewardWorld(kind, { model: scriptedModel([ANSWER]) });
    await archived(world);
    await archived(world, { scope: "project:other" });
    await archived(world, { scope: "project:mine", visibility: "private", sourceAgent: "agent-2" });

    const result = await compactSummaries(world.job());

    expect(result).toMatchObject({ clusters_found: 3, summaries_created: 3 });
    const { items } = await world.memory.claims.list({ scopes: ["project:mine"] });
    expect(items).toMatchObject([{ claimType: "summary", visibility: "private", sourceAgent: "agent-2" }]);
  });

  it("what a live claim has replaced is not told again", async () => {
    const model = scriptedModel([ANSWER]);
    const world = await stewardWorld(kind, { model });
    const claims = await archived(world);
    const first = await world.ingest({ text: "The cache ran on memcached once", subject: "shop cache" });
    const live = await world.ingest({ text: "Valkey serves sessions of customers now" });
    await world.memory.claims.transition(first.id, "superseded", { replacedBy: live.id });
    await world.memory.claims.transition(first.id, "archived");

    const result = await compactSummaries(world.job());

    expect(detailsOf(result)).toMatchObject([{ source_claim_ids: claims.map(({ id }) => id) }]);
    expect(model.asked[0]?.text).not.toContain("memcached");
  });

  it.each([
    ["empty", "llm_empty_response"],
    [{ summary_text: "  " }, "empty_summary"],
    ["invalid", "error"],
    ["timeout", "error"],
  ] as const)("F29: after %j nothing is written", async (answer, action) => {
    const world = await stewardWorld(kind, { model: scriptedModel([answer]) });
    await archived(world);
    const before = await world.memory.claims.stats();

    const result = await compactSummaries(world.job());

    expect(result).toMatchObject({ errors: 1, summaries_created: 0, details: [{ action }] });
    expect(await world.memory.claims.stats()).toEqual(before);
    expect(await compactSummaries(world.job())).toMatchObject({ clusters_found: 1 });
  });

  it("F22, L15: a summary with a secret, or one that is a claim itself, is not stored", async () => {
    const encoded = Buffer.from(`token ${FAKE_KEY}`).toString("base64");
    const texts = [`The key is ${FAKE_KEY}`, `The token was ${encoded}`, `${NOTES[0]} in project:shop`];
    const world = await stewardWorld(kind, {
      model: scriptedModel(texts.map((summary_text) => ({ ...ANSWER, summary_text }))),
    });
    const [first] = await archived(world);
    const before = await world.memory.claims.stats();

    const results = [];
    while (results.length < texts.length) results.push(...detailsOf(await compactSummaries(world.job())));

    expect(results.map(({ error }) => error)).toEqual(["sensitive.content", "sensitive.content", "repeats_a_source"]);
    expect(JSON.stringify(results)).not.toContain(FAKE_KEY);
    expect(await world.memory.claims.stats()).toEqual(before);
    expect((await world.claim(first?.id ?? 0)).status).toBe("archived");
  });

  it("F13: what was erased while the model was asked is not told", async () => {
    const model = scriptedModel(async () => {
      await world.memory.claims.redact(claims[0]?.id ?? 0, { mode: "erase", actor: "ana" });
      return ANSWER;
    });
    const world: StewardWorld = await stewardWorld(kind, { model });
    const claims = await archived(world);

    const result = await compactSummaries(world.job());

    expect(result).toMatchObject({ summaries_created: 0, details: [{ action: "error", error: "sources_changed" }] });
  });

  it("L32: an exhausted budget ends it, and the next run takes what is left", async () => {
    const model = scriptedModel([
      ANSWER,
      "budget_exhausted",
      { ...ANSWER, summary_text: "Another summary of the cache." },
    ]);
    const world = await stewardWorld(kind, { model });
    await archived(world);
    await archived(world, { scope: "project:other" });

    const result = await compactSummaries(world.job());

    expect(result).toMatchObject({ summaries_created: 1, aborted_reason: "budget_exhausted" });
    expect(await compactSummaries(world.job())).toMatchObject({ summaries_created: 1, aborted_reason: null });
  });

  it("a dry run asks nobody and writes nothing, with or without a model", async () => {
    const model = scriptedModel([ANSWER]);
    const world = await stewardWorld(kind, { model });
    await archived(world);
    const before = await world.memory.claims.stats();

    const result = await compactSummaries(world.job(), { dryRun: true });

    expect(result).toMatchObject({ dry_run: true, errors: 0, details: [{ action: "would_summarize" }] });
    expect(model.asked).toEqual([]);
    expect(await world.memory.claims.stats()).toEqual(before);
  });
});

it("without a model it is refused before any work", async () => {
  const world = await stewardWorld();
  await expect(compactSummaries(world.job())).rejects.toMatchObject({ code: "input.invalid" });
  expect(await compactSummaries(world.job(), { dryRun: true })).toMatchObject({ clusters_found: 0 });
});

it.each([{ minCluster: 1 }, { maxCluster: 2 }, { similarityThreshold: 1.5 }])("refuses %j", async (options) => {
  const world = await stewardWorld("model", { model: scriptedModel([ANSWER]) });
  await expect(compactSummaries(world.job(), options)).rejects.toMatchObject({ code: "input.invalid" });
});

it("vectors bring together what has several subjects, at most so many at once", async () => {
  // All texts mean the same, but for those about fish.
  const direction = (text: string): Float32Array => Float32Array.from(text.includes("fish") ? [0, 1] : [1, 0]);
  const hash = createHashEmbedder();
  const embedder: Embedder = { ...hash, isSemantic: true, embed: async (texts) => texts.map(direction) };
  const model = scriptedModel([ANSWER]);
  const world = await stewardWorld("model", { model, vectors: { embedder, index: createMemoryVectorIndex() } });
  const texts = ["red fish swims", "The cache ran on redis", "Eviction was lru", "Memory was low", "Keys expired late"];
  for (const [at, text] of texts.entries()) {
    const { id } = await world.ingest({ text, subject: `part ${"abcde"[at]}` });
    await world.memory.claims.transition(id, "archived");
  }

  const result = await compactSummaries(world.job(), { minCluster: 2, maxCluster: 3, dryRun: true });

  expect(detailsOf(result).map((one) => one["source_claim_ids"])).toEqual([[2, 3, 4]]);
});
