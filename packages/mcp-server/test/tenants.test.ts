import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { FOREIGN_TEXT, teamVariables, tempFolder, tenantDatabases, UNGRANTED_SCOPE } from "@memorymaster/test-support";
import type { ForeignClaim, TempFolder } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { ALL_TOOLS } from "../src/tools/all-tools.ts";
import { BIN, cleanEnvironment } from "./support/start-client.ts";
import type { ToolReply } from "./support/start-client.ts";
import { openDatabase, STANDING_CLOCK } from "./support/team.ts";

type Arguments = Readonly<Record<string, unknown>>;

const namesOf = ({ id, humanId, uid }: ForeignClaim): readonly (number | string)[] => [id, String(id), humanId, uid];

/** Calls of each tool that name a foreign claim, ask for its words, or count. */
const CALLS: Readonly<Record<string, (foreign: ForeignClaim) => readonly Arguments[]>> = {
  init_db: () => [{}],
  ingest_claim: (foreign) => [
    ...namesOf(foreign).map((name) => ({ text: "Quokkas rest at one", supersedes_claim_id: name })),
    { text: FOREIGN_TEXT },
    { text: "Other words", idempotency_key: "quokka" },
    { text: "In a scope of others", scope: UNGRANTED_SCOPE },
  ],
  query_memory: () => [
    { query: "quokka rotation" },
    { query: "gateway quokka", detail_level: "full", retrieval_mode: "legacy" },
    { query: "quokka", scope_allowlist: UNGRANTED_SCOPE },
    { query: "gateway", as_of: "2026-01-02T03:04:05Z" },
    { query: "ledger service invoices" },
  ],
  query_for_context: () => [{ query: "quokka rotation" }],
  federated_query: () => [{ query: "quokka rotation" }, { query: "quokka", current_scope: UNGRANTED_SCOPE }],
  recall_analysis: () => [{ query: "quokka rotation" }],
  search_verbatim: () => [{ query: "quokka rotation" }],
  get_claim: (foreign) => namesOf(foreign).map((name) => ({ claim_id: name })),
  list_claims: ({ id }) => [{}, { ids: [id, 1] }, { limit: 1, include_archived: true }, { status: "candidate" }],
  list_events: ({ id }) => [{}, { claim_id: id }],
  pin_claim: (foreign) => namesOf(foreign).map((name) => ({ claim_id: name })),
  redact_claim_payload: (foreign) => namesOf(foreign).map((name) => ({ claim_id: name, mode: "erase" })),
  list_steward_proposals: () => [{ include_resolved: true }],
  resolve_steward_proposal: ({ id, proposalEvent }) => [
    { action: "reject", claim_id: id },
    { action: "approve", proposal_event_id: proposalEvent },
  ],
  recompute_tiers: () => [{}],
  classify_query: () => [{ query: "what depends on quokkas" }],
};

/** What a reply says, but for the ids of a new claim. */
function toldBy(name: string, reply: ToolReply): unknown {
  if (name !== "ingest_claim" || reply.isError === true) return reply;
  const { claim, ...said } = reply.structuredContent as { readonly claim: Arguments };
  return { ...said, ...claim, id: 0, uid: "", human_id: "", citations: [], proposal_event_id: undefined };
}

async function replies(client: Client, foreign: readonly ForeignClaim[]): Promise<readonly (readonly unknown[])[]> {
  const told: (readonly unknown[])[] = [];
  // What it writes has ids that tell how much else there is, so it comes last.
  const names = [...Object.keys(CALLS).filter((name) => name !== "ingest_claim"), "ingest_claim"];
  for (const name of names) {
    for (const claim of foreign) {
      for (const args of CALLS[name]?.(claim) ?? []) {
        const reply = (await client.callTool({ name, arguments: args })) as unknown as ToolReply;
        told.push([name, claim.whose, args, toldBy(name, reply)]);
      }
    }
  }
  return told;
}

/** The built program, serving a member of the team on a database. */
async function start(
  temp: TempFolder,
  db: string,
  more: Readonly<Record<string, string>> = {},
): Promise<AsyncDisposable & { readonly client: Client }> {
  const client = new Client({ name: "test", version: "1" });
  const around = { HOME: temp.path, USERPROFILE: temp.path, MM_INGEST_RATE_LIMIT_PER_MIN: "0", ...STANDING_CLOCK };
  const env = cleanEnvironment({ ...around, ...teamVariables(temp.path, db), ...more });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [BIN], env, stderr: "ignore" }));
  return { client, [Symbol.asyncDispose]: () => client.close() };
}

test("there are calls of every tool, and of no other", () => {
  expect(Object.keys(CALLS).sort()).toEqual(ALL_TOOLS.map(({ name }) => name).sort());
});

test.each(["SQLite", "Postgres"] as const)(
  "on %s a team's server tells nothing of the claims of others",
  async (backend) => {
    using temp = tempFolder();
    await using databases = await tenantDatabases(backend, temp.path, openDatabase);
    await using among = await start(temp, databases.shared);
    await using apart = await start(temp, databases.alone);

    const told = await replies(among.client, databases.foreign);

    expect(told).toEqual(await replies(apart.client, databases.foreign));
    const said = told.filter(([name]) => name !== "ingest_claim").map((one) => one.at(-1));
    expect(JSON.stringify(said)).not.toContain("quokka rotation");
    expect(told.find(([name]) => name === "list_claims")?.at(-1)).toMatchObject({ structuredContent: { total: 4 } });
    await using other = await start(temp, databases.shared, { MEMORYMASTER_MCP_PRINCIPAL: "luis" });
    const query = { name: "query_memory", arguments: { query: "quokka rotation" } };
    expect(JSON.stringify(await other.client.callTool(query))).toContain("begins at midnight");
  },
);
