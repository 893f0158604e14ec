import { createMemoryVectorIndex } from "@memorymaster/core";
import { describeVectorIndex } from "../src/index.ts";

describeVectorIndex("memory", async () => {
  const index = createMemoryVectorIndex();
  return { index, storeId: "00000000-0000-4000-8000-000000000001", [Symbol.asyncDispose]: () => index.close() };
});
