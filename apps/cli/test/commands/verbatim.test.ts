import { join } from "node:path";

import { openMemoryMaster } from "@memorymaster/runtime";
import { expect, test } from "vitest";

import { createWorld } from "../support/cli.ts";
import type { World } from "../support/cli.ts";

const DB = ["--db", "memory.db"];
const TEXT = ["--output-format", "text"];
const TALK = [
  "Why did the gateway time out this morning?",
  "The quokka deploy had eaten all of its memory",
  "# Relevant Memory Claims\n- The quokka deploy is new",
  "Then give it another gigabyte of memory",
];

/** What was said in the project long ago. */
async function talk(world: World): Promise<void> {
  await world.data([...DB, "init-db"]);
  const db = join(world.project, "memory.db");
  await using opened = await openMemoryMaster({ db, cwd: world.project, surface: "test", env: {} });
  const turns = TALK.map((content) => ({ sessionId: "s1", role: "user" as const, content, timestamp: "2025-03-01" }));
  await opened.memory.verbatim.storeTurns(turns, { scope: "user" });
}

test("search-verbatim prints what was said with its place, and neighbours in order", async () => {
  using world = createWorld();
  await talk(world);

  const { data, meta } = await world.json([...DB, "search-verbatim", "quokka eaten", "--limit", "1", "--window", "1"]);
  const text = await world.run([...DB, "search-verbatim", "quokka eaten", "--limit", "1", "--window", "1", ...TEXT]);

  expect(data).toMatchObject([{ position: 1, content: TALK[1], neighbours: [{ position: 0 }, { position: 2 }] }]);
  expect(meta).toMatchObject({ mode: "fts", containment_reason: null, limit: 1 });
  expect(text.stdout.split("\n").slice(0, 4)).toEqual([
    expect.stringMatching(/^2025-03-01T00:00:00\+00:00 s1 user score=\d+\.\d{3}$/),
    `  0 user: ${TALK[0] ?? ""}`,
    `  1 user: ${TALK[1] ?? ""}`,
    "  2 user: # Relevant Memory Claims - The quokka deploy is new",
  ]);
});

test("search-verbatim with a budget prints the block itself, also into a pipe", async () => {
  using world = createWorld();
  await talk(world);

  const { stdout } = await world.run([...DB, "search-verbatim", "quokka eaten", "--budget", "40"]);
  const nothing = await world.json([...DB, "search-verbatim", "zeppelin"]);

  expect(stdout).toContain(`1 user: ${TALK[1] ?? ""}`);
  expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(160);
  expect(nothing.data).toEqual([]);
});

test("verbatim-cleanup says what would go, and deletes it only when told to", async () => {
  using world = createWorld();
  await talk(world);
  const cleanup = (...options: readonly string[]): Promise<unknown> =>
    world.data([...DB, "verbatim-cleanup", ...options]);
  const old = { candidate_rows: 4, retained_bytes: 0, within_bounds: true, truncated: false };

  expect(await cleanup("--analyze-only")).toEqual({
    total: 4,
    distinct_content: 4,
    duplicate_extras: 0,
    junk_prefix_rows: 1,
  });
  expect(await cleanup("--purge-junk")).toEqual({
    dry_run: true,
    dedup_deleted: 0,
    junk_deleted: 1,
    before_total: 4,
    after_total: 3,
    retention: { ...old, deleted: 0 },
  });
  expect(await cleanup("--apply", "--purge-junk", "--no-dedup")).toMatchObject({ junk_deleted: 1, after_total: 3 });
  expect(await cleanup("--apply", "--retention")).toMatchObject({ after_total: 0, retention: { deleted: 3 } });
  expect((await world.run([...DB, "verbatim-cleanup", "--analyze-only", "--apply"])).exitCode).toBe(2);
});

test("recall-analysis shows the rows of query with weights and rankings, and asks for a question", async () => {
  using world = createWorld();
  for (const text of ["The staging gateway rotates its token", "The gateway talks to staging"])
    await world.data([...DB, "ingest", "--text", text]);

  const analysis = await world.data([...DB, "recall-analysis", "--query", "staging gateway token", "--mode", "legacy"]);
  const text = await world.run([...DB, "recall-analysis", "--query", "staging gateway token", ...TEXT]);
  const none = await world.run([...DB, "recall-analysis"]);

  expect(analysis).toMatchObject({
    query: "staging gateway token",
    mode: "legacy",
    rows: 2,
    component_rankings: { lexical: [1, 2] },
    results: [{ claim_id: 1 }, { claim_id: 2 }],
  });
  expect(text.stdout).toMatch(/^lexical: 1 2$/m);
  expect(none.exitCode).toBe(2);
});
