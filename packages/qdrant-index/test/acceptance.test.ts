import { createMemoryStore } from "@memorymaster/core/testing";
import { describeVectorAcceptance } from "@memorymaster/store-conformance";
import { openAnywhere } from "./support/open-index.ts";

describeVectorAcceptance("Qdrant, model of a store", {
  openIndex: openAnywhere,
  stores: {
    open: async ({ ids }) => {
      const store = createMemoryStore({ ids });
      return { ...store, [Symbol.asyncDispose]: () => store.close() };
    },
  },
});
