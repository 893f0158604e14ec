import { expect, it } from "vitest";

import { legacyUid } from "../../src/legacy/identify.ts";

it("the uid of a claim is the UUIDv5 of its store and id, in every version of the program", () => {
  expect(legacyUid("ab".repeat(32), 1)).toBe("9e0f1a66-f454-5ebd-a2fd-7f8984d17ed2");
  expect(legacyUid("ab".repeat(32), 2)).toBe("ea69244f-9eb5-56c9-860a-15fd713242bd");
});
