import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHintMatcher } from "../../src/security/hint-matcher.ts";

/** The literals that the matcher sees in a text, by the rules its fields describe. */
function seen(hints: readonly string[], text: string): readonly string[] {
  const { symbols, next, ends } = createHintMatcher(hints);
  const found = new Set<number>();
  let state = 0;
  for (let at = 0; at < text.length; at += 1) {
    state = next[(state >>> 1) + (symbols[text.charCodeAt(at)] ?? 0)] ?? 0;
    if ((state & 1) === 1) for (const hint of ends.get(state) ?? []) found.add(hint);
  }
  return hints.filter((_, index) => found.has(index));
}

describe("createHintMatcher", () => {
  it("sees literals that overlap or lie inside one another", () => {
    expect(seen(["he", "she", "his", "hers"], "ushers")).toEqual(["he", "she", "hers"]);
  });

  it("sees letters in either case and nothing across other characters", () => {
    expect(seen(["token", "a:b"], "TOKEN a-b a é:b")).toEqual(["token"]);
  });

  it("agrees with a plain search", () => {
    const hint = fc.stringMatching(/^[ab:]{1,4}$/);

    fc.assert(
      fc.property(
        fc.uniqueArray(hint, { minLength: 1, maxLength: 8 }),
        fc.stringMatching(/^[abAB:x]{0,30}$/),
        (hints, text) => {
          const expected = hints.filter((literal) => text.toLowerCase().includes(literal));

          expect(seen(hints, text)).toEqual(expected);
        },
      ),
    );
  });
});
