import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { startClient, temporaryFolder } from "./support/start-client.ts";
import type { StartedClient } from "./support/start-client.ts";

const FACT = "The staging API listens on port 7443";

/** A server whose workspace holds two projects, each with the same fact and one of its own. */
async function startWithProjects(): Promise<StartedClient> {
  const started = await startClient();
  for (const workspace of ["shop", "mail"]) {
    mkdirSync(join(started.folder, workspace));
    await started.result("ingest_claim", { text: `${FACT} of ${workspace}`, workspace });
    await started.result("ingest_claim", { text: "Releases are cut on Tuesday", workspace });
  }
  return started;
}

const idOf = async (started: StartedClient, workspace: string): Promise<number> => {
  const { claims } = await started.result("query_memory", { query: "staging port", workspace });
  return (claims as { id: number }[])[0]?.id ?? 0;
};

test("a workspace sees its own project, and another one only when its scope is named", async () => {
  await using started = await startWithProjects();
  const foreign = await idOf(started, "mail");

  const own = await started.result("query_memory", { query: "staging port", workspace: "shop" });
  const listed = await started.result("list_claims", { workspace: "shop" });
  const byId = await started.result("list_claims", { ids: [foreign], workspace: "shop" });
  const named = { workspace: "shop", scope_allowlist: "project:mail" };

  expect(own).toMatchObject({ rows: 1, claims: [{ text: `${FACT} of shop`, scope: "project:shop" }] });
  expect(listed).toMatchObject({ total: 2 });
  expect(byId).toMatchObject({ rows: 0, total: 0, ids_requested: [foreign] });
  expect(await started.result("list_claims", { ...named, ids: [foreign] })).toMatchObject({ rows: 1 });
  expect(await started.result("get_claim", { ...named, claim_id: foreign })).toMatchObject({ claim: { id: foreign } });
});

test.each(["get_claim", "list_events", "pin_claim"])("%s opens no claim of another project by its id", async (tool) => {
  await using started = await startWithProjects();
  const claim_id = await idOf(started, "mail");

  const elsewhere = await started.call(tool, { claim_id, workspace: "shop" });
  const unknown = await started.call(tool, { claim_id: 4711, workspace: "shop" });

  expect(elsewhere.structuredContent).toEqual({
    ok: false,
    code: "NOT_FOUND",
    error: `Claim ${claim_id} does not exist`,
  });
  expect(unknown.structuredContent).toEqual({ ok: false, code: "NOT_FOUND", error: "Claim 4711 does not exist" });
  expect(await started.result(tool, { claim_id, workspace: "mail" })).toMatchObject({ ok: true });
});

test("a human id that two projects share means the claim of the project at hand", async () => {
  await using started = await startWithProjects();
  const found = await started.result("query_memory", { query: "releases tuesday", workspace: "mail" });
  const [own] = found["claims"] as { id: number; human_id: string }[];
  const claim_id = own?.human_id ?? "";

  const both = await started.call("get_claim", { claim_id, scope_allowlist: "project:shop,project:mail" });

  expect(await started.result("get_claim", { claim_id, workspace: "mail" })).toMatchObject({ claim: { id: own?.id } });
  expect(both.structuredContent).toMatchObject({
    code: "CONFLICT",
    ids: expect.arrayContaining([2, own?.id]) as unknown,
  });
});

test("a named caller sees nobody else's private claims, and writes in its own name", async () => {
  const folder = temporaryFolder();
  try {
    const fact = { text: "Ana keeps her notes in the blue folder", visibility: "private" };
    {
      await using ana = await startClient({ MEMORYMASTER_MCP_PRINCIPAL: "ana" }, { folder });
      await ana.result("ingest_claim", fact);
      expect(await ana.result("get_claim", { claim_id: 1 })).toMatchObject({ claim: { source_agent: "ana" } });
    }
    await using luis = await startClient({ MEMORYMASTER_MCP_PRINCIPAL: "luis" }, { folder });

    const stored = await luis.result("ingest_claim", { text: "Ana says hello", source_agent: "ana" });
    const replies = [
      await luis.call("get_claim", { claim_id: 1 }),
      await luis.call("list_events", { claim_id: 1 }),
      await luis.call("pin_claim", { claim_id: 1 }),
      await luis.call("ingest_claim", { text: "Her folder is red", supersedes_claim_id: 1 }),
    ];

    expect(stored).toMatchObject({ claim: { source_agent: "luis" }, warnings: ["ignored_fields:source_agent"] });
    expect(replies.map(({ structuredContent }) => structuredContent["code"])).toEqual(Array(4).fill("NOT_FOUND"));
    expect(await luis.result("query_memory", { query: "notes blue folder" })).toMatchObject({ rows: 0 });
    expect(await luis.result("query_for_context", { query: "notes blue folder" })).toMatchObject({
      claims_included: 0,
    });
    expect(await luis.result("list_claims", { ids: [1] })).toMatchObject({ rows: 0, total: 0 });
    expect(await luis.result("list_events")).toMatchObject({ total: 1 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the audit trail without a claim covers the scopes of the call only", async () => {
  await using started = await startWithProjects();

  const own = await started.result("list_events", { workspace: "shop" });
  const both = await started.result("list_events", { scope_allowlist: "project:shop,project:mail" });

  expect([own["total"], both["total"]]).toEqual([2, 4]);
});
