import { describe, expect, test } from "vitest";

import { resolveSettings } from "../../src/config/resolve-settings.ts";
import { SETTINGS_DEFAULTS } from "../../src/config/settings.ts";

const entry = (resolved: ReturnType<typeof resolveSettings>, key: string): unknown =>
  resolved.entries.find((one) => one.key === key);

describe("settings", () => {
  test("are the defaults when nothing is configured", () => {
    const resolved = resolveSettings();

    expect(resolved.settings).toEqual(SETTINGS_DEFAULTS);
    expect(resolved.warnings).toEqual([]);
    expect(entry(resolved, "pinned_bonus")).toEqual({
      key: "pinned_bonus",
      value: 0.03,
      origin: "default",
      name: "MEMORYMASTER_PINNED_BONUS",
    });
  });

  test("of the environment beat those of the file, which beat the defaults", () => {
    const resolved = resolveSettings({
      file: { name: "config.json", content: { pinned_bonus: 0.1, relevance_floor: 0.5 } },
      env: { MEMORYMASTER_PINNED_BONUS: "0.2" },
    });

    expect([resolved.settings.pinnedBonus, resolved.settings.relevanceFloorRatio]).toEqual([0.2, 0.5]);
    expect([entry(resolved, "pinned_bonus"), entry(resolved, "relevance_floor")]).toEqual([
      { key: "pinned_bonus", value: 0.2, origin: "env", name: "MEMORYMASTER_PINNED_BONUS" },
      { key: "relevance_floor", value: 0.5, origin: "file", name: "config.json" },
    ]);
  });

  test("all have a variable", () => {
    const { settings, entries } = resolveSettings({
      env: {
        MEMORYMASTER_RETRIEVAL_WEIGHTS: "0.4, 0.3,0.2,0.1",
        MEMORYMASTER_LEXICAL_WEIGHTS: "0.7,0.1,0.1,0.1",
        MEMORYMASTER_BM25: "2,0.75",
        MEMORYMASTER_RELEVANCE_FLOOR: "0",
        MEMORYMASTER_STANDING_FLOOR: "0.4",
        MEMORYMASTER_FRESHNESS_HALFLIFE: "1,2,.5",
        MEMORYMASTER_PINNED_BONUS: "1e-2",
        MEMORYMASTER_SESSION_DIVERSITY_CAP: "0",
        MEMORYMASTER_QUERY_INCLUDE_LEGACY_PROJECT: "No",
        MEMORYMASTER_REDACT_PRIVATE_NETWORK: " ON ",
        MEMORYMASTER_QDRANT_GOVERNED_READS: "1",
        MEMORYMASTER_QDRANT_DRIFT_MAX: "7",
        MEMORYMASTER_TEAM_VECTORS: "yes",
        MEMORYMASTER_INTAKE_REQUIRE_SOURCE_AGENT: "strict",
        MEMORYMASTER_INTAKE_DEFAULT_SOURCE_AGENT: "team-bot",
        MEMORYMASTER_INTAKE_REJECT_SESSION_STATE: "off",
        MEMORYMASTER_INTAKE_REJECTED_SCOPE_PREFIXES: "session-state, scratch,,",
        MEMORYMASTER_VALIDATION_THRESHOLD: "0.6",
        MEMORYMASTER_CONFLICT_MARGIN: "0.1",
        MEMORYMASTER_STALE_THRESHOLD: "0.3",
        MEMORYMASTER_DECAY_RATES: "0.01,0.03,0.1",
        MEMORYMASTER_CADENCE_HOURS: "100,50,10",
        MEMORYMASTER_POLICY_MODE: "cadence",
        MEMORYMASTER_PROMOTION_GATE: "formula",
        MEMORYMASTER_DEDUPE_ENABLED: "1",
        MEMORYMASTER_DEDUPE_SHADOW: "0",
        MEMORYMASTER_DEDUPE_JACCARD_HIGH: "0.9",
      },
    });

    expect(settings).toEqual({
      retrievalWeights: { lexical: 0.4, confidence: 0.3, freshness: 0.2, vector: 0.1 },
      lexicalWeights: { bm25: 0.7, coverage: 0.1, proximity: 0.1, phrase: 0.1 },
      bm25: { k1: 2, b: 0.75 },
      relevanceFloorRatio: 0,
      standingFloor: 0.4,
      freshnessHalfLifeHours: { low: 1, medium: 2, high: 0.5 },
      pinnedBonus: 0.01,
      sessionDiversityCap: 0,
      includeLegacyProjectScope: false,
      redactPrivateNetwork: true,
      vector: { reads: "on", teamGranted: true, driftMax: 7 },
      intake: {
        requireSourceAgent: "strict",
        defaultSourceAgent: "team-bot",
        rejectSessionState: false,
        rejectedScopePrefixes: ["session-state", "scratch"],
      },
      maintenance: {
        validationThreshold: 0.6,
        conflictMargin: 0.1,
        staleThreshold: 0.3,
        decayRates: { low: 0.01, medium: 0.03, high: 0.1 },
        cadenceHours: { low: 100, medium: 50, high: 10 },
        policyMode: "cadence",
        promotionGate: "formula",
        dedupe: { enabled: true, shadow: false, minOverlap: 0.9 },
      },
    });
    expect(entries.map((one) => one.origin)).toEqual(entries.map(() => "env"));
  });

  test("of a file may name some parts, or list them in the order of the variable", () => {
    const content = { retrieval_weights: { vector: 0.9 }, freshness_halflife: [1, 2, 3] };
    const { settings } = resolveSettings({ file: { name: "config.json", content } });

    expect(settings.retrievalWeights).toEqual({ lexical: 0.7, confidence: 0.2, freshness: 0.1, vector: 0.9 });
    expect(settings.freshnessHalfLifeHours).toEqual({ low: 1, medium: 2, high: 3 });
  });

  test("stay at the default for an empty variable", () => {
    expect(resolveSettings({ env: { MEMORYMASTER_BM25: "  " } }).settings).toEqual(SETTINGS_DEFAULTS);
  });
});

describe("a bad value is refused with its name", () => {
  test.each([
    ["MEMORYMASTER_RETRIEVAL_WEIGHTS", "1,2,3"],
    ["MEMORYMASTER_RETRIEVAL_WEIGHTS", "1,2,3,4,5"],
    ["MEMORYMASTER_RETRIEVAL_WEIGHTS", "1,2,3,"],
    ["MEMORYMASTER_RETRIEVAL_WEIGHTS", "1,2,3,x"],
    ["MEMORYMASTER_RETRIEVAL_WEIGHTS", "1,2,-3,1"],
    ["MEMORYMASTER_RETRIEVAL_WEIGHTS", "0,1,1,0"],
    ["MEMORYMASTER_LEXICAL_WEIGHTS", "1,1,1,1"],
    ["MEMORYMASTER_BM25", "1.2,1.5"],
    ["MEMORYMASTER_RELEVANCE_FLOOR", "1.1"],
    ["MEMORYMASTER_RELEVANCE_FLOOR", "0x1"],
    ["MEMORYMASTER_RELEVANCE_FLOOR", "Infinity"],
    ["MEMORYMASTER_FRESHNESS_HALFLIFE", "1,0,3"],
    ["MEMORYMASTER_SESSION_DIVERSITY_CAP", "1.5"],
    ["MEMORYMASTER_INTAKE_REQUIRE_SOURCE_AGENT", "maybe"],
  ])("%s=%s", (name, text) => {
    expect(() => resolveSettings({ env: { [name]: text } })).toThrow(
      expect.objectContaining({
        code: "config.invalid",
        details: { name },
        message: expect.stringContaining(name) as string,
      }),
    );
  });

  test.each<[string, unknown]>([
    ["config.json: pinned_bonus: ", { pinned_bonus: "0.1" }],
    ["config.json: query_include_legacy_project: ", { query_include_legacy_project: "no" }],
    ["config.json: retrieval_weights: ", { retrieval_weights: { lexical: 1, other: 2 } }],
    ["config.json: retrieval_weights: vector: ", { retrieval_weights: { vector: -1 } }],
    ["config.json: bm25: ", { bm25: [1] }],
    ["config.json: must hold", [1, 2]],
    ["config.json: must hold", null],
  ])("%s… in a file", (message, content) => {
    expect(() => resolveSettings({ file: { name: "config.json", content } })).toThrow(
      expect.objectContaining({
        code: "config.invalid",
        details: { name: "config.json" },
        message: expect.stringContaining(message) as string,
      }),
    );
  });

  test("and never repeated in the message", () => {
    const secret = "hunter2-hunter2";

    expect(() => resolveSettings({ env: { MEMORYMASTER_BM25: secret } })).not.toThrow(new RegExp(secret));
    expect(() => resolveSettings({ env: { MEMORYMASTER_INTAKE_REQUIRE_SOURCE_AGENT: secret } })).not.toThrow(
      new RegExp(secret),
    );
  });
});

describe("a warning is given", () => {
  test("for keys of the file that nobody reads", () => {
    const file = { name: "config.json", content: { pinned_bonus: 0.1, pined_bonus: 1, db: "x" } };

    expect(resolveSettings({ file, otherKeys: ["db"] }).warnings).toEqual([
      "config.json: unknown key pined_bonus is ignored",
    ]);
  });

  test("once for all variables without effect", () => {
    const env = {
      MEMORYMASTER_LLM_RERANK: "1",
      MEMORYMASTER_RECALL_W_LEX: "2",
      MEMORYMASTER_W_VEC: "1",
      MEMORYMASTER_RECALL_TRUST: "all",
      MEMORYMASTER_RRF_K: "",
      RRF_K: "1",
    };

    expect(resolveSettings({ env }).warnings).toEqual([
      "Variables without effect in this version: MEMORYMASTER_LLM_RERANK, MEMORYMASTER_RECALL_W_LEX, MEMORYMASTER_W_VEC",
    ]);
  });

  test("for a switch that is neither on nor off, which stays as it was", () => {
    const env = { MEMORYMASTER_REDACT_PRIVATE_NETWORK: "ture", MEMORYMASTER_QUERY_INCLUDE_LEGACY_PROJECT: "maybe" };
    const { settings, warnings } = resolveSettings({ env });

    expect([settings.redactPrivateNetwork, settings.includeLegacyProjectScope]).toEqual([false, true]);
    expect(warnings).toHaveLength(2);
  });
});
