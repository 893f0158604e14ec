import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { epochMsOf, normalizeTime, timestampOf } from "../../src/claims/time.ts";

describe("a given time", () => {
  test.each([
    ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05+00:00"],
    ["2026-01-02T03:04:05+00:00", "2026-01-02T03:04:05+00:00"],
    ["2026-01-02T03:04:05", "2026-01-02T03:04:05+00:00"],
    ["2026-01-02 03:04:05", "2026-01-02T03:04:05+00:00"],
    ["2026-01-02T05:04:05+02:00", "2026-01-02T03:04:05+00:00"],
    ["2026-01-01T22:04:05-0500", "2026-01-02T03:04:05+00:00"],
    ["2026-01-02T05:04:05+02", "2026-01-02T03:04:05+00:00"],
    ["2026-01-02t03:04:05z", "2026-01-02T03:04:05+00:00"],
    ["2026-01-02T03:04:05.999Z", "2026-01-02T03:04:05+00:00"],
    ["2026-01-02T03:04:05,5", "2026-01-02T03:04:05+00:00"],
    ["2026-01-02T03:04", "2026-01-02T03:04:00+00:00"],
    ["  2026-01-02  ", "2026-01-02T00:00:00+00:00"],
    ["2024-02-29", "2024-02-29T00:00:00+00:00"],
    ["1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59+00:00"],
    ["0099-05-06", "0099-05-06T00:00:00+00:00"],
  ])("%s is stored as %s", (given, stored) => {
    expect(normalizeTime(given, "valid_from")).toBe(stored);
  });

  test.each([
    "",
    "yesterday",
    "2026",
    "2026-1-2",
    "2026-13-01",
    "2026-00-10",
    "2026-02-30",
    "2025-02-29",
    "1900-02-29",
    "2026-01-02T24:00:00",
    "2026-01-02T03:60:00",
    "2026-01-02T03:04:60",
    "2026-01-02T03:04:05+24:00",
    "2026-01-02T03:04:05 Z",
    "2026-01-02T03:04:05Z; drop",
    "9999-12-31T23:59:59-01:00",
    "0000-01-01",
    "0001-01-01T00:00:00+01:00",
    "2026-01-02T",
  ])("%j is refused with the field", (given) => {
    expect(() => normalizeTime(given, "valid_until")).toThrow(
      expect.objectContaining({ code: "input.invalid", details: { field: "valid_until" } }),
    );
  });
});

describe("the stored form", () => {
  const seconds = fc.integer({ min: -62_135_596_800, max: 253_402_300_799 });

  test("is a fixed point of normalisation, whatever the offset", () => {
    fc.assert(
      fc.property(seconds, fc.integer({ min: -23 * 60, max: 23 * 60 }), (second, shiftMinutes) => {
        const stored = timestampOf(second * 1000);
        expect(normalizeTime(stored, "t")).toBe(stored);

        const shiftedMs = (second + shiftMinutes * 60) * 1000;
        fc.pre(shiftedMs >= -62_135_596_800_000 && shiftedMs <= 253_402_300_799_000);
        const size = Math.abs(shiftMinutes);
        const two = (value: number): string => String(value).padStart(2, "0");
        const offset = `${shiftMinutes < 0 ? "-" : "+"}${two(Math.trunc(size / 60))}:${two(size % 60)}`;
        expect(normalizeTime(`${timestampOf(shiftedMs).slice(0, 19)}${offset}`, "t")).toBe(stored);
      }),
    );
  });

  test("sorts as text in the order of time", () => {
    fc.assert(
      fc.property(seconds, seconds, (a, b) => {
        expect(timestampOf(a * 1000) < timestampOf(b * 1000)).toBe(a < b);
      }),
    );
  });

  test("cuts fractions of a second off, also before 1970", () => {
    expect([timestampOf(1_999), timestampOf(-1)]).toEqual(["1970-01-01T00:00:01+00:00", "1969-12-31T23:59:59+00:00"]);
  });

  test("is read back to the millisecond it stands for", () => {
    expect([epochMsOf("1970-01-01T00:00:01+00:00"), epochMsOf("no time")]).toEqual([1_000, undefined]);
  });
});
