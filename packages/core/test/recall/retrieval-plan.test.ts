import { describe, expect, it } from "vitest";
import { SETTINGS_DEFAULTS } from "../../src/config/settings.ts";
import { parseRequest } from "../../src/recall/parse-request.ts";
import type { RetrievalPlan } from "../../src/recall/retrieval-plan.ts";
import { planRetrieval } from "../../src/recall/retrieval-plan.ts";
import type { RecallRequest } from "../../src/recall/types.ts";

const DEFAULTS = SETTINGS_DEFAULTS.retrievalWeights;
const SEMANTIC = { lexical: 0.3, confidence: 0.2, freshness: 0.1, vector: 0.7 };
const FRESH = { lexical: 0.5, confidence: 0.1, freshness: 0.6, vector: 0.4 };

const planOf = (
  request: Partial<RecallRequest> = {},
  mode: "local-trusted" | "team" = "local-trusted",
): RetrievalPlan =>
  planRetrieval({ mode }, parseRequest({ queryText: "when did the port change", ...request }), DEFAULTS);

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
    expect(planOf({}, "team")).toMatchObject({ mode: "legacy", containmentReason: "team_not_granted" });
    expect(() => planOf({ retrievalMode: "qdrant" }, "team")).toThrow(
      expect.objectContaining({ code: "access.denied", details: { retrieval_mode: "qdrant" } }),
    );
  });

  it("lets the kind of question pick mode and profile when asked to", () => {
    expect(planOf({ autoClassify: true })).toEqual({
      mode: "legacy",
      containmentReason: undefined,
      queryType: "temporal",
      classifiedMode: undefined,
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
    expect(planOf(request, "team")).toMatchObject({ containmentReason: "team_not_granted", classifiedMode: "qdrant" });
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
