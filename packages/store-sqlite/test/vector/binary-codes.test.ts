import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearestCodes } from "../../src/vector/binary-codes.ts";

const word = fc.oneof(fc.constantFrom(0, 0xffff_ffff), fc.nat(0xffff_ffff));
/** Codes of up to seven words, the first of which is asked for, and whether each of the others takes part. */
const asking = fc.integer({ min: 1, max: 7 }).chain((width) => {
  const code = fc.array(word, { minLength: width, maxLength: width });
  return fc.record({
    asked: code,
    codes: fc.array(fc.tuple(code, fc.boolean()), { maxLength: 40 }),
    wanted: fc.nat(45),
  });
});

const bitsOf = (number: number): number => [...number.toString(2)].filter((bit) => bit === "1").length;

describe("nearestCodes", () => {
  it("gives the places of the codes that differ in the fewest bits, the first of equal ones", () => {
    fc.assert(
      fc.property(asking, ({ asked, codes, wanted }) => {
        const words = Uint32Array.from(codes.flatMap(([code]) => code));
        const takesPart = (place: number): boolean => codes[place]?.[1] ?? false;

        const places = nearestCodes(Uint32Array.from(asked), { words, size: codes.length, takesPart }, wanted);

        const distances = codes.map(([code]) =>
          code.reduce((sum, own, at) => sum + bitsOf((own ^ (asked[at] ?? 0)) >>> 0), 0),
        );
        const nearest = [...codes.keys()]
          .filter(takesPart)
          .sort((one, other) => (distances[one] ?? 0) - (distances[other] ?? 0));
        expect(places).toEqual(nearest.slice(0, wanted).sort((one, other) => one - other));
      }),
    );
  });
});
