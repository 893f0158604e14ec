import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { ALL_TOOLS } from "../src/tools/all-tools.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { ENCODED, SECRET } from "./support/secrets.ts";
import { startClient } from "./support/start-client.ts";

const CLAIM = { text: "The staging API listens on port 7443", sources_json: '["docs/ops.md"]' };

test.each([
  ["an unknown argument", "list_claims", { foo: 1 }, "VALIDATION_ERROR", "foo"],
  ["an argument of the wrong type", "query_memory", { query: "x", limit: "5" }, "VALIDATION_ERROR", "limit"],
  ["a missing argument", "query_memory", {}, "MISSING_FIELD", "query"],
  ["an argument that is null", "ingest_claim", { text: null }, "VALIDATION_ERROR", "text"],
  ["an empty query", "query_memory", { query: "  " }, "VALIDATION_ERROR", "query"],
  ["an empty query for context", "query_for_context", { query: "" }, "VALIDATION_ERROR", "query"],
  ["an unknown detail level", "query_memory", { query: "x", detail_level: "huge" }, "VALIDATION_ERROR", "detail_level"],
  ["a text that is too long", "ingest_claim", { text: "x".repeat(10_001) }, "INPUT_TOO_LONG", "text"],
  ["a NUL character", "ingest_claim", { text: "a\u0000b" }, "INVALID_INPUT", "text"],
  ["a lone surrogate", "ingest_claim", { text: "a\ud800b" }, "INVALID_INPUT", "text"],
  ["an empty text", "ingest_claim", { text: " \n" }, "MISSING_FIELD", "text"],
  ["a confidence above one", "ingest_claim", { ...CLAIM, confidence: 1.5 }, "VALIDATION_ERROR", "confidence"],
  ["29 February of 2025", "ingest_claim", { ...CLAIM, valid_from: "2025-02-29" }, "VALIDATION_ERROR", "valid_from"],
  ["sources that are no list", "ingest_claim", { ...CLAIM, sources_json: "{}" }, "VALIDATION_ERROR", "sources_json"],
  ["sources with a number", "ingest_claim", { ...CLAIM, sources_json: "[1]" }, "VALIDATION_ERROR", "sources_json"],
  ["a source without name", "ingest_claim", { ...CLAIM, sources_json: '["|L1"]' }, "MISSING_FIELD", "sources_json"],
  ["an unknown claim to correct", "ingest_claim", { ...CLAIM, supersedes_claim_id: 4711 }, "NOT_FOUND", undefined],
  ["a broken cursor", "list_claims", { cursor: "???" }, "VALIDATION_ERROR", "cursor"],
  ["more ids than an answer holds", "list_claims", { ids: Array(1001).fill(1) }, "VALIDATION_ERROR", "ids"],
  ["an id that is none", "list_claims", { ids: [1.5] }, "VALIDATION_ERROR", "ids"],
  ["an unknown event type", "list_events", { event_type: "party" }, "VALIDATION_ERROR", "event_type"],
  ["an unknown claim", "get_claim", { claim_id: 4711 }, "NOT_FOUND", undefined],
  ["a name that is no claim's", "get_claim", { claim_id: "" }, "VALIDATION_ERROR", "claim_id"],
  ["a database elsewhere", "list_claims", { db: "/etc/x.db" }, "PATH_DENIED", "db"],
  ["a workspace that is not there", "list_claims", { workspace: "gone" }, "VALIDATION_ERROR", "workspace"],
  ["sensitive claims", "list_claims", { allow_sensitive: true }, "SENSITIVE_ACCESS_DENIED", undefined],
  ["an unknown tool", "drop_everything", {}, "VALIDATION_ERROR", "name"],
])("answers %s with its code and changes nothing", async (...[, tool, args, code, field]) => {
  await using started = await startClient();
  await started.result("init_db");
  const before = fingerprint(started);

  const reply = await started.call(tool, args);

  expect(reply).toMatchObject({ isError: true, structuredContent: { ok: false, code } });
  expect(reply.structuredContent["field"]).toBe(field);
  expect(reply.content[0]?.text).toBe(`${code}: ${String(reply.structuredContent["error"])}`);
  expect(JSON.stringify(reply)).not.toContain(started.folder);
  expect(fingerprint(started)).toEqual(before);
});

test("a thousand unknown arguments are not all repeated", async () => {
  await using started = await startClient();
  const names = Array.from({ length: 1000 }, (_none, index) => `${"n".repeat(500)}${index}`);

  const { structuredContent } = await started.call("list_claims", Object.fromEntries(names.map((name) => [name, 1])));

  expect(JSON.stringify(structuredContent).length).toBeLessThan(2000);
});

const TEXT_FIELDS = [
  "text",
  "subject",
  "predicate",
  "object_value",
  "idempotency_key",
  "scope",
  "source_agent",
  "holder",
  "claim_type",
];

test("refuses a secret in every field, plain and encoded, by the name of what was found", async () => {
  await using started = await startClient({ MM_INGEST_RATE_LIMIT_PER_MIN: "0", MEMORYMASTER_LOG_LEVEL: "debug" });
  await started.result("init_db");
  const secrets = [SECRET, ENCODED].map((secret) => `x ${secret}`);
  const fields = TEXT_FIELDS.map((field) => ({ [field]: secrets[0] }));
  const encoded = TEXT_FIELDS.map((field) => ({ [field]: secrets[1] }));
  const sources = secrets.flatMap((secret) => [`${secret}|L1|x`, `a|${secret}`, `a|b|${secret}`]);
  const calls = [...fields, ...encoded, ...sources.map((source) => ({ sources_json: JSON.stringify([source]) }))];

  const replies = [];
  for (const call of calls) replies.push(await started.call("ingest_claim", { ...CLAIM, ...call }));

  const answers = replies.map(({ structuredContent: { code, field, findings } }) => ({ code, field, findings }));
  expect(answers).toEqual(
    calls.map((call) => ({ code: "SENSITIVE_INPUT", field: Object.keys(call)[0], findings: ["github_token"] })),
  );
  const bytes = readdirSync(started.folder).map((name) => readFileSync(join(started.folder, name)).toString("latin1"));
  const left = [...bytes, JSON.stringify(replies), ...started.log].join("").toLowerCase();
  for (const secret of [SECRET, ENCODED]) expect(left).not.toContain(secret.toLowerCase());
  expect(await started.result("list_claims")).toMatchObject({ total: 0 });
});

test("an unknown auth mode denies every call but still lists the tools", async () => {
  await using started = await startClient({ MEMORYMASTER_MCP_AUTH_MODE: "open" });

  const reply = await started.call("list_claims");
  const { tools } = await started.client.listTools();

  expect(reply.structuredContent).toEqual({
    ok: false,
    code: "PERMISSION_DENIED",
    error: "MEMORYMASTER_MCP_AUTH_MODE must be local-trusted or team",
  });
  expect(tools).toHaveLength(ALL_TOOLS.length);
});

test("a bypass of the path policy is logged on each call", async () => {
  await using started = await startClient({ MEMORYMASTER_MCP_ADMIN_MODE: "1" });

  await started.call("list_claims");
  await started.call("list_claims");

  expect(started.log.filter((line) => line.includes("MEMORYMASTER_MCP_ADMIN_MODE"))).toHaveLength(2);
});
