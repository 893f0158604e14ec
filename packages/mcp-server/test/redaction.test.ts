import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { startClient } from "./support/start-client.ts";
import type { StartedClient } from "./support/start-client.ts";

const WORD = "zanzibarfalcon";

async function startWithClaim(env: Record<string, string> = {}): Promise<StartedClient> {
  const started = await startClient(env);
  const sources = JSON.stringify([`docs/${WORD}.md|L12|${WORD} listens`]);
  await started.result("ingest_claim", { text: `The ${WORD} listens on port 7443`, sources_json: sources });
  return started;
}

test("an erased claim says so, is found by nothing, and leaves no word in the file", async () => {
  await using started = await startWithClaim();

  const { result } = await started.result("redact_claim_payload", {
    claim_id: 1,
    mode: "erase",
    reason: "asked for by the customer",
    actor: "luis",
  });
  const found = await started.result("query_memory", { query: `${WORD} port 7443` });
  const shown = await started.result("get_claim", { claim_id: 1 });

  expect(result).toMatchObject({
    claim_id: 1,
    mode: "erase",
    redact_claim: true,
    redact_citations: true,
    changed: true,
    claim_rows: 1,
    citation_rows: 1,
    event_details: 0,
    vector: null,
    sealed: false,
    files: "done",
    claim: { text: "[ERASED]", status: "candidate", version: 2, citations: [{ source: "[ERASED]", excerpt: null }] },
  });
  expect(found).toMatchObject({ rows: 0 });
  expect(JSON.stringify(shown)).not.toContain(WORD);
  expect(shown["history"]).toMatchObject([
    { event_type: "ingest" },
    { event_type: "audit", details: "claim_payload_erased", payload: { actor: "luis", mode: "erase" } },
  ]);
  expect(readFileSync(started.database, "latin1")).not.toContain(WORD);
});

test("a second call changes nothing and says so", async () => {
  await using started = await startWithClaim();
  await started.result("redact_claim_payload", { claim_id: 1, mode: "erase" });

  const { structuredContent, content } = await started.call("redact_claim_payload", { claim_id: 1, mode: "erase" });

  expect(structuredContent).toMatchObject({ ok: true, result: { changed: false, claim_rows: 0, event_id: null } });
  expect(content[0]?.text).toContain("gone already");
});

test("the principal that the operator named signs, whatever the call says", async () => {
  await using started = await startWithClaim({ MEMORYMASTER_MCP_PRINCIPAL: "ana" });

  await started.result("redact_claim_payload", { claim_id: 1, actor: "luis" });

  const { events } = await started.result("list_events", { event_type: "audit" });
  expect((events as readonly { payload_json: string }[])[0]?.payload_json).toContain('"actor":"ana"');
});

test.each([
  ["neither part", { claim_id: 1, redact_claim: false, redact_citations: false }, "VALIDATION_ERROR"],
  ["an unknown mode", { claim_id: 1, mode: "hide" }, "VALIDATION_ERROR"],
  ["an unknown claim", { claim_id: 99 }, "NOT_FOUND"],
  ["a reason that repeats the words", { claim_id: 1, reason: `the ${WORD} listens on port 7443` }, "VALIDATION_ERROR"],
])("%s is refused, and the claim keeps its words", async (_, args, code) => {
  await using started = await startWithClaim();

  const { isError, structuredContent } = await started.call("redact_claim_payload", args);

  expect([isError, structuredContent["code"]]).toEqual([true, code]);
  expect(JSON.stringify(await started.result("get_claim", { claim_id: 1 }))).toContain(WORD);
});

test("a server with a malformed key does not start", async () => {
  const starting = startClient({ MEMORYMASTER_ENCRYPTION_KEY: "no-key" });

  await expect(starting).rejects.toMatchObject({ code: "config.invalid" });
});
