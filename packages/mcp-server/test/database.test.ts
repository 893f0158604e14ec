import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { fingerprint } from "./support/fingerprint.ts";
import { startClient } from "./support/start-client.ts";
import type { StartedClient } from "./support/start-client.ts";

const CLAIM = { text: "The staging API listens on port 7443" };
const READS = [
  ["query_memory", { query: "staging port" }],
  ["query_for_context", { query: "staging port" }],
  ["federated_query", { query: "staging port" }],
  ["recall_analysis", { query: "staging port" }],
  ["search_verbatim", { query: "staging port" }],
  ["get_claim", { claim_id: 1 }],
  ["list_claims", {}],
  ["list_events", {}],
  ["list_steward_proposals", { include_resolved: true }],
] as const;

async function codesOf(started: StartedClient, calls: typeof READS): Promise<unknown[]> {
  const codes = [];
  for (const [tool, args] of calls) codes.push((await started.call(tool, args)).structuredContent["code"]);
  return codes;
}

test("without a database every tool that needs one says so, names no path and creates none", async () => {
  await using started = await startClient();

  const codes = await codesOf(started, READS);
  const pinned = await started.call("pin_claim", { claim_id: 1 });

  expect(codes).toEqual(READS.map(() => "NOT_FOUND"));
  expect(pinned.structuredContent).toEqual({
    ok: false,
    code: "NOT_FOUND",
    error: "There is no database yet: init_db or ingest_claim creates it",
  });
  expect(readdirSync(started.folder)).toEqual([]);
  expect(started.log.join("")).toContain(started.database);
});

test("read tools leave every byte of the database as it was", async () => {
  await using started = await startClient();
  await started.result("ingest_claim", CLAIM);
  const before = fingerprint(started);

  const codes = await codesOf(started, READS);

  expect(codes).toEqual(READS.map(() => undefined));
  expect(fingerprint(started)).toEqual(before);
});

test("a file that is no database is refused in one sentence, and other calls go on", async () => {
  await using started = await startClient();
  writeFileSync(started.database, "this is no database, but long enough to be looked at".repeat(50));

  const broken = await started.call("query_memory", { query: "x" });
  const next = await started.result("classify_query", { query: "what is x" });

  expect(broken.structuredContent).toEqual({ ok: false, code: "UNAVAILABLE", error: "The file is not a database" });
  expect(next["ok"]).toBe(true);
});

test("a folder in place of the database is refused without its path", async () => {
  await using started = await startClient();
  mkdirSync(join(started.folder, "odd"));

  const { structuredContent } = await started.call("init_db", { db: "odd" });

  expect(structuredContent).toEqual({ ok: false, code: "UNAVAILABLE", error: "The database is a folder" });
});

/** Windows does not let go of an open file. */
const CAN_REMOVE = process.platform !== "win32";

test.runIf(CAN_REMOVE)(
  "a removed database is missed by readers of a running server, and made anew by a writer",
  async () => {
    await using started = await startClient();
    await started.result("ingest_claim", { text: "Backups run at midnight" });
    await started.result("list_claims");
    for (const name of readdirSync(started.folder)) rmSync(join(started.folder, name));

    const codes = await codesOf(started, READS);
    const stored = await started.result("ingest_claim", CLAIM);
    const listed = await started.result("list_claims");

    expect(codes).toEqual(READS.map(() => "NOT_FOUND"));
    expect(stored).toMatchObject({ claim: { id: 1 } });
    expect(listed).toMatchObject({ total: 1, claims: [CLAIM] });
  },
);

test("a Postgres database is refused for every call, by a name and without the connection string", async () => {
  const dsn = "postgres://ana:hidden@db/x";
  await using own = await startClient();
  await using foreign = await startClient({}, { db: dsn });

  const named = await own.call("list_claims", { db: dsn });
  const configured = await foreign.call("list_claims");

  expect(named.structuredContent).toMatchObject({ ok: false, code: "PATH_DENIED", field: "db" });
  expect(configured.structuredContent).toMatchObject({
    ok: false,
    code: "PERMISSION_DENIED",
    error: expect.stringContaining("MEMORYMASTER_MCP_AUTH_MODE=team") as unknown,
  });
  expect(JSON.stringify([named, configured, own.log, foreign.log])).not.toMatch(/hidden|@db/);
});
