import { expect, test } from "vitest";

import { createCountingIds } from "../../src/testing/counting-ids.ts";

test("counted ids have the form of real ones and repeat with each counter", () => {
  const one = createCountingIds();
  const other = createCountingIds();
  const draw = (ids: typeof one): string[] => [ids.uid(0x0123_4567_89ab), ids.uid(0), ids.salt(), ids.salt()];

  const drawn = draw(one);

  expect(drawn).toEqual([
    "01234567-89ab-7000-8000-000000000001",
    "00000000-0000-7000-8000-000000000002",
    "00000000000000000000000000000001",
    "00000000000000000000000000000002",
  ]);
  expect(draw(other)).toEqual(drawn);
});
