import { execFile } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { DatabaseFiles } from "@memorymaster/core";
import { openMemoryMaster } from "@memorymaster/runtime";
import { expect, test } from "vitest";

import { BIN, cleanEnvironment, startClient, temporaryFolder } from "./support/start-client.ts";
import type { StartedClient, ToolReply } from "./support/start-client.ts";

/** The built command line, as the other program. */
const CLI = resolve(import.meta.dirname, "../../../apps/cli/dist/bin.js");

const run = promisify(execFile);

/** Does something to the files of the server's database beside the server, with a store of its own. */
async function beside<T>({ database, folder }: StartedClient, work: (files: DatabaseFiles) => Promise<T>): Promise<T> {
  await using master = await openMemoryMaster({ db: database, cwd: folder, surface: "test", env: { HOME: folder } });
  const { files } = master.store;
  if (files === undefined) throw new TypeError("the database is no file");
  return await work(files);
}

test("after a rollback by another program one answer says so, and every tool sees the restored content", async () => {
  await using started = await startClient();
  const result: StartedClient["result"] = (name, args) => started.result(name, args);
  await result("ingest_claim", { text: "Staging listens on port 7443" });
  const { snapshotId } = await beside(started, (files) => files.snapshot());
  await result("ingest_claim", { text: "Staging listens on port 9000" });
  const before = await result("list_claims");

  await beside(started, (files) => files.rollback(snapshotId));
  const first = await started.call("list_claims");
  const others = [await result("list_claims"), await result("query_memory", { query: "staging" })];
  const stored = await result("ingest_claim", { text: "Deploys run on Tuesdays" });

  expect([before["rows"], first.structuredContent["rows"]]).toEqual([2, 1]);
  const message = `The memory was put back to ${snapshotId} at`;
  expect(first.structuredContent["notice"]).toEqual({
    kind: "restored",
    source: snapshotId,
    at: expect.stringMatching(/^\d{4}-.*\+00:00$/) as unknown,
    message: expect.stringMatching(`^${message} .*: earlier answers may not hold any more\\.$`) as unknown,
  });
  expect(first.content[0]?.text.startsWith(`${message} `)).toBe(true);
  expect([...others, stored].filter((answer) => "notice" in answer)).toEqual([]);
  expect(stored["ok"]).toBe(true);
  expect(started.log.filter((line) => line.includes("the database was restored"))).toEqual([
    expect.stringContaining(snapshotId),
  ]);
});

test("a failure carries the notice too, and a snapshot alone or a restart brings none", async () => {
  await using started = await startClient();
  await started.result("ingest_claim", { text: "Staging listens on port 7443" });
  const { snapshotId } = await beside(started, (files) => files.snapshot());
  await started.result("ingest_claim", { text: "Staging listens on port 9000" });
  const quiet = await started.call("get_claim", { claim_id: 2 });

  await beside(started, (files) => files.rollback(snapshotId));
  const gone = await started.call("get_claim", { claim_id: 2 });
  await using restarted = await startClient({}, { folder: started.folder });
  const later = await restarted.call("list_claims");

  expect(quiet.structuredContent).not.toHaveProperty("notice");
  expect(gone).toMatchObject({
    isError: true,
    structuredContent: { ok: false, code: "NOT_FOUND", notice: { kind: "restored", source: snapshotId } },
  });
  expect(gone.content[0]?.text).toMatch(/^The memory was put back to [^\n]+\nNOT_FOUND: /);
  expect(later.structuredContent).not.toHaveProperty("notice");
});

test("a server process goes on under a rollback by the command line, and says so on stderr", async () => {
  if (!existsSync(CLI)) throw new TypeError("apps/cli/dist/bin.js is missing: run the build first");
  const folder = temporaryFolder();
  const database = join(folder, "memory.db");
  const env = cleanEnvironment({ HOME: folder, USERPROFILE: folder });
  const memorymaster = async (...args: string[]): Promise<Record<string, unknown>> => {
    const { stdout } = await run(process.execPath, [CLI, ...args, "--db", database], { env, cwd: folder });
    return (JSON.parse(stdout) as { data: Record<string, unknown> }).data;
  };
  const client = new Client({ name: "test", version: "1" });
  const args = [BIN, "--db", database, "--workspace", folder];
  const transport = new StdioClientTransport({ command: process.execPath, args, env, stderr: "pipe" });
  let log = "";
  transport.stderr?.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const call = async (name: string, given = {}): Promise<ToolReply["structuredContent"]> =>
    ((await client.callTool({ name, arguments: given })) as unknown as ToolReply).structuredContent;
  try {
    await client.connect(transport);
    await call("ingest_claim", { text: "Staging listens on port 7443" });
    const { snapshot_id: id } = await memorymaster("snapshot");
    await call("ingest_claim", { text: "Staging listens on port 9000" });
    const before = await call("list_claims");

    await memorymaster("rollback", String(id), "--yes");
    const after = await call("list_claims");
    const stored = await call("ingest_claim", { text: "Deploys run on Tuesdays" });

    expect([before["rows"], after["rows"]]).toEqual([2, 1]);
    expect(after["notice"]).toMatchObject({ kind: "restored", source: id });
    expect(stored).toMatchObject({ ok: true });
    expect(await memorymaster("stats")).toMatchObject({ claims: 2 });
    expect(log).toMatch(new RegExp(`warning the database was restored by another program \\{"source":"${String(id)}"`));
  } finally {
    await client.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
