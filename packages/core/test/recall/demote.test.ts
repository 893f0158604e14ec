import { describe, expect, it } from "vitest";
import { demote } from "../../src/recall/demote.ts";

describe("demote", () => {
  it("puts pending rows behind all others and keeps the order of both", () => {
    expect(demote([1, 2, 3, 4, 5], (row) => row === 1 || row === 4)).toEqual([2, 3, 5, 1, 4]);
  });

  it("returns the very rows it was given when none is pending", () => {
    const rows = [3, 1, 2];

    expect(demote(rows, () => false)).toBe(rows);
  });
});
