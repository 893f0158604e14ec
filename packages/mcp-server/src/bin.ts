import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";

import { fromUnknown, surfaceOf } from "@memorymaster/core";

import { claimStdout } from "./bin/claim-stdout.ts";
import { createLocalServer } from "./bin/local-server.ts";
import { createStdioTransport } from "./stdio-transport.ts";
import { VERSION } from "./version.ts";

const HELP = `memorymaster-mcp: MemoryMaster as a Model Context Protocol server on stdin and stdout

Usage: memorymaster-mcp [--db FILE] [--workspace DIR]

  --db FILE        database, relative to the workspace;
                   default: MEMORYMASTER_MCP_DB, else the choice of "memorymaster where"
  --workspace DIR  project folder;
                   default: MEMORYMASTER_MCP_WORKSPACE, MEMORYMASTER_WORKSPACE, the current folder
  --version        print the version
  -h, --help       show this help

Example for a client's configuration:
  { "mcpServers": { "memorymaster": { "command": "memorymaster-mcp", "args": ["--workspace", "/path/to/project"] } } }
`;
/** How long a stop waits for what runs. */
const SHUTDOWN_MS = 5000;

interface Options {
  readonly db: string | undefined;
  readonly workspace: string | undefined;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      db: { type: "string" },
      workspace: { type: "string" },
      version: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  const answer = values.version === true ? `memorymaster-mcp ${VERSION}\n` : values.help === true ? HELP : undefined;
  if (answer !== undefined) {
    process.stdout.write(answer);
    process.exit(0);
  }
  return { db: values.db, workspace: values.workspace };
}

/** The end of the process, whatever asks for it first: what runs is finished, but not waited for longer than 5 seconds. */
function onceThenExit(finish: () => Promise<void>): () => void {
  let end: Promise<void> | undefined;
  return () => {
    end ??= Promise.race([finish(), delay(SHUTDOWN_MS)]).then(() => process.exit(0));
  };
}

async function serve(options: Options): Promise<void> {
  const { env, stdin, stderr } = process;
  const output = claimStdout();
  const { server, memories, logger } = createLocalServer({
    ...options,
    env,
    writeLog: (line) => void stderr.write(line),
  });
  const transport = createStdioTransport({ input: stdin, output }, logger);
  const stop = onceThenExit(async () => {
    stdin.pause();
    await transport.answered();
    await memories.closeAll();
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  await server.connect(transport);
  // The client has gone: a server that stays would be an orphan.
  for (const event of ["end", "close", "error"] as const) stdin.once(event, stop);
  output.once("error", stop);
}

try {
  await serve(readOptions());
} catch (error) {
  const known =
    error instanceof TypeError
      ? { message: error.message, exit: 2 }
      : { message: fromUnknown(error).message, exit: surfaceOf(fromUnknown(error)).exit };
  process.stderr.write(`error: ${known.message}\n`);
  process.exit(known.exit);
}
