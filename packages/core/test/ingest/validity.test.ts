import { describe, expect, it } from "vitest";

import { isCurrent, isLive, resolveValidity, validityOverlaps } from "../../src/ingest/validity.ts";

const day = (of: number): string => `2026-01-${String(of).padStart(2, "0")}T00:00:00+00:00`;
const between = (from: number | undefined, until: number | undefined) => ({
  validFrom: from === undefined ? undefined : day(from),
  validUntil: until === undefined ? undefined : day(until),
});

describe("resolveValidity", () => {
  it.each([
    ["starts now when nothing is given", between(undefined, undefined), between(10, undefined)],
    ["starts now before an end to come", between(undefined, 11), between(10, 11)],
    ["closes the interval at an end in the past", between(undefined, 9), between(9, 9)],
    ["closes the interval at an end that is now", between(undefined, 10), between(10, 10)],
    ["keeps what is given", between(1, 2), between(1, 2)],
    ["keeps a start and an end that are equal", between(2, 2), between(2, 2)],
  ])("%s", (_, given, expected) => {
    expect(resolveValidity(given, day(10))).toEqual(expected);
  });

  it("refuses an end before the start", () => {
    expect(() => resolveValidity(between(3, 2), day(10))).toThrow(
      expect.objectContaining({ code: "input.invalid", details: { field: "valid_until" } }),
    );
  });
});

describe("isCurrent", () => {
  it.each([
    [between(undefined, undefined), true],
    [between(10, undefined), true],
    [between(11, undefined), false],
    [between(1, 10), false],
    [between(1, 11), true],
  ])("of %j is %s", (validity, expected) => {
    expect(isCurrent({ ...validity, createdAt: day(1) }, day(10))).toBe(expected);
  });

  it("counts a start that ingest set by itself as reached under a clock that runs behind", () => {
    expect(isCurrent({ ...between(11, undefined), createdAt: day(11) }, day(10))).toBe(true);
  });
});

describe("validityOverlaps", () => {
  it.each([
    [between(undefined, undefined), between(undefined, undefined), true],
    [between(1, 5), between(5, 9), false],
    [between(1, 6), between(5, 9), true],
    [between(5, undefined), between(undefined, 5), false],
    [between(5, undefined), between(undefined, 6), true],
  ])("of %j and %j is %s, in both directions", (a, b, expected) => {
    expect([validityOverlaps(a, b), validityOverlaps(b, a)]).toEqual([expected, expected]);
  });
});

describe("isLive", () => {
  it("is true of the four states that are answered", () => {
    const states = ["confirmed", "candidate", "stale", "conflicted", "superseded", "archived"] as const;

    expect(states.filter((status) => isLive({ status }))).toEqual(["confirmed", "candidate", "stale", "conflicted"]);
  });
});
