import { expect, test } from "vitest";

import { pointIdOf, uuidV5 } from "../src/point-id.ts";

const STORE = "6f2d1c0e-8a4b-4f5e-9d3a-1b2c3d4e5f60";
const CLAIM = "0190f3a2-7c1b-7def-8123-456789abcdef";

test("ids are UUIDs of version 5, as other programs make them", () => {
  const dns = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";

  expect(uuidV5(dns, "python.org")).toBe("886313e1-3b8a-5372-9b90-0c9aee199e5d");
});

test("a claim has the same id for ever, and another one in each store and tenant", () => {
  const ref = { storeId: STORE, tenantId: "local", claimUid: CLAIM };
  const others = [{ storeId: CLAIM }, { tenantId: "acme" }, { claimUid: STORE }].map((other) => ({ ...ref, ...other }));

  expect(pointIdOf(ref)).toBe("39af80a8-7df0-53ff-baad-73de1a90b403");
  expect(new Set([ref, ...others].map(pointIdOf)).size).toBe(4);
});
