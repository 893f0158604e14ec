import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { wilsonInterval } from "../../src/contradictions/wilson.ts";

describe("the interval of a rate", () => {
  it.each([
    [0, 0, [0, 0]],
    [0, 10, [0, 0.27754]],
    [10, 10, [0.72246, 1]],
    [5, 10, [0.23659, 0.76341]],
    [1, 50, [0.003539, 0.104957]],
  ])("%i of %i", (hits, trials, interval) => {
    expect(wilsonInterval(hits, trials)).toEqual(interval);
  });

  it("holds the rate, lies within 0 and 1, and narrows with more trials", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.double({ min: 0, max: 1, noNaN: true }), (trials, share) => {
        const hits = Math.round(trials * share);
        const [low, high] = wilsonInterval(hits, trials);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(hits / trials + 1e-6);
        expect(high).toBeGreaterThanOrEqual(hits / trials - 1e-6);
        const [narrowLow, narrowHigh] = wilsonInterval(hits * 10, trials * 10);
        expect(narrowHigh - narrowLow).toBeLessThan(high - low);
      }),
    );
  });
});
