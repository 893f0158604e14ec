import { describe, expect, test } from "vitest";

import { parseBoolean, parseList, parseNumber } from "../../src/config/env-text.ts";

describe("the text of a variable", () => {
  test.each([
    ["1", true],
    ["TRUE", true],
    [" yes ", true],
    ["On", true],
    ["0", false],
    ["false", false],
    ["NO", false],
    ["off", false],
    ["2", undefined],
    ["", undefined],
  ])("%j is the switch %s", (text, value) => {
    expect(parseBoolean(text)).toBe(value);
  });

  test.each([
    ["0.5", 0.5],
    [" -3 ", -3],
    [".25", 0.25],
    ["1e3", 1000],
    ["", undefined],
    ["1,5", undefined],
    ["0x10", undefined],
    ["NaN", undefined],
    ["Infinity", undefined],
    ["1e999", undefined],
    ["1 2", undefined],
  ])("%j is the number %s", (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  test("is a list of trimmed items, empty ones among them", () => {
    expect(parseList(" a, b ,,c")).toEqual(["a", "b", "", "c"]);
  });
});
