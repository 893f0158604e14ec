import { expect, test } from "vitest";

import * as qdrantIndex from "../src/index.ts";

test("the package gives these names, each of them a promise", () => {
  expect(Object.keys(qdrantIndex)).toEqual(["createQdrantIndex"]);
});
