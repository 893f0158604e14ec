import { beforeAll, expect, test } from "vitest";

import { createMemory } from "../../src/memory.ts";
import { createMemoryStore } from "../../src/testing/index.ts";
import { exported, forged, imported, linesOf, refusal } from "./export-file.ts";
import { sampleStore } from "./sample-store.ts";

let file = "";
beforeAll(async () => {
  file = await exported(await sampleStore());
});

test("the rows before the damage are kept, and nothing behind it is looked at", async () => {
  const store = createMemoryStore();
  const damaged = linesOf(file).with(14, "{\n").with(16, "worse\n").join("");

  const result = await imported(store, damaged, { partial: true });

  expect(result).toEqual({
    rows: 13,
    inserted: {
      projects: 1,
      project_keys: 1,
      entities: 0,
      entity_aliases: 0,
      claims: 3,
      citations: 4,
      claim_links: 1,
      claim_entity_links: 0,
      entity_edges: 0,
      verbatim_memories: 0,
      event_history: 0,
      chain_anchor: 0,
      events: 2,
      event_contents: 0,
    },
    skipped: 0,
    refused: [],
    redacted: [],
    leftOut: [{ line: 12, reason: "the anchor names an event that did not arrive" }],
    damage: { line: 15, reason: "the line is not valid JSON" },
  });
  expect(await createMemory({ store }).events.verify()).toMatchObject({ events: 2, valid: true });
});

test("a replacement that did not arrive is left out and told", async () => {
  const store = createMemoryStore();

  const result = await imported(store, linesOf(file).slice(0, 4).join(""), { partial: true });

  expect(result).toMatchObject({
    inserted: { claims: 1, citations: 0 },
    leftOut: [{ line: 4, reason: "replaced_by_claim_id names a claim that did not arrive" }],
    damage: { line: 5, reason: "the end is missing: the file was cut off" },
  });
  expect(await store.dump.read("claims", undefined, 10)).toMatchObject([{ id: 1, replaced_by_claim_id: null }]);
});

test("a file whose digest is another is kept whole, and the damage told", async () => {
  const store = createMemoryStore();

  const result = await imported(store, file.replace("billing", "bolling"), { partial: true });

  expect(result).toMatchObject({ inserted: { claims: 3, events: 7, chain_anchor: 1 }, damage: { line: 21 } });
  expect(await store.proposals.listAll()).toMatchObject([{ targetClaimId: 3, kind: "stale" }]);
});

test("rows before one that the store refuses are kept", async () => {
  const store = createMemoryStore();
  const taken = forged(file, "claims", (row) => (row["id"] === 3 ? { ...row, human_id: "mm-a108" } : row));

  const result = await imported(store, taken, { partial: true });

  expect(result).toMatchObject({
    inserted: { projects: 1, claims: 2, citations: 0, events: 0 },
    damage: { line: 6, reason: "Another claim has the same human_id" },
  });
  expect(await store.search.indexStats()).toMatchObject({ claims: 2 });
});

test("a file that is no export is refused all the same", async () => {
  const store = createMemoryStore();

  expect(await refusal(imported(store, "Dear Ana,\n", { partial: true }))).toEqual([
    "input.invalid",
    1,
    "this is not an export, or its first line is damaged",
  ]);
});

test("a secret before the damage refuses what came before it too", async () => {
  const store = createMemoryStore();
  const leaky = forged(file, "citations", (row) => ({ ...row, excerpt: "password=hunter2x9" }));

  const result = await imported(store, linesOf(leaky).slice(0, 8).join(""), { partial: true });

  expect(result).toMatchObject({ refused: [{ line: 7 }, { line: 8 }], inserted: { claims: 0 }, damage: { line: 9 } });
  expect(await store.dump.count("claims")).toBe(0);
});
