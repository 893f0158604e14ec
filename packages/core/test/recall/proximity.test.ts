import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { proximity } from "../../src/recall/proximity.ts";

const at = (
  ...places: readonly (readonly [position: number, group: number])[]
): { position: number; group: number }[] => places.map(([position, group]) => ({ position, group }));

describe("proximity", () => {
  it("is 0 for no word and for one word, however often it stands there", () => {
    expect([proximity([]), proximity(at([1, 0])), proximity(at([1, 0], [2, 0]))]).toEqual([0, 0, 0]);
  });

  it("is 1 for neighbours and falls with the span that holds the words", () => {
    expect(proximity(at([4, 0], [5, 1]))).toBe(1);
    expect(proximity(at([1, 0], [5, 1]))).toBe(0.25);
    expect(proximity(at([0, 0], [3, 1], [4, 2]))).toBe(0.5);
  });

  it("takes the shortest span that holds every word", () => {
    expect(proximity(at([0, 0], [9, 1], [20, 0], [22, 1], [40, 0]))).toBe(0.5);
  });

  it("is 1 for the words of one identifier", () => {
    expect(proximity(at([3, 0], [3, 1], [3, 2]))).toBe(1);
  });

  it("agrees with trying every stretch of the field", () => {
    const occurrences = fc
      .array(fc.record({ position: fc.nat(30), group: fc.nat(3) }), { maxLength: 12 })
      .map((found) => found.toSorted((a, b) => a.position - b.position));
    fc.assert(
      fc.property(occurrences, (found) => {
        const words = new Set(found.map(({ group }) => group)).size;
        const spans = found.flatMap(({ position: from }) =>
          found
            .filter(({ position: to }) => {
              const inside = found.filter(({ position }) => position >= from && position <= to);
              return new Set(inside.map(({ group }) => group)).size === words;
            })
            .map(({ position: to }) => to - from + 1),
        );
        const widest = Math.min(...spans.filter((span) => span > 0));
        const expected = words < 2 ? 0 : Math.min(1, widest === 1 ? 1 : (words - 1) / (widest - 1));

        expect(proximity(found)).toBeCloseTo(expected, 12);
      }),
    );
  });
});
