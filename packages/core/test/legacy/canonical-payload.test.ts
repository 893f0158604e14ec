import fc from "fast-check";
import { expect, it } from "vitest";

import { canonicalJson } from "../../src/events/canonical-json.ts";
import type { JsonValue } from "../../src/events/event.ts";
import { canonicalPayload } from "../../src/legacy/chain.ts";

it.each([
  ['{"citation_count": 1}', '{"citation_count":1}'],
  ['{"b": [1.0, -2.50, 1e-05], "a": {"z": true, "y": null}}', '{"a":{"y":null,"z":true},"b":[1.0,-2.50,1e-05]}'],
  ['{"\\u00e9": "na\\u00efve \\ud83e\\udd80", "e": "12 \\"1.0\\""}', '{"e":"12 \\"1.0\\"","é":"naïve 🦀"}'],
  ['{"a": NaN, "b": -Infinity}', '{"a":NaN,"b":-Infinity}'],
  ['{"\\ud83e\\udd80": 1, "\\uff5e": 2}', '{"～":2,"🦀":1}'],
  [" \n", ""],
  ["no JSON, 1.0", "no JSON, 1.0"],
  ['{"a": 01}', '{"a": 01}'],
])("the payload %s is hashed as %s", (payload, canonical) => {
  expect(canonicalPayload(payload)).toBe(canonical);
});

it("is that of today for all that today's events hold", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const canonical = canonicalJson(JSON.parse(JSON.stringify(value)) as JsonValue);

      expect(canonicalPayload(JSON.stringify(value, undefined, 1))).toBe(canonical);
      expect(canonicalPayload(canonical)).toBe(canonical);
    }),
  );
});
