import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { canonicalJson } from "../../src/events/canonical-json.ts";
import type { JsonValue } from "../../src/events/event.ts";

function reversed(value: JsonValue): JsonValue {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(reversed);
  const entries = Object.entries(value).map(([key, item]: [string, JsonValue]) => [key, reversed(item)] as const);
  return Object.fromEntries(entries.reverse());
}

const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);

describe("canonical JSON", () => {
  test.each<[JsonValue, string]>([
    [{ citation_count: 1 }, '{"citation_count":1}'],
    [{ b: 1, a: [true, null, "x"] }, '{"a":[true,null,"x"],"b":1}'],
    [{ outer: { z: 1, y: 2 } }, '{"outer":{"y":2,"z":1}}'],
    [{ reason: "qué día" }, '{"reason":"qué día"}'],
    [[], "[]"],
    [{}, "{}"],
    ["", '""'],
    [1.5, "1.5"],
  ])("of %j is %s", (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test("sorts keys by code point, not by UTF-16 unit", () => {
    // U+FF61 stands before U+1F600 by code point and after its first surrogate by unit.
    expect(canonicalJson({ "\u{1F600}": 1, "\uFF61": 2 })).toBe('{"\uFF61":2,"\u{1F600}":1}');
  });

  test("sorts a key before those it begins", () => {
    expect(canonicalJson({ é2: 1, é: 2 })).toBe('{"é":2,"é2":1}');
  });

  test("is one text for one value, whatever the order of its keys", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  test("reads back to the same value", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(value);
      }),
    );
  });
});
