import { expect, test } from "vitest";

import { sha256Hex } from "../../src/claims/identity.ts";
import { createMemory } from "../../src/memory.ts";
import { cleanTurn, createMemoryStore } from "../../src/testing/index.ts";
import { exported, forged, imported, linesOf, withEnd } from "../transfer/export-file.ts";
import { sampleStore } from "../transfer/sample-store.ts";

const TOKEN = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");

async function withTurns() {
  const store = await sampleStore();
  await store.verbatim.insert([
    cleanTurn({ content: "The gateway sleeps" }),
    cleanTurn({ content: "The ledger wakes" }),
  ]);
  return store;
}

test("an export of a version without conversations is taken as one that has none", async () => {
  const [header = "", ...rows] = linesOf(await exported(await sampleStore())).slice(0, -1);
  const older = header.replace('"schema":31', '"schema":30').replace(',"verbatim_memories":0', "");
  const store = createMemoryStore();

  const result = await imported(store, withEnd([older, ...rows]));

  expect(older).not.toContain("verbatim");
  expect([result.inserted.claims, result.inserted.verbatim_memories]).toEqual([3, 0]);
  const newer = withEnd([header.replace(',"verbatim_memories":0', ""), ...rows]);
  await expect(imported(createMemoryStore(), newer)).rejects.toMatchObject({ code: "input.invalid" });
});

test("a turn with a secret refuses the file, or is stored without it under the hash of what is left", async () => {
  const file = forged(await exported(await withTurns()), "verbatim_memories", (row) =>
    row["id"] === 2 ? { ...row, content: `The ledger has ${TOKEN} in it` } : row,
  );
  const store = createMemoryStore();

  const refused = await imported(store, file);
  const taken = await imported(store, file, { redact: true });

  expect(refused.refused).toMatchObject([{ code: "sensitive.content", field: "content", findings: ["github_token"] }]);
  expect(taken.redacted).toMatchObject([{ findings: ["github_token"] }]);
  const left = "The ledger has [REDACTED:github_token] in it";
  expect((await store.dump.read("verbatim_memories", undefined, 9))[1]).toMatchObject({
    content: left,
    content_hash: sha256Hex(left),
  });
});

test("a rehearsed import into a store with claims says what it would take, and takes nothing", async () => {
  const file = await exported(await withTurns());
  const store = createMemoryStore();
  await createMemory({ store }).claims.ingest({ text: "A claim that was there" });
  await store.verbatim.insert([cleanTurn({ content: "The ledger wakes" })]);

  const rehearsed = await imported(store, file, { dryRun: true });

  expect(rehearsed.inserted.verbatim_memories).toBe(1);
  expect((await store.verbatim.stats()).turns).toBe(1);
  const result = await imported(store, file);
  expect([result.inserted.verbatim_memories, result.skipped]).toEqual([1, rehearsed.skipped]);
  expect(result.skipped + Object.values(result.inserted).reduce((sum, rows) => sum + rows, 0)).toBe(result.rows);
});
