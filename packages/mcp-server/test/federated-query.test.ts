import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, test } from "vitest";

import { BIN, cleanEnvironment, temporaryFolder } from "./support/start-client.ts";

interface Program extends AsyncDisposable {
  result(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>>;
}

/** The built program for a caller in a folder with the projects `shop` and `mail`. */
async function startProgram(folder: string, principal: string): Promise<Program> {
  const client = new Client({ name: "test", version: "1" });
  const env = cleanEnvironment({ HOME: folder, MEMORYMASTER_MCP_PRINCIPAL: principal });
  const args = [BIN, "--db", join(folder, "memory.db"), "--workspace", folder];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  return {
    result: async (name, given) => {
      const { structuredContent } = await client.callTool({ name, arguments: given });
      return structuredContent as Record<string, unknown>;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

const scopesOf = ({ claims }: Record<string, unknown>): readonly string[] =>
  (claims as { scope: string }[]).map(({ scope }) => scope).sort();

test("federated_query finds what any project knows, and gives no hint of what the caller may not see", async () => {
  const folder = temporaryFolder();
  for (const name of ["shop", "mail"]) mkdirSync(join(folder, name));
  try {
    {
      await using ana = await startProgram(folder, "ana");
      const text = "The staging gateway rotates its token";
      for (const [index, given] of [
        { workspace: "shop" },
        { workspace: "mail" },
        { scope: "global" },
        { scope: "team:ops" },
        { workspace: "mail", visibility: "private" },
        { workspace: "mail", visibility: "sensitive" },
      ].entries()) {
        expect(await ana.result("ingest_claim", { ...given, text: `${text} ${"again ".repeat(index)}` })).toMatchObject(
          {
            ok: true,
          },
        );
      }
    }
    await using luis = await startProgram(folder, "luis");
    const query = { query: "staging gateway token", workspace: "shop" };

    const found = await luis.result("federated_query", query);
    const own = await luis.result("query_memory", query);
    const ofTeam = await luis.result("federated_query", { ...query, current_scope: "team:ops" });
    const listed = await luis.result("federated_query", {
      ...query,
      scope_allowlist: "project:mail, team:ops",
      limit: 7,
    });
    const refused = await luis.result("federated_query", { query: " " });

    expect(scopesOf(found)).toEqual(["global", "project:mail", "project:shop"]);
    expect(found).toMatchObject({
      ok: true,
      rows: 3,
      total: 3,
      relevant: 3,
      limit: 20,
      response_contract: "memorymaster.retrieval.v2",
      rows_data: [{ claim_index: 0 }, { claim_index: 1 }, { claim_index: 2 }],
    });
    expect(Object.keys(found)).toEqual(Object.keys(own));
    expect(scopesOf(ofTeam)).toEqual(["global", "project:mail", "project:shop", "team:ops"]);
    expect([scopesOf(listed), listed["limit"]]).toEqual([["project:mail", "team:ops"], 7]);
    expect(refused).toMatchObject({ ok: false, code: "VALIDATION_ERROR", field: "query" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
