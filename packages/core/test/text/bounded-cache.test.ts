import { describe, expect, it } from "vitest";
import { createBoundedCache } from "../../src/text/bounded-cache.ts";

describe("createBoundedCache", () => {
  it("forgets what was not asked for during two generations and keeps what was", () => {
    const cache = createBoundedCache<number>(2);
    for (const [value, key] of ["a", "b", "c", "d"].entries()) cache.set(key, value);
    const held = cache.get("a");

    cache.set("e", 4);
    cache.set("f", 5);

    expect(held).toBe(0);
    expect(["a", "b", "e", "f"].map(cache.get)).toEqual([0, undefined, 4, 5]);
  });
});
