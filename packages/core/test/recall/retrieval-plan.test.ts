import { describe, expect, it } from "vitest";
import { SETTINGS_DEFAULTS } from "../../src/config/settings.ts";
import { parseRequest } from "../../src/recall/parse-request.ts";
import type { PlanningContext, RetrievalPlan } from "../../src/recall/retrieval-plan.ts";
import { planRetrieval } from "../../src/recall/retrieval-plan.ts";
import type { RecallRequest } from "../../src/recall/types.ts";
import { createFixedClock, createHashEmbedder } from "../../src/testing/index.ts";
import { createMemoryVectorIndex } from "../../src/vector/memory-index.ts";
import { vectorRuntime } from "../../src/vector/vector-runtime.ts";

const DEFAULTS = SETTINGS_DEFAULTS.retrievalWeights;
const SEMANTIC = { lexical: 0.5, confidence: 0.2, freshness: 0.1, vector: 0.5 };
const FRESH = { lexical: 0.5, confidence: 0.1, freshness: 0.6, vector: 0.2 };

function planOf(request: Partial<RecallRequest> = {}, context: Partial<PlanningContext> = {}): RetrievalPlan {
  const parsed = parseRequest({ queryText: "when did the port change", ...request });
  return planRetrieval({ authority: { mode: "local-trusted" }, settings: SETTINGS_DEFAULTS, ...context }, parsed);
}

const TEAM = { authority: { mode: "team" } } as const;
const PARTS = { embedder: createHashEmbedder(8), index: createMemoryVectorIndex() };
const VECTORS = { vectors: vectorRuntime(PARTS, createFixedClock()) };
const GRANTED = { settings: { ...SETTINGS_DEFAULTS, vector: { ...SETTINGS_DEFAULTS.vector, teamGranted: true } } };

describe("planRetrieval", () => {
  it("runs hybrid as text and says that there is no vector index", () => {
    expect(planOf()).toEqual({
      mode: "legacy",
      containmentReason: "not_configured",
      queryType: undefined,
      classifiedMode: undefined,
      weights: DEFAULTS,
    });
  });

  it("runs qdrant as text with the semantic profile", () => {
    expect(planOf({ retrievalMode: "qdrant" })).toMatchObject({
      mode: "legacy",
      containmentReason: "not_configured",
      weights: SEMANTIC,
    });
  });

  it("runs legacy as asked for", () => {
    expect(planOf({ retrievalMode: "legacy" })).toMatchObject({ mode: "legacy", containmentReason: undefined });
  });

  it("says that hybrid is not granted to teams, and denies them qdrant", () => {
    expect(planOf({}, TEAM)).toMatchObject({ mode: "legacy", containmentReason: "team_not_granted" });
    expect(() => planOf({ retrievalMode: "qdrant" }, TEAM)).toThrow(
      expect.objectContaining({ code: "access.denied", details: { retrieval_mode: "qdrant" } }),
    );
  });

  it("runs the mode asked for where vectors are set up, in a team when it is granted", () => {
    expect(planOf({}, VECTORS)).toMatchObject({ mode: "hybrid", containmentReason: undefined });
    expect(planOf({ retrievalMode: "qdrant" }, VECTORS)).toMatchObject({ mode: "qdrant", weights: SEMANTIC });
    expect(planOf({ retrievalMode: "legacy" }, VECTORS)).toMatchObject({ mode: "legacy" });
    expect(planOf({ queryText: "naming conventions", autoClassify: true }, VECTORS)).toMatchObject({ mode: "qdrant" });
    expect(planOf({}, { ...VECTORS, ...TEAM })).toMatchObject({
      mode: "legacy",
      containmentReason: "team_not_granted",
    });
    expect(planOf({ retrievalMode: "qdrant" }, { ...VECTORS, ...TEAM, ...GRANTED })).toMatchObject({ mode: "qdrant" });
  });

  it("lets the kind of question pick mode and profile when asked to", () => {
    expect(planOf({ autoClassify: true })).toEqual({
      mode: "legacy",
      containmentReason: undefined,
      queryType: "temporal",
      classifiedMode: "legacy",
      weights: FRESH,
    });
  });

  it("says what the kind of question would have picked when that cannot run, in a team too", () => {
    const request = { queryText: "naming conventions", autoClassify: true };

    expect(planOf(request)).toEqual({
      mode: "legacy",
      containmentReason: "not_configured",
      queryType: "preference",
      classifiedMode: "qdrant",
      weights: SEMANTIC,
    });
    expect(planOf(request, TEAM)).toMatchObject({ containmentReason: "team_not_granted", classifiedMode: "qdrant" });
  });

  it("names the kind of question but decides nothing by it when a mode was given", () => {
    const given = planOf({ autoClassify: true, retrievalMode: "legacy" });

    expect(given).toMatchObject({ queryType: "temporal", weights: DEFAULTS, classifiedMode: undefined });
  });

  it("prefers a profile by name to everything else", () => {
    expect(planOf({ retrievalProfile: "fresh", retrievalMode: "qdrant" }).weights).toEqual(FRESH);
    expect(planOf({ retrievalProfile: "semantic", autoClassify: true }).weights).toEqual(SEMANTIC);
  });

  it("picks the profile by the kind of question when it is auto, in any mode", () => {
    expect(planOf({ retrievalProfile: "auto", retrievalMode: "legacy" })).toMatchObject({
      weights: FRESH,
      queryType: undefined,
    });
  });
});
