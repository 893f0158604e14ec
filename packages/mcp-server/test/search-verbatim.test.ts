import { openMemoryMaster } from "@memorymaster/runtime";
import { expect, test } from "vitest";

import { fingerprint } from "./support/fingerprint.ts";
import { startClient } from "./support/start-client.ts";
import type { StartedClient } from "./support/start-client.ts";

const TALK = [
  "Why did the gateway time out this morning?",
  "The quokka deploy had eaten all of its memory",
  "Then give it another gigabyte of memory",
];

async function talk({ database, folder }: StartedClient): Promise<void> {
  await using opened = await openMemoryMaster({ db: database, cwd: folder, surface: "test", env: {}, create: true });
  const turns = TALK.map((content, at) => ({
    sessionId: "s1",
    content,
    role: at % 2 === 0 ? ("user" as const) : ("assistant" as const),
    timestamp: "2026-03-01T10:00:00Z",
  }));
  await opened.memory.verbatim.storeTurns(turns, { scope: "user" });
}

test("search_verbatim says what was said, when and by whom, with neighbours on request, and writes nothing", async () => {
  await using started = await startClient();
  await talk(started);
  await started.result("list_claims");
  const before = fingerprint(started);

  const found = await started.result("search_verbatim", { query: "quokka deploy", window: 1, limit: 1 });

  expect(found).toEqual({
    ok: true,
    rows: 1,
    requested_mode: "fts",
    mode: "fts",
    containment_reason: null,
    limit: 1,
    results: [
      {
        id: 2,
        session_id: "s1",
        position: 1,
        role: "assistant",
        speaker: null,
        kind: "prose",
        content: TALK[1],
        scope: "user",
        timestamp: "2026-03-01T10:00:00+00:00",
        score: expect.any(Number) as number,
        source: "fts",
        neighbours: [
          expect.objectContaining({ position: 0, content: TALK[0] }) as unknown,
          expect.objectContaining({ position: 2, content: TALK[2] }) as unknown,
        ],
      },
    ],
  });
  expect(fingerprint(started)).toEqual(before);
});

test("search_verbatim keeps to scope and mode", async () => {
  await using started = await startClient();
  await talk(started);

  const other = await started.result("search_verbatim", { query: "quokka", scope: "project:shop" });
  const vector = await started.result("search_verbatim", { query: "quokka", mode: "vector", window: 9 });
  const wrong = await started.call("search_verbatim", { query: "quokka", mode: "legacy" });

  expect(other).toMatchObject({ rows: 0, results: [] });
  expect(vector).toMatchObject({ requested_mode: "vector", mode: "fts", containment_reason: "not_configured" });
  expect(wrong.structuredContent).toMatchObject({ ok: false, code: "VALIDATION_ERROR" });
});

test("recall_analysis shows the rows of query_memory in their order, with what it is made from", async () => {
  await using started = await startClient();
  for (const text of ["The staging gateway rotates its token", "The gateway talks to staging", "Nothing about that"])
    await started.result("ingest_claim", { text });
  const query = "staging gateway token";

  const plain = await started.result("query_memory", { query });
  const analysis = await started.result("recall_analysis", { query });

  const idsOf = (rows: unknown, name: string): unknown => (rows as Record<string, unknown>[]).map((row) => row[name]);
  expect(idsOf(analysis["results"], "claim_id")).toEqual(idsOf(plain["claims"], "id"));
  expect(analysis).toMatchObject({
    ok: true,
    query,
    mode: "legacy",
    profile: null,
    rows: 2,
    weights: { lexical: expect.any(Number) as number },
    component_rankings: { lexical: [1, 2], vector: [], confidence: [1, 2] },
  });
  expect((analysis["results"] as object[])[0]).toMatchObject({
    human_id: expect.stringMatching(/^mm-/) as string,
    tier: "working",
    breakdown: { lexical: { coverage: 1 } },
  });
});
