import { expect, test } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import { createMemory } from "../../src/memory.ts";
import type { Memory, MemoryParts } from "../../src/memory-types.ts";
import { createCountingIds, createFixedClock, createMemoryStore } from "../../src/testing/index.ts";

interface Noted {
  readonly memory: Memory;
  readonly notes: (readonly string[])[];
  readonly drains: () => number;
  readonly as: (parts: Partial<MemoryParts>) => Memory;
}

/** A memory whose log remembers what it is told, and is asked to drain. */
function noted(): Noted {
  const notes: (readonly string[])[] = [];
  let drains = 0;
  const accessLog = {
    note: (uids: readonly string[]) => void notes.push(uids),
    drain: async () => ({ drained: 2, quarantined: 1, lagSeconds: ++drains }),
  };
  const parts = { store: createMemoryStore(), clock: createFixedClock(), ids: createCountingIds(), accessLog };
  const as = (more: Partial<MemoryParts>): Memory => createMemory({ ...parts, ...more });
  return { memory: as({}), notes, drains: () => drains, as };
}

async function uidsOf(memory: Memory, texts: readonly string[]): Promise<readonly string[]> {
  const uids: string[] = [];
  for (const text of texts) uids.push((await memory.claims.ingest({ text })).claim.uid);
  return uids;
}

test("a query notes once which claims it hands out, in the order of the answer", async () => {
  const { memory, notes } = noted();
  const [staging, port, other = ""] = await uidsOf(memory, [
    "The staging API listens on port 7443",
    "Production listens on port 9000",
    "Invoices are sent on Friday",
  ]);

  await memory.recall.query({ queryText: "staging port" });
  await memory.recall.query({ queryText: "staging port", explain: true, limit: 1, withCitations: true });

  expect(notes).toEqual([[staging, port], [staging]]);
  expect(notes.flat()).not.toContain(other);
});

test("a block of context notes the claims that it holds, and no other that was considered", async () => {
  const { memory, notes } = noted();
  await uidsOf(
    memory,
    Array.from(
      { length: 6 },
      (_, index) => `The quokka number ${index} sleeps ${"and sleeps ".repeat(index)}in the shade`,
    ),
  );

  const { rows, claimsConsidered } = await memory.recall.context({ queryText: "quokka sleeps", tokenBudget: 120 });

  expect(notes).toEqual([rows.map(({ claim }) => claim.uid)]);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThan(claimsConsidered);
});

test("an answer without claims, a look at one claim and a list note nothing", async () => {
  const { memory, notes } = noted();
  await uidsOf(memory, ["The staging API listens on port 7443"]);

  await memory.recall.query({ queryText: "zebra" });
  await memory.recall.context({ queryText: "zebra" });
  await memory.claims.get(1);
  await memory.claims.detail(1);
  await memory.claims.list();

  expect(notes).toEqual([]);
});

test("the operator's sorting into tiers counts first what was noted; that of others leaves it", async () => {
  const { memory, drains, as } = noted();
  const agent = as({ authority: { ...LOCAL_OPERATOR, principal: "ana" } });

  await agent.claims.recomputeTiers();
  expect(drains()).toBe(0);
  await memory.claims.recomputeTiers();

  expect(drains()).toBe(1);
});

test("what was noted is counted on the operator's word alone", async () => {
  const { memory, as } = noted();
  const others = [{ principal: "ana" }, { tenantId: "acme" }, { role: "reader" }, { mode: "team" }] as const;

  expect(await memory.upkeep.drainAccesses()).toEqual({ drained: 2, quarantined: 1, lagSeconds: 1 });
  for (const other of others) {
    const memoryOf = as({ authority: { ...LOCAL_OPERATOR, ...other } });
    await expect(memoryOf.upkeep.drainAccesses()).rejects.toMatchObject({ code: "access.denied" });
  }
  expect(await as({ accessLog: undefined }).upkeep.drainAccesses()).toBeUndefined();
});
