import { SETTINGS_DEFAULTS } from "@memorymaster/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { decayed, planDecay, untouchedSince } from "../../src/decay/decayed.ts";

const RULES = SETTINGS_DEFAULTS.maintenance;
const NOW = Date.parse("2026-03-11T00:00:00Z");
const at = (days: number): string => new Date(NOW - days * 86_400_000).toISOString();
const touched = (days: number) => ({ updatedAt: at(days), lastValidatedAt: undefined, lastDecayedAt: undefined });

describe("decay", () => {
  it.each([
    { confidence: 0.9, days: 10, rate: 0.02, left: 0.7 },
    { confidence: 0.5, days: 4, rate: 0.05, left: 0.3 },
    { confidence: 0.1, days: 100, rate: 0.05, left: 0 },
    { confidence: 0.5, days: -3, rate: 0.05, left: 0.5 },
  ])("$confidence after $days days at $rate a day is $left", ({ confidence, days, rate, left }) => {
    expect(decayed(confidence, days, rate)).toBeCloseTo(left, 10);
  });

  it("takes the same in many steps as in one", () => {
    const days = fc.array(fc.double({ min: 0.1, max: 5, noNaN: true }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), days, (confidence, steps) => {
        const inSteps = steps.reduce((left, step) => decayed(left, step, 0.02), confidence);
        const total = steps.reduce((sum, step) => sum + step, 0);
        expect(inSteps).toBeCloseTo(decayed(confidence, total, 0.02), 9);
      }),
    );
  });

  it("counts from the latest touch", () => {
    const claim = { confidence: 0.9, volatility: "medium", updatedAt: at(30) } as const;
    const ageOf = (touches: { lastValidatedAt?: string; lastDecayedAt?: string }): unknown =>
      planDecay({ lastValidatedAt: undefined, lastDecayedAt: undefined, ...claim, ...touches }, NOW, RULES);

    expect(ageOf({})).toMatchObject({ ageDays: 30 });
    expect(ageOf({ lastValidatedAt: at(10) })).toMatchObject({ ageDays: 10 });
    expect(ageOf({ lastValidatedAt: at(10), lastDecayedAt: at(2) })).toMatchObject({ ageDays: 2 });
  });

  it("says when a claim falls below the threshold", () => {
    const of = (confidence: number) => planDecay({ ...touched(4), confidence, volatility: "high" }, NOW, RULES);

    expect(of(0.5)).toMatchObject({ kind: "decay", toStale: true });
    expect(of(0.6)).toMatchObject({ kind: "decay", toStale: false });
  });

  it("waits for losses below 0.001, and knows when nothing is left", () => {
    const of = (confidence: number, days: number) =>
      planDecay({ ...touched(days), confidence, volatility: "low" }, NOW, RULES).kind;

    expect([of(0.9, 0.19), of(0.9, 0.21), of(0, 30)]).toEqual(["wait", "decay", "exhausted"]);
  });

  it("G6: takes nothing where a time lies ahead or is none", () => {
    const of = (touches: { updatedAt?: string; lastValidatedAt?: string }) =>
      planDecay({ ...touched(30), confidence: 0.9, volatility: "low", ...touches }, NOW, RULES);

    expect(of({ lastValidatedAt: at(-1) })).toMatchObject({ fault: "future", field: "last_validated_at" });
    expect(of({ updatedAt: "yesterday" })).toMatchObject({ fault: "malformed", field: "updated_at" });
  });

  it("looks for claims touched so long ago that they have lost 0.001; at no rate for none", () => {
    const rules = { ...RULES, decayRates: { low: 0, medium: 0.001, high: 0.01 } };

    expect(untouchedSince(NOW, rules)).toEqual({ low: 0, medium: NOW - 86_400_000, high: NOW - 8_640_000 });
  });
});
