import { createMemory } from "@memorymaster/core";
import type { Store } from "@memorymaster/core";
import { cleanEvent } from "@memorymaster/core/testing";
import { expect, test } from "vitest";

import { claim } from "../support/records.ts";
import { tempStore } from "../support/temp-store.ts";
import { EVERYTHING } from "./visible-state.ts";

const ANA = { actor: "ana" } as const;
const AT = "2026-01-02T03:04:05+00:00";
const COUNT = 430;

/** Claims that one import brought, with its events 1 to 430. */
async function importClaims(store: Store): Promise<void> {
  await store.transaction(async () => {
    const rows = Array.from({ length: COUNT }, (_, place) =>
      claim({ text: `Fact number ${place}`, humanId: `mm-1000~${place + 2}` }),
    );
    const stored = await store.claims.insert(rows);
    const payload = { run_id: "run-1", origin: "o", claim_uid: "u", events: 0 };
    await store.events.append(
      stored.map(({ id }) => cleanEvent({ claimId: id, eventType: "import", payload, createdAt: AT })),
    );
  });
}

async function archivedOf(store: Store): Promise<number> {
  return (await store.claims.stats(EVERYTHING, undefined)).byStatus["archived"] ?? 0;
}

test("a job on a file is undone batch by batch: others write between, a cut leaves whole batches, a second run ends it", async () => {
  await using temp = await tempStore();
  const peer = await temp.peer();
  await importClaims(temp.store);
  const { governance, events } = createMemory({ store: temp.store });
  const stop = new AbortController();
  const seen: number[] = [];

  const first = await governance.undo(7, {
    ...ANA,
    run: true,
    signal: stop.signal,
    onProgress: async (_done, total) => {
      if (total === undefined) return;
      seen.push(await archivedOf(peer));
      await createMemory({ store: peer }).claims.pin(seen.length, true);
      if (seen.length === 2) stop.abort();
    },
  });

  expect([seen, first.undoEventIds.length, await archivedOf(peer)]).toEqual([[200, 400], 400, 400]);
  const second = await governance.undo(7, { ...ANA, run: true });
  expect([second.undoEventIds.length, await archivedOf(peer)]).toEqual([COUNT - 400, COUNT]);
  for (const { undoEventIds } of [second, first]) await governance.undo(undoEventIds[0] ?? 0, { ...ANA, run: true });
  expect(await archivedOf(peer)).toBe(0);
  expect(await events.verify()).toMatchObject({ valid: true, events: COUNT * 3 + 2 });
});

test("what fails in the middle of a batch leaves whole batches, and a second run ends it", async () => {
  await using temp = await tempStore();
  await importClaims(temp.store);
  const { store } = temp;
  let appended = 0;
  const append: Store["events"]["append"] = async (events) => {
    appended += 1;
    // The check before writes as much, and takes it back.
    if (appended === COUNT + 250) throw new RangeError("killed");
    return store.events.append(events);
  };
  const dying = createMemory({ store: { ...store, events: { ...store.events, append } } });

  await expect(dying.governance.undo(7, { ...ANA, run: true })).rejects.toThrow("killed");

  expect(await archivedOf(store)).toBe(200);
  await createMemory({ store }).governance.undo(7, { ...ANA, run: true });
  expect(await archivedOf(store)).toBe(COUNT);
});
