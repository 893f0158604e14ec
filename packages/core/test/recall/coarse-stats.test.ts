import fc from "fast-check";
import { expect, test } from "vitest";

import { coarseStats } from "../../src/recall/coarse-stats.ts";

test("stores up to a thousand claims of usual length have one size, larger ones that of four times the size before", () => {
  const averageOf = (claims: number, average: number) => coarseStats({ claims, terms: claims * average });
  const least = { claims: 1_024, terms: 1_024 * 16 };

  expect([coarseStats({ claims: 0, terms: 0 }), averageOf(3, 7), averageOf(1_024, 23)]).toEqual([least, least, least]);
  expect(averageOf(1_025, 25)).toEqual({ claims: 4_096, terms: 4_096 * 32 });
  expect(averageOf(1_000_000, 20)).toEqual({ claims: 1_048_576, terms: 1_048_576 * 16 });
});

test("no store counts as smaller than it is, nor as more than four times as large", () => {
  fc.assert(
    fc.property(fc.nat(5_000_000), fc.integer({ min: 1, max: 200 }), (claims, average) => {
      const coarse = coarseStats({ claims, terms: claims * average });

      expect(coarse.claims).toBeGreaterThanOrEqual(claims);
      expect(coarse.claims).toBeLessThanOrEqual(Math.max(1_024, 4 * claims));
      expect([1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216]).toContain(coarse.claims);
      expect((coarse.terms / coarse.claims) % 16).toBe(0);
    }),
  );
});
