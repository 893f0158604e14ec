import { existsSync } from "node:fs";

import { countTokens } from "@memorymaster/core";
import { expect, test } from "vitest";

import { ALL_TOOLS } from "../src/tools/all-tools.ts";
import { startClient } from "./support/start-client.ts";

const CLAIM = {
  text: "The staging API listens on port 7443",
  sources_json: '["docs/ops.md|L12|listens on 7443"]',
  source_agent: "tester",
};

test("lists every tool with closed input schema, output schema and annotations in few tokens", async () => {
  await using started = await startClient();

  const { tools } = await started.client.listTools();

  expect(tools.map(({ name }) => name)).toEqual(ALL_TOOLS.map(({ name }) => name));
  for (const tool of tools) {
    expect(tool).toMatchObject({
      inputSchema: { type: "object", additionalProperties: false },
      outputSchema: { type: "object", required: ["ok"] },
      annotations: { openWorldHint: false },
    });
    expect(tool.description).not.toBe("");
  }
  expect(countTokens(JSON.stringify(tools))).toBeLessThanOrEqual(6000);
});

test("a number or a list has one plain type in every input schema, so that loose clients send it as such", async () => {
  await using started = await startClient();

  const { tools } = await started.client.listTools();
  const typeOf = (tool: string, argument: string): unknown => {
    const schema = tools.find(({ name }) => name === tool)?.inputSchema.properties?.[argument];
    return (schema as { type?: unknown } | undefined)?.type;
  };

  expect([
    typeOf("list_claims", "ids"),
    typeOf("list_events", "claim_id"),
    typeOf("query_memory", "include_stale"),
  ]).toEqual(["array", "integer", "boolean"]);
});

test("the core profile holds only its tools, and another one is unknown", async () => {
  await using started = await startClient({ MEMORYMASTER_MCP_TOOLS: "core" });

  const { tools } = await started.client.listTools();
  const reply = await started.call("get_claim", { claim_id: 1 });

  expect(tools.map(({ name }) => name)).toEqual([
    "ingest_claim",
    "query_memory",
    "query_for_context",
    "search_verbatim",
    "list_claims",
    "list_events",
    "pin_claim",
    "redact_claim_payload",
    "list_steward_proposals",
    "resolve_steward_proposal",
  ]);
  expect(reply.structuredContent).toEqual({
    ok: false,
    error: "Unknown tool: get_claim",
    code: "VALIDATION_ERROR",
    field: "name",
  });
});

test("remembers, finds, packs, shows, lists and pins through the protocol", async () => {
  await using started = await startClient();
  expect(await started.result("init_db")).toEqual({ ok: true, db: "memorymaster.db" });

  const stored = await started.result("ingest_claim", CLAIM);
  const again = await started.result("ingest_claim", CLAIM);
  const found = await started.result("query_memory", { query: "which port does staging use", detail_level: "full" });
  const nothing = await started.result("query_memory", { query: "sourdough hydration" });
  const packed = await started.result("query_for_context", {
    query: "staging api",
    token_budget: 200,
    output_format: "xml",
  });
  const pinned = await started.result("pin_claim", { claim_id: 1 });
  const shown = await started.result("get_claim", { claim_id: "1" });
  const listed = await started.result("list_claims", { limit: 9999, ids: null });
  const events = await started.result("list_events", { claim_id: 1 });

  expect(stored).toMatchObject({
    ok: true,
    deduplicated: false,
    claim: { id: 1, status: "candidate", source_agent: "tester" },
  });
  expect(again).toMatchObject({ ok: true, deduplicated: true, claim: { id: 1 } });
  expect(found).toMatchObject({
    ok: true,
    rows: 1,
    total: 1,
    semantic: false,
    response_contract: "memorymaster.retrieval.v2",
    claims: [{ id: 1, text: CLAIM.text, citations: [{ source: "docs/ops.md", locator: "L12" }] }],
    rows_data: [{ claim_index: 0, status: "candidate", annotation: { unverified: true } }],
  });
  expect(nothing).toMatchObject({ ok: true, rows: 0, claims: [] });
  expect(packed).toMatchObject({ ok: true, claims_included: 1, format: "xml", token_budget: 200 });
  expect(packed["tokens_used"]).toBe(countTokens(String(packed["output"])));
  expect(pinned).toMatchObject({ ok: true, claim: { pinned: true } });
  expect(shown).toMatchObject({
    ok: true,
    claim: { id: 1 },
    links: [],
    history: [{ event_type: "ingest" }, { event_type: "pin" }],
  });
  expect(listed).toMatchObject({ ok: true, rows: 1, total: 1, limit: 250, next_cursor: null, ids_requested: null });
  expect(events).toMatchObject({ ok: true, rows: 2, events: [{ event_type: "pin" }, { event_type: "ingest" }] });
});

test("no ids are no claims, and unknown ones are absent but named", async () => {
  await using started = await startClient();
  await started.result("ingest_claim", CLAIM);

  expect(await started.result("list_claims", { ids: [] })).toMatchObject({ rows: 0, total: 0, ids_requested: [] });
  expect(await started.result("list_claims", { ids: [999, 1] })).toMatchObject({ rows: 1, ids_requested: [999, 1] });
});

test("the text of one claim is whole, that of a list is short", async () => {
  await using started = await startClient();
  const text = `Port 7443 ${"x".repeat(300)} end`;
  await started.result("ingest_claim", { ...CLAIM, text });

  const [one] = (await started.call("get_claim", { claim_id: 1, history_limit: 0 })).content;
  const [list] = (await started.call("list_claims")).content;

  expect(one?.text).toMatch(new RegExp(`^\\[mm-[0-9a-f]{4}\\] candidate: ${text}\\n {2}cite: docs/ops\\.md \\| L12$`));
  expect(list?.text).toContain("xxx…");
});

test("a history of no events is empty", async () => {
  await using started = await startClient();
  await started.result("ingest_claim", CLAIM);

  expect(await started.result("get_claim", { claim_id: 1, history_limit: 0 })).toMatchObject({ history: [] });
  expect(await started.result("get_claim", { claim_id: 1, history_limit: -3 })).toMatchObject({ history: [] });
});

test("a repeat names the fields that were given and not taken, and no others", async () => {
  await using started = await startClient();
  await started.result("ingest_claim", { ...CLAIM, confidence: 0.9, volatility: "high" });

  const plain = await started.result("ingest_claim", { text: CLAIM.text });
  const other = await started.result("ingest_claim", { text: CLAIM.text, confidence: 0.4, volatility: null });

  expect(plain).toMatchObject({ deduplicated: true });
  expect(plain).not.toHaveProperty("warnings");
  expect(other["warnings"]).toEqual(["ignored_fields:confidence"]);
});

test("a correction answers with the proposal it filed", async () => {
  await using started = await startClient();
  await started.result("ingest_claim", CLAIM);

  const corrected = await started.result("ingest_claim", {
    text: "The staging API listens on port 7444",
    supersedes_claim_id: 1,
  });

  expect(corrected).toMatchObject({ ok: true, proposal_event_id: expect.any(Number) as unknown });
  expect(corrected["warnings"]).toContain("supersession_queued");
});

test("says which kind of question it is and which mode can run", async () => {
  await using started = await startClient();

  expect(await started.result("classify_query", { query: "what depends on the billing queue" })).toEqual({
    ok: true,
    query_type: "relational",
    recommended_mode: "qdrant",
    effective_mode: "legacy",
    containment_reason: "not_configured",
  });
  expect(existsSync(started.database)).toBe(false);
});

test("the claim after the rate limit is refused with the time to wait", async () => {
  await using started = await startClient({ MM_INGEST_RATE_LIMIT_PER_MIN: "2" });
  await started.result("ingest_claim", CLAIM);
  await started.result("ingest_claim", { ...CLAIM, text: "Deploys run on Friday" });

  const reply = await started.call("ingest_claim", { ...CLAIM, text: "Backups run at night" });

  expect(reply.structuredContent).toMatchObject({
    ok: false,
    code: "RATE_LIMITED",
    source_agent: "tester",
    limit_per_min: 2,
  });
  expect(reply.structuredContent["retry_after_ms"]).toBeGreaterThan(0);
});
