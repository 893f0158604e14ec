import { createMemory } from "@memorymaster/core";
import type { Store } from "@memorymaster/core";
import { createMemoryStore } from "@memorymaster/core/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { insertOne } from "../support/records.ts";
import { tempStore } from "../support/temp-store.ts";
import { change, jobUndoRestores, undo, undoKeepsRules, undoRestores, worldOf } from "./random-changes.ts";

interface Opened extends AsyncDisposable {
  readonly store: Store;
}

const openModel = async (): Promise<Opened> => {
  const store = createMemoryStore();
  return { store, [Symbol.asyncDispose]: () => store.close() };
};

describe.each([
  ["the model", 40, openModel],
  ["SQLite", 10, (): Promise<Opened> => tempStore({ path: ":memory:" })],
])("on %s", (_name, numRuns, open) => {
  test("undoing the newest events restores exactly what was before, and undoing that does it again", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 10 }), async (changes) => {
        await using opened = await open();
        await undoRestores(worldOf(opened.store), changes);
      }),
      { numRuns },
    );
    expect.hasAssertions();
  });

  test("undoing a job restores exactly what was before it, and undoing that does the job again", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        await using opened = await open();
        await jobUndoRestores(worldOf(opened.store), changes);
      }),
      { numRuns },
    );
    expect.hasAssertions();
  });

  test("an undo of any event keeps the rules of the store, or changes nothing", async () => {
    const step = fc.oneof({ weight: 3, arbitrary: change }, { weight: 2, arbitrary: undo });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
        await using opened = await open();
        await undoKeepsRules(worldOf(opened.store), steps);
      }),
      { numRuns },
    );
    expect.hasAssertions();
  });
});

test("of two undos of one event at the same time one is done and the other is refused", async () => {
  await using temp = await tempStore();
  const [here, there] = [temp.store, await temp.peer()].map((store) => createMemory({ store }));
  await insertOne(temp.store);
  await here?.claims.pin(1, true);

  const both = await Promise.allSettled([
    here?.governance.undo(1, { actor: "ana" }),
    there?.governance.undo(1, { actor: "luis" }),
  ]);

  const refused = both.find((one) => one.status === "rejected")?.reason as unknown;
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(refused).toMatchObject({ code: "undo.blocked", details: { blocked: [{ claim_id: 1, event_ids: [2] }] } });
});
