import { expect, test } from "vitest";

import { observedType } from "../../src/index.ts";

test.each([
  ["preference", "Please use tabs here"],
  ["preference", "Don’t touch the queue"],
  ["decision", "The plan is a queue for each shop"],
  ["constraint", "A review is mandatory"],
  ["fact", "CI switched to Node 22"],
  ["event", "The deploy broke at noon"],
  ["commitment", "Next step: the docs"],
  [undefined, "The prefix is blue"],
  [undefined, "Good morning"],
])("%s: %s", (claimType, text) => {
  expect(observedType(text)).toBe(claimType);
});
