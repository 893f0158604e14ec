import { describe, expect, it } from "vitest";
import { ageMs, freshness } from "../../src/recall/freshness.ts";
import { claimOf } from "./builders.ts";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-01-10T00:00:00Z");

describe("ageMs", () => {
  it("counts from the last validation, else the last change, else the creation", () => {
    const times = {
      lastValidatedAt: "2026-01-09T00:00:00+00:00",
      updatedAt: "2026-01-08T00:00:00+00:00",
      createdAt: "2026-01-07T00:00:00+00:00",
    };

    expect(ageMs(claimOf(times), NOW)).toBe(24 * HOUR);
    expect(ageMs(claimOf({ ...times, lastValidatedAt: undefined }), NOW)).toBe(48 * HOUR);
    expect(ageMs(claimOf({ ...times, lastValidatedAt: undefined, updatedAt: "no time" }), NOW)).toBe(72 * HOUR);
  });

  it("is 0 for a time to come and unknown when no time can be read", () => {
    expect(ageMs(claimOf({ updatedAt: "2027-01-01T00:00:00+00:00" }), NOW)).toBe(0);
    expect(ageMs(claimOf({ updatedAt: "", createdAt: "no time" }), NOW)).toBeUndefined();
  });
});

describe("freshness", () => {
  it("halves with every half-life", () => {
    expect([0, 24, 48, 72].map((hours) => freshness(hours * HOUR, 24))).toEqual([1, 0.5, 0.25, 0.125]);
  });

  it("is in the middle for an unknown age", () => {
    expect(freshness(undefined, 24)).toBe(0.5);
  });
});
