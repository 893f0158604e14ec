import { describe, expect, it } from "vitest";
import { countTokens } from "../../src/recall/count-tokens.ts";

describe("countTokens", () => {
  it.each([
    ["", 1],
    ["abcd", 1],
    ["abcde", 2],
    ["ñandú", 2],
    ["部署流程", 3],
    ["🚀🚀", 2],
  ])("counts %j as %d", (text, tokens) => {
    expect(countTokens(text)).toBe(tokens);
  });
});
