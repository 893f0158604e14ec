import { describe, expect, it } from "vitest";
import { diversify } from "../../src/recall/diversify.ts";

const sessionOf = (row: string): string | undefined => (row.startsWith("-") ? undefined : row[0]);

describe("diversify", () => {
  it("keeps the first rows of each session up to the cap and moves the others behind", () => {
    expect(diversify(["a1", "a2", "b1", "a3", "b2", "b3"], 2, sessionOf)).toEqual({
      kept: ["a1", "a2", "b1", "b2"],
      surplus: ["a3", "b3"],
    });
  });

  it("lets rows without a session stand for themselves", () => {
    expect(diversify(["-1", "-2", "-3"], 1, sessionOf)).toEqual({ kept: ["-1", "-2", "-3"], surplus: [] });
  });

  it("is off at 0", () => {
    expect(diversify(["a1", "a2"], 0, sessionOf)).toEqual({ kept: ["a1", "a2"], surplus: [] });
  });
});
