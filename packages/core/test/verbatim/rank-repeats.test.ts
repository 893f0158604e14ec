import { describe, expect, it } from "vitest";
import { withoutRepeats } from "../../src/verbatim/rank-repeats.ts";
import { sessionOf } from "./rank-builders.ts";

const keptOf = (said: readonly string[]): readonly number[] =>
  [...withoutRepeats(sessionOf(said).map((turn) => ({ turn, score: 1, matchedTerms: [] })))].map(({ turn }) => turn.id);

const LONG =
  "the nightly job copies every invoice of the billing service into the archive bucket before the report runs";

describe("withoutRepeats", () => {
  it("keeps the first of what is said again in other case, punctuation or order of small words", () => {
    expect(keptOf(["Ada: The port is 7443.", "Ada: the PORT is: 7443"])).toEqual([1]);
  });

  it("keeps the first of two long turns that differ in one word", () => {
    expect(keptOf([`Ada: ${LONG}`, `Ada: ${LONG} really`])).toEqual([1]);
  });

  it("keeps both when a value, a negation, the speaker or more than a little of it differs", () => {
    expect(keptOf(["Ada: The port is 7443", "Ada: The port is 8443"])).toEqual([1, 2]);
    expect(keptOf([`Ada: ${LONG}`, `Ada: ${LONG}, but never on Sunday`])).toEqual([1, 2]);
    expect(keptOf(["Ada: The port is 7443", "Ben: The port is 7443"])).toEqual([1, 2]);
    expect(keptOf(["Ada: Deploy the gateway tonight", "Ada: Deploy the worker tonight"])).toEqual([1, 2]);
  });
});
