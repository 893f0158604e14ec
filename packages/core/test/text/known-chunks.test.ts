import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunkReading, knownChunk } from "../../src/text/known-chunks.ts";
import { readChunk } from "../../src/text/read-chunk.ts";
import { readTerms } from "../../src/text/read-terms.ts";

const chunk = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
  fc.stringMatching(/^[("*]{0,2}[A-Za-z]{1,9}['./:]?[A-Za-z\d]{0,6}[)".,:%!?]{0,3}$/),
  fc.constantFrom(64, 65, 256, 257).map((length) => "src/Ana.".repeat(33).slice(0, length)),
);

describe("known chunks", () => {
  it("are what reading them finds, at first and again, in either order", () => {
    fc.assert(
      fc.property(chunk, fc.boolean(), (text, termsFirst) => {
        const terms = readTerms(text);
        const reading = readChunk(text, readTerms);
        if (termsFirst) expect(knownChunk(text).terms).toEqual(terms);

        expect([chunkReading(knownChunk(text)), chunkReading(knownChunk(text))]).toEqual([reading, reading]);
        expect([knownChunk(text).terms, knownChunk(text).terms]).toEqual([terms, terms]);
      }),
      { numRuns: 500 },
    );
  });

  it("stay the same after more others than are kept", () => {
    const before = [knownChunk("OrderService,").terms, chunkReading(knownChunk("OrderService,"))];

    for (let other = 0; other < 40_000; other += 1) knownChunk(`n${other}`);

    expect([knownChunk("OrderService,").terms, chunkReading(knownChunk("OrderService,"))]).toEqual(before);
  });
});
