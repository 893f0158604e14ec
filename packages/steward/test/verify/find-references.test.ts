import { expect, test } from "vitest";

import { findReferences } from "../../src/verify/find-references.ts";

test("file paths begin in a folder of code and end in an extension", () => {
  const text = String.raw`See src/cart/total.ts, tests\cart.test.py and app/[id]/page.tsx. Not docs/a.md, packages/x/src/b.ts,
    https://shop.example/src/c.js or source/d.ts; config/shop.production is no file`;

  expect(findReferences(text).paths).toEqual(["src/cart/total.ts", "tests/cart.test.py", "app/[id]/page.tsx"]);
});

test("symbols are names of mixed case, the first three, products aside", () => {
  const text = "OrderService and HTTPServer call CartStore, GitHub, Shop, PriceTable and TaxRule; OrderService again";

  expect(findReferences(text).symbols).toEqual(["OrderService", "CartStore", "PriceTable"]);
});

test("ports are named as such and are none that every tool has", () => {
  const text =
    "port 4001, PORT=4002, localhost:4003/x, port: 8080, port 70000, port 99, at 10:4004, in 2026, localhost:123456";

  expect(findReferences(text).ports).toEqual(["4001", "4002", "4003"]);
});
