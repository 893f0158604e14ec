import { expect, test } from "vitest";

import { pageLimit } from "../../src/claims/page-limit.ts";

test.each([
  [1, 1],
  [50, 50],
  [1_000, 1_000],
  [1_001, 1_000],
  [Number.POSITIVE_INFINITY, 1_000],
  [0, 1],
  [-5, 1],
  [2.5, 1],
  [Number.NaN, 1],
])("a page asked for with %s rows has %i", (asked, used) => {
  expect(pageLimit(asked)).toBe(used);
});
