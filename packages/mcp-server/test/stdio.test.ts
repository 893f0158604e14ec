import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, test } from "vitest";

import { ALL_TOOLS } from "../src/tools/all-tools.ts";
import { BIN, cleanEnvironment, temporaryFolder } from "./support/start-client.ts";

type Message = Record<string, unknown>;

const INITIALIZE = {
  jsonrpc: "2.0",
  id: "hello",
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

interface RawServer extends AsyncDisposable {
  readonly process: ChildProcessWithoutNullStreams;
  readonly stderr: Promise<string>;
  send(...pieces: (string | Message)[]): void;
  /** The next line of stdout, parsed. */
  receive(): Promise<Message>;
  /** All lines of stdout up to its end. */
  rest(): Promise<Message[]>;
}

function startRaw(env: Record<string, string> = {}, prepare: (database: string) => void = () => undefined): RawServer {
  const folder = temporaryFolder();
  const database = join(folder, "memory.db");
  prepare(database);
  const child = spawn(process.execPath, [BIN, "--db", database, "--workspace", folder], {
    env: cleanEnvironment({ HOME: folder, ...env }),
  });
  // A server that is gone closes its pipe: what a test makes of that, it says itself.
  child.stdin.on("error", () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const parsed = (line: string): Message => JSON.parse(line) as Message;
  return {
    process: child,
    stderr: text(child.stderr).catch(() => ""),
    send: (...pieces) => {
      for (const piece of pieces) {
        child.stdin.write(typeof piece === "string" ? piece : `${JSON.stringify(piece)}\n`);
      }
    },
    receive: async () => parsed(String((await lines.next()).value)),
    rest: async () => {
      const messages = [];
      for (let next = await lines.next(); next.done !== true; next = await lines.next())
        messages.push(parsed(next.value));
      return messages;
    },
    async [Symbol.asyncDispose]() {
      const gone = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
      child.kill("SIGKILL");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const ping = (id: number): Message => ({ jsonrpc: "2.0", id, method: "ping" });
const call = (id: number, name: string, args: Message): Message => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});
const ingests = (count: number): Message[] =>
  Array.from({ length: count }, (_none, index) =>
    call(index, "ingest_claim", { text: `Fact of the number ${index * 13}` }),
  );
const idsOf = (messages: readonly Message[]): unknown[] => messages.map(({ id }) => id).sort();
const endOf = async ({ process: child }: RawServer): Promise<unknown> => ((await once(child, "exit")) as unknown[])[0];

test("the client of the SDK finds and calls every tool, and each result fits its output schema", async () => {
  const folder = temporaryFolder();
  const client = new Client({ name: "test", version: "1" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BIN, "--db", join(folder, "memory.db"), "--workspace", folder],
    env: cleanEnvironment({ HOME: folder, USERPROFILE: folder, MEMORYMASTER_LOG_LEVEL: "debug" }),
    stderr: "ignore",
  });
  const args: Readonly<Record<string, Message>> = {
    init_db: {},
    ingest_claim: { text: "The staging API listens on port 7443", sources_json: '["docs/ops.md|L12"]' },
    query_memory: { query: "which port does staging use" },
    query_for_context: { query: "staging api", token_budget: 200, output_format: "xml" },
    federated_query: { query: "which port does staging use" },
    recall_analysis: { query: "which port does staging use" },
    search_verbatim: { query: "which port does staging use" },
    get_claim: { claim_id: 1 },
    list_claims: {},
    list_events: {},
    pin_claim: { claim_id: 1 },
    redact_claim_payload: { claim_id: 3 },
    resolve_steward_proposal: { action: "reject", claim_id: 1 },
    classify_query: { query: "what depends on staging" },
  };
  try {
    await client.connect(transport);
    const { tools } = await client.listTools();
    for (const text of ["Deploys run on Friday", "Deploys never run on Friday"]) {
      await client.callTool({ name: "ingest_claim", arguments: { text } });
    }

    const results = [];
    for (const { name } of tools) {
      results.push([
        name,
        ((await client.callTool({ name, arguments: args[name] ?? {} })) as Message)["structuredContent"],
      ]);
    }

    expect(results).toEqual(ALL_TOOLS.map(({ name }) => [name, expect.objectContaining({ ok: true }) as unknown]));
  } finally {
    await client.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("every line on stdout is a message of the protocol, whatever comes in, with debug logs and a broken database", async () => {
  await using server = startRaw(
    { MEMORYMASTER_LOG_LEVEL: "debug", NODE_OPTIONS: "--trace-deprecation" },
    (database) => {
      writeFileSync(database, "no database at all, only text".repeat(100));
    },
  );
  const hello = { jsonrpc: "2.0", method: "notifications/initialized" };
  server.send("this is no json\n", INITIALIZE, hello);
  const greeted = [await server.receive(), await server.receive()];
  server.send(`${JSON.stringify(ping(1))}\r\n${JSON.stringify(ping(2))}\n{"hello":"world"}\n`, '{"jsonrpc":"2.0",');
  server.send('"id":3,"method":"ping"}\n', { jsonrpc: "2.0", id: 4, method: "no/such" });
  server.send({ jsonrpc: "2.0", id: 5, method: "tools/call", params: { name: 7 } });
  const messages = [];
  for (let count = 0; count < 6; count += 1) messages.push(await server.receive());
  server.send(call(6, "ingest_claim", { text: "x".repeat(12_000_000) }));
  const large = await server.receive();
  server.send(`${"x".repeat(17 * 1024 * 1024)}\n`, call(7, "list_claims", {}));
  const last = [await server.receive(), await server.receive()];

  expect(greeted).toMatchObject([
    { id: null, error: { code: -32_700 } },
    { id: "hello", result: { protocolVersion: "2025-06-18", serverInfo: { name: "memorymaster" } } },
  ]);
  const outcomes = messages.map(({ id, error }) => [id, (error as Message | undefined)?.["code"]]);
  expect(new Map(outcomes as [unknown, unknown][])).toEqual(
    new Map<unknown, unknown>([
      [1, undefined],
      [2, undefined],
      [null, -32_600],
      [3, undefined],
      [4, -32_601],
      [5, -32_602],
    ]),
  );
  expect(large).toMatchObject({ id: 6, result: { structuredContent: { code: "INPUT_TOO_LONG" } } });
  expect(last).toMatchObject([
    { id: null, error: { code: -32_600 } },
    { id: 7, result: { isError: true, structuredContent: { code: "UNAVAILABLE" } } },
  ]);
});

test("calls that were sent before the input ended are answered, though nobody reads the log", async () => {
  await using server = startRaw({ MEMORYMASTER_LOG_LEVEL: "debug" });
  server.process.stderr.destroy();

  server.send(INITIALIZE, ...ingests(20), JSON.stringify(call(20, "list_claims", { limit: 1 })));
  server.process.stdin.end();
  const [exitCode, messages] = await Promise.all([endOf(server), server.rest()]);

  expect(exitCode).toBe(0);
  expect(idsOf(messages)).toEqual(["hello", ...Array.from({ length: 21 }, (_none, index) => index)].sort());
  const stored = messages.filter(({ id }) => typeof id === "number" && id < 20);
  expect(stored.map(({ result }) => (result as { structuredContent: Message }).structuredContent["ok"])).toEqual(
    stored.map(() => true),
  );
});

test.skipIf(process.platform === "win32")("SIGTERM lets the running calls finish and ends with exit 0", async () => {
  await using server = startRaw();
  server.send(INITIALIZE);
  await server.receive();
  server.send(...ingests(20));
  const first = await server.receive();

  server.process.kill("SIGTERM");
  const [exitCode, others] = await Promise.all([endOf(server), server.rest()]);

  expect(exitCode).toBe(0);
  expect(idsOf([first, ...others])).toEqual(Array.from({ length: 20 }, (_none, index) => index).sort());
});

test("the server ends quietly when nobody reads its answers any more", async () => {
  await using server = startRaw();
  server.send(INITIALIZE);
  await server.receive();

  server.process.stdout.destroy();
  const end = endOf(server);
  server.send(ping(1), ping(2));

  expect([await end, await server.stderr]).toEqual([0, ""]);
});

test.each([
  [["--bogus"], {}, /^error: Unknown option '--bogus'[^\n]*\n$/],
  [["--db", ":memory:"], {}, /^error: The database of a server must be a file[^\n]*\n$/],
  [[], { MEMORYMASTER_LOG_LEVEL: "loud" }, /^error: MEMORYMASTER_LOG_LEVEL: must be one of [^\n]+\n$/],
])("a bad setup ends with exit 2 and one line: %j %j", async (args, env, message) => {
  const child = spawn(process.execPath, [BIN, ...args], { env: cleanEnvironment(env) });

  const [closed, stderr] = await Promise.all([once(child, "close"), text(child.stderr)]);

  expect(closed[0]).toBe(2);
  expect(stderr).toMatch(message);
});
