import { createMemoryStore } from "@memorymaster/core/testing";
import { describeStore } from "../src/index.ts";

describeStore({
  name: "model",
  open: async ({ ids }) => {
    const store = createMemoryStore({ ids });
    return { ...store, [Symbol.asyncDispose]: () => store.close() };
  },
});
