import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";

import { createLocalServer } from "../../src/bin/local-server.ts";

/** The built program: what users start. */
export const BIN: string = resolve(import.meta.dirname, "../../dist/bin.js");

export interface ToolReply {
  readonly isError?: boolean | undefined;
  readonly structuredContent: Record<string, unknown>;
  readonly content: { readonly type: string; readonly text: string }[];
}

export interface StartedClient extends AsyncDisposable {
  readonly client: Client;
  /** An empty folder of its own: the workspace, with `memory.db` in it. */
  readonly folder: string;
  readonly database: string;
  /** What the server wrote to its log. */
  readonly log: readonly string[];
  call(name: string, args?: Record<string, unknown>): Promise<ToolReply>;
  /** The structured content of a call that succeeds. */
  result(name: string, args?: Record<string, unknown>): Promise<Record<string, unknown>>;
}

/** Environment of a server without settings of whoever runs the tests. */
export function cleanEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  const { PATH = "", SystemRoot = "" } = process.env;
  return { PATH, SystemRoot, ...extra };
}

export function temporaryFolder(): string {
  return realpathSync.native(mkdtempSync(join(tmpdir(), "memorymaster-mcp-")));
}

export interface ClientOptions {
  /** Of a server that ran before; it stays when this client is closed. Default: an empty one of its own. */
  readonly folder?: string;
  /** Default: `memory.db` in the folder. */
  readonly db?: string;
  /** Inside the folder. Default: the folder. */
  readonly workspace?: string;
}

/**
 * The server as the program builds it, in this process and in an empty folder, and the SDK's client connected to it. The
 * client checks every result against the output schema of its tool.
 */
export async function startClient(
  env: Record<string, string> = {},
  options: ClientOptions = {},
): Promise<StartedClient> {
  const folder = options.folder ?? temporaryFolder();
  const database = join(folder, "memory.db");
  const log: string[] = [];
  const { server, memories } = createLocalServer({
    db: options.db ?? database,
    workspace: join(folder, options.workspace ?? "."),
    env: { HOME: folder, USERPROFILE: folder, ...env },
    writeLog: (line) => void log.push(line),
  });
  const client = new Client({ name: "test", version: "1" });
  const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair();
  await server.connect(serverEnd);
  await client.connect(clientEnd);
  await client.listTools();
  const call: StartedClient["call"] = async (name, args = {}) =>
    (await client.callTool({ name, arguments: args })) as unknown as ToolReply;
  return {
    client,
    folder,
    database,
    log,
    call,
    result: async (name, args) => {
      const { isError, structuredContent } = await call(name, args);
      if (isError === true) throw new TypeError(`${name}: ${JSON.stringify(structuredContent)}`);
      return structuredContent;
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      await memories.closeAll();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
