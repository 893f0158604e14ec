import { createMemoryStore } from "@memorymaster/core/testing";
import { describeReplicas } from "../src/index.ts";

describeReplicas({
  name: "the model",
  open: async ({ ids }) => {
    const store = createMemoryStore({ ids });
    return { ...store, [Symbol.asyncDispose]: () => store.close() };
  },
  runs: Number(process.env["RUNS"] ?? 40),
});
