import { createMemoryVectorIndex, embeddingSpec, unitVector } from "@memorymaster/core";
import type { Claim, ClaimInput, Embedder } from "@memorymaster/core";
import { describe, expect, it } from "vitest";

import { detectContradictions } from "../../src/contradictions/detect.ts";
import type { Verdict, VerdictStore } from "../../src/contradictions/verdicts.ts";
import { budgetOf, decisionsOf, loopWorld } from "../loop/loop-steps.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";
import { fakeModel } from "./fake-model.ts";

const DAY = "Invoices of the shop are sent to customers on Mondays";
const NEVER = "Invoices are never sent to customers of the shop on paper or mail";
const OTHER = "Kubernetes upgrades happen twice a year";

const no = { contradicts: false, severity: "low", reason: "" };
const yes = { contradicts: true, severity: "high", reason: "One says sent, the other never" };

function verdictStore(): VerdictStore & { readonly rows: Verdict[] } {
  const rows: Verdict[] = [];
  const keyOf = ({ claimAId, claimBId, model, promptVersion, pairHash }: Omit<Verdict, "contradicts">): string =>
    [claimAId, claimBId, model, promptVersion, pairHash].join(" ");
  return {
    rows,
    readVerdicts: async (keys) => rows.filter((row) => keys.some((key) => keyOf(row) === keyOf(key as Verdict))),
    writeVerdicts: async (written) => void rows.push(...written),
  };
}

describe.each(STORE_KINDS)("contradictions in other words (%s)", (kind) => {
  it("are neither looked for nor invented without a model", async () => {
    const world = await stewardWorld(kind);
    await world.ingest({ text: DAY });
    await world.ingest({ text: NEVER });

    expect(await detectContradictions(world.job())).toEqual({ skipped: "no_provider" });
  });

  it("are judged by a model among claims that share words, and told with their bounds", async () => {
    const model = fakeModel(() => yes);
    const world = await stewardWorld(kind, { model });
    const first = await world.ingest({ text: DAY, confidence: 0.4 });
    const second = await world.ingest({ text: NEVER, confidence: 0.9 });
    await world.ingest({ text: OTHER });

    const result = await detectContradictions(world.job());

    expect(result).toMatchObject({
      claims_scanned: 3,
      candidate_pairs: 1,
      judged: 1,
      cache_hits: 0,
      llm_calls: 1,
      judge_errors: 0,
      contradictions: 1,
      flagged_conflicted: 0,
      aborted_reason: null,
      rate: 1,
      found: [{ claim_a_id: first.id, claim_b_id: second.id, severity: "high", flag_candidate_id: first.id }],
    });
    expect(await world.claim(first.id)).toEqual(first);
    expect(model.asked[0]).toMatchObject({ purpose: "contradiction-v1" });
    expect(model.asked[0]?.text).toContain("Mondays");
  });

  it("apply: the less trusted claim becomes conflicted, a pinned one does not, and nothing is retired", async () => {
    const world = await stewardWorld(kind, { model: fakeModel(() => yes) });
    const weak = await world.ingest({ text: DAY, confidence: 0.4 });
    const strong = await world.ingest({ text: NEVER, confidence: 0.9 });
    await world.memory.claims.pin(weak.id, true);

    expect(await detectContradictions(world.job(), { apply: true })).toMatchObject({ flagged_conflicted: 0 });
    await world.memory.claims.pin(weak.id, false);
    expect(await detectContradictions(world.job(), { apply: true })).toMatchObject({ flagged_conflicted: 1 });

    expect(await world.claim(weak.id)).toMatchObject({ status: "conflicted" });
    expect(await world.claim(strong.id)).toEqual(strong);
    const step = (await world.events(weak.id)).at(-1);
    expect(step).toMatchObject({ eventType: "transition", toStatus: "conflicted", runId: "run-1" });
    expect(step?.payloadJson).not.toContain("Mondays");
  });
});

describe("pairs for the judge", () => {
  const skips: readonly (readonly [string, Partial<ClaimInput>, Partial<ClaimInput>])[] = [
    ["of one tuple", { subject: "invoices", predicate: "sent" }, { subject: "invoices", predicate: "sent" }],
    ["of two scopes", { scope: "project:shop" }, { scope: "project:other" }],
    ["of two owners", { visibility: "private", sourceAgent: "one" }, { visibility: "private", sourceAgent: "two" }],
  ];
  it.each(skips)("are none %s", async (_, one, other) => {
    const model = fakeModel(() => yes);
    const world = await stewardWorld("model", { model });
    await world.ingest({ text: DAY, ...one });
    await world.ingest({ text: NEVER, ...other });

    expect(await detectContradictions(world.job())).toMatchObject({
      candidate_pairs: 0,
      llm_calls: 0,
      rate_ci: [0, 0],
    });
  });

  it("are none of a claim and the one that replaced it", async () => {
    const world = await stewardWorld("model", { model: fakeModel(() => yes) });
    const old = await world.ingest({ text: DAY });
    const now = await world.ingest({ text: NEVER });
    await world.memory.claims.transition(old.id, "superseded", { replacedBy: now.id });

    expect(await detectContradictions(world.job())).toMatchObject({ candidate_pairs: 0 });
  });

  it("come by meaning where an embedder tells it, and then within the band of cosines", async () => {
    const near: Readonly<Record<string, readonly number[]>> = {
      [DAY]: [1, 0],
      [NEVER]: [0.8, 0.6],
      [OTHER]: [0.3, 0.954],
    };
    const embedder: Embedder = {
      spec: embeddingSpec({ provider: "test", model: "by-hand", revision: "", dims: 2 }),
      noiseFloor: 0,
      isSemantic: true,
      degraded: false,
      embed: async (texts) =>
        texts.map((text) => unitVector(Float32Array.from(near[text] ?? [0, 1])) ?? new Float32Array(2)),
    };
    const world = await stewardWorld("model", {
      model: fakeModel(() => no),
      vectors: { embedder, index: createMemoryVectorIndex() },
    });
    for (const text of [DAY, NEVER, OTHER]) await world.ingest({ text });
    await world.memory.vectors.sync();

    const found = async (simLow: number): Promise<unknown> =>
      (await detectContradictions(world.job(), { simLow }))["candidate_pairs"];

    expect(await found(0.79)).toBe(2);
    expect(await found(0.815)).toBe(0);
  });
});

async function pairOf(model: ReturnType<typeof fakeModel>) {
  const world = await stewardWorld("model", { model });
  const first = await world.ingest({ text: DAY });
  const second = await world.ingest({ text: NEVER });
  return { world, first, second };
}

describe("verdicts", () => {
  it("are asked for once, and again when a text has changed", async () => {
    const model = fakeModel(() => yes);
    const { world, first } = await pairOf(model);
    const verdicts = verdictStore();
    const again = async () => detectContradictions(world.job(), { verdicts });

    expect(await again()).toMatchObject({ cache_hits: 0, llm_calls: 1 });
    expect(await again()).toMatchObject({ cache_hits: 1, llm_calls: 0, contradictions: 1 });
    expect(verdicts.rows).toMatchObject([{ claimAId: 1, claimBId: 2, model: "fake:judge-1", severity: "high" }]);
    const words: Claim = { ...first, text: `${DAY} and Tuesdays` };
    const [stored] = await world.store.claims.getMany(world.job().viewer, [first.id], false);
    await world.store.transaction(() =>
      world.store.claims.replaceWords(
        stored ?? first,
        { ...words, nearHash: undefined, twinHash: undefined } as never,
        first.updatedAt,
      ),
    );
    expect(await again()).toMatchObject({ cache_hits: 0, llm_calls: 1 });
  });

  it("F30, G17: are of medium severity when the model names none that is known", async () => {
    for (const severity of ["", undefined, "catastrophic"]) {
      const { world } = await pairOf(fakeModel(() => ({ contradicts: true, severity, reason: "" })));
      const { found } = await detectContradictions(world.job());
      expect(found).toMatchObject([{ severity: "medium", reason: null }]);
    }
  });

  it("F22: lose a reason that gives a secret away, in the result and in what is kept", async () => {
    const reason = `The key ghp_${"a1B2c3D4e5".repeat(4)}`.slice(0, 48);
    const { world } = await pairOf(fakeModel(() => ({ contradicts: true, severity: "low", reason })));
    const verdicts = verdictStore();

    const { found } = await detectContradictions(world.job(), { verdicts });

    expect(found).toMatchObject([{ severity: "low", reason: null }]);
    expect(verdicts.rows).toMatchObject([{ reason: undefined }]);
  });

  it("G17: are none when the answer says nothing; that is not kept and counts as tried", async () => {
    for (const answer of ["empty", "invalid", "refused", "timeout"] as const) {
      const { world } = await pairOf(fakeModel(() => answer));
      const verdicts = verdictStore();

      const result = await detectContradictions(world.job(), { verdicts });

      expect(result).toMatchObject({ judged: 0, judge_errors: 1, contradictions: 0, rate: 0, aborted_reason: null });
      expect(result["rate_ci"]).not.toEqual([0, 0]);
      expect(verdicts.rows).toEqual([]);
    }
  });

  it("end with the budget, and say so", async () => {
    const { world } = await pairOf(fakeModel(() => "budget_exhausted"));

    expect(await detectContradictions(world.job())).toMatchObject({
      aborted_reason: "budget_exhausted",
      judge_errors: 0,
    });
  });

  it.each([
    ["sample", { sample: 0 }],
    ["sim_low", { simLow: -0.1 }],
    ["sim_high", { simLow: 0.9, simHigh: 0.5 }],
  ])("refuse a wrong %s", async (field, options) => {
    const { world } = await pairOf(fakeModel(() => no));

    await expect(detectContradictions(world.job(), options)).rejects.toMatchObject({ details: { field } });
  });
});

describe("the probe of the steward loop", () => {
  it("proposes a conflict with the claim that a model found, and names it", async () => {
    const world = await loopWorld("model", { model: fakeModel(() => yes) });
    const first = await world.confirmed({ text: DAY });
    const second = await world.confirmed({ text: NEVER });

    const report = await world.run();

    expect(decisionsOf(report)).toMatchObject([{ decision: "conflicted" }, { decision: "conflicted" }]);
    const { items } = await world.memory.governance.proposals();
    expect(items.map(({ claimId, candidateClaimId }) => [claimId, candidateClaimId])).toEqual([
      [second.id, first.id],
      [first.id, second.id],
    ]);
  });

  it("F24: is left out once the budget is used up, with no circuit open", async () => {
    const model = fakeModel(() => "budget_exhausted");
    const world = await loopWorld("model", { model });
    await world.confirmed({ text: DAY });
    await world.confirmed({ text: NEVER });

    const report = await world.run();

    expect(model.asked).toHaveLength(1);
    expect(budgetOf(report)).toMatchObject({
      probe_execution: { contradiction_probe: { planned: 2, executed: 1, skipped_budget: 1 } },
      guardrails: { probe_circuit_open: [] },
    });
  });
});
