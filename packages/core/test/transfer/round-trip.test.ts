import fc from "fast-check";
import { expect, test } from "vitest";

import { createMemory } from "../../src/memory.ts";
import { createMemoryStore } from "../../src/testing/index.ts";
import { exported, imported, linesOf } from "./export-file.ts";
import { fill, STEPS } from "./random-store.ts";
import { sampleStore } from "./sample-store.ts";

const NONE = {
  projects: 0,
  project_keys: 0,
  entities: 0,
  entity_aliases: 0,
  claims: 0,
  citations: 0,
  claim_links: 0,
  claim_entity_links: 0,
  entity_edges: 0,
  verbatim_memories: 0,
  event_history: 0,
  chain_anchor: 0,
  events: 0,
  event_contents: 0,
};

test("any content comes back byte for byte, with all that is derived from it", async () => {
  await fc.assert(
    fc.asyncProperty(STEPS, async (steps) => {
      const [from, to] = [createMemoryStore(), createMemoryStore()];
      await fill(from, steps);

      const file = await exported(from);
      const result = await imported(to, file);

      expect(await exported(to)).toBe(file);
      expect(result.rows).toBe(linesOf(file).length - 2);
      expect(await to.proposals.listAll()).toEqual(await from.proposals.listAll());
      expect(await to.search.indexStats()).toEqual(await from.search.indexStats());
      expect((await createMemory({ store: to }).events.verify()).valid).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test("an empty store is exported as a header and an end, and comes back empty", async () => {
  const to = createMemoryStore();

  const file = await exported(createMemoryStore());

  expect(linesOf(file).map((line) => JSON.parse(line) as unknown)).toEqual([
    { counts: NONE, format: "memorymaster-export", head_hash: null, schema: 31, version: 1 },
    { rows: 0, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown, table: "end" },
  ]);
  expect(await imported(to, file)).toMatchObject({ rows: 0, inserted: NONE, skipped: 0 });
});

test("an import says what it inserted", async () => {
  const result = await imported(createMemoryStore(), await exported(await sampleStore()));

  expect(result).toEqual({
    rows: 19,
    inserted: {
      ...NONE,
      projects: 1,
      project_keys: 1,
      claims: 3,
      citations: 4,
      claim_links: 1,
      chain_anchor: 1,
      events: 7,
      event_contents: 1,
    },
    skipped: 0,
    refused: [],
    redacted: [],
    leftOut: [],
    damage: undefined,
  });
});

test("an anchor that names an event taken away by a rollback comes back too", async () => {
  const [from, to] = [await sampleStore(), createMemoryStore()];
  const headHash = "ab".repeat(32);
  await from.dump.write("chain_anchor", [
    { name: "other", event_count: 90, head_id: 90, head_hash: headHash, recorded_at: "2026-01-02T03:04:05+00:00" },
  ]);
  const file = await exported(from);

  expect(await imported(to, file)).toMatchObject({ inserted: { chain_anchor: 2 }, leftOut: [] });
  expect(await exported(to)).toBe(file);
});

test("the same file again adds nothing", async () => {
  const store = createMemoryStore();
  const file = await exported(await sampleStore());
  await imported(store, file);

  const again = await imported(store, file);

  expect(again).toMatchObject({ rows: 19, inserted: NONE, skipped: 19 });
  expect(await exported(store)).toBe(file);
});

test("a store that has grown since its export still holds every claim of it", async () => {
  const store = await sampleStore();
  const file = await exported(store);
  await createMemory({ store }).claims.ingest({ text: "Deploys happen on Friday" });
  const before = await exported(store);

  expect(await imported(store, file)).toMatchObject({ inserted: NONE, skipped: 19 });
  expect(await exported(store)).toBe(before);
});

test("a store with other claims takes those of the file, and keeps its own as they are", async () => {
  const store = createMemoryStore();
  await createMemory({ store }).claims.ingest({ text: "Deploys happen on Friday" });
  const [own] = await store.dump.read("claims", undefined, 10);

  const result = await imported(store, await exported(await sampleStore()));

  const inserted = { claims: 3, citations: 4, claim_links: 1, event_history: 7, projects: 1, project_keys: 1 };
  expect(result).toMatchObject({ rows: 19, inserted: { ...NONE, ...inserted }, skipped: 2, leftOut: [] });
  expect(await store.dump.read("claims", undefined, 10)).toMatchObject([own, { id: 2 }, { id: 3 }, { id: 4 }]);
});

test("ids that are given later do not meet those of the file", async () => {
  const store = createMemoryStore();
  await imported(store, await exported(await sampleStore()));
  const memory = createMemory({ store });

  const { claim } = await memory.claims.ingest({ text: "Deploys happen on Friday" });
  const link = await memory.links.add(claim.id, 1, "supports");

  expect([claim.id, claim.citations[0]?.id, link.id]).toEqual([4, 5, 2]);
  expect(await memory.events.verify()).toMatchObject({ events: 9, valid: true });
});

test("an export shows one state, whatever is written while it is read", async () => {
  const store = await sampleStore();
  const before = await exported(store);
  const memory = createMemory({ store });
  const lines: string[] = [];

  for await (const line of memory.transfer.exportLines()) {
    lines.push(line);
    await memory.claims.ingest({ text: `The number of lines was ${lines.length}` });
  }

  expect(lines.join("")).toBe(before);
});

test("an export says what it holds, and how far it is", async () => {
  const progress: (readonly number[])[] = [];
  const lines = createMemory({ store: await sampleStore() }).transfer.exportLines({
    onProgress: (done, total) => progress.push([done, total]),
  });
  let next = await lines.next();
  while (next.done !== true) next = await lines.next();

  expect(next.value).toMatchObject({ rows: 19, tables: { claims: 3, citations: 4, events: 7 } });
  expect(progress.at(-1)).toEqual([19, 19]);
});

test("a dry run says what would be inserted, and writes nothing", async () => {
  const store = createMemoryStore();

  const result = await imported(store, await exported(await sampleStore()), { dryRun: true });

  expect(result).toMatchObject({ rows: 19, inserted: { claims: 3, events: 7 } });
  expect(await store.dump.count("claims")).toBe(0);
});
