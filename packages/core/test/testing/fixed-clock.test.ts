import { describe, expect, test } from "vitest";

import { createFixedClock } from "../../src/testing/fixed-clock.ts";

describe("a fixed clock", () => {
  test("stands still until it is moved, in both directions", () => {
    const clock = createFixedClock("2026-01-02T03:04:05Z");
    const times = [clock.nowMs(), clock.nowMs()];

    clock.advance(1_500);
    times.push(clock.nowMs());
    clock.advance(-500);
    times.push(clock.nowMs());
    clock.set("1970-01-01T00:00:01Z");
    times.push(clock.nowMs());

    const start = Date.UTC(2026, 0, 2, 3, 4, 5);
    expect(times).toEqual([start, start, start + 1_500, start + 1_000, 1_000]);
  });

  test("refuses what is no time", () => {
    expect(() => createFixedClock("soon")).toThrow(expect.objectContaining({ code: "input.invalid" }));
  });
});
