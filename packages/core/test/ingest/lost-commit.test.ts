import { expect, it } from "vitest";

import { StoreError } from "../../src/errors/errors.ts";
import { ingestMany } from "../../src/ingest/ingest-many.ts";
import type { Store } from "../../src/ports/store.ts";
import { openContext } from "../support/open-context.ts";
import { shownRow } from "./ingest-steps.ts";

it("says only of the batch whose commit got lost that it may be stored", async () => {
  const context = openContext();
  const items = Array.from({ length: 650 }, (_, at) => ({
    line: at + 1,
    input: { text: `Fact ${String.fromCodePoint(0x4e00 + at)} holds` },
  }));
  let transactions = 0;
  const store: Store = {
    ...context.store,
    transaction: async (work) => {
      transactions += 1;
      const result = await context.store.transaction(work);
      if (transactions === 2) throw new StoreError("store.commit_unknown", "stored or not");
      return result;
    },
  };

  const { rows } = await ingestMany({ ...context, store }, items);

  expect([199, 200, 399, 400, 649].map((place) => rows[place]).map((row) => row && shownRow(row))).toEqual([
    [200, 200, false, []],
    [201, "store.commit_unknown"],
    [400, "store.commit_unknown"],
    [401, "store.unavailable"],
    [650, "store.unavailable"],
  ]);
  expect(transactions).toBe(2);
});
