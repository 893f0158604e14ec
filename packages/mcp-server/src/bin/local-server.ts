import { resolve } from "node:path";

import { ConfigError, createStderrLogger, LOCAL_OPERATOR, MemoryMasterError, systemClock } from "@memorymaster/core";
import type { Authority, Logger } from "@memorymaster/core";
import { chooseDatabase, openMemoryMaster, readTeam, requireTeamOptions, resolveConfig } from "@memorymaster/runtime";
import type { DatabaseChoice } from "@memorymaster/runtime";

import { createMcpServer } from "../create-server.ts";
import { databaseIdentity } from "./database-identity.ts";
import { createMemoryCache } from "../memory-cache.ts";
import type { MemoryCache } from "../memory-cache.ts";
import { createRateLimiter } from "../rate-limit.ts";
import { serverSettings } from "../server-settings.ts";
import type { Environment, ServerSettings } from "../server-settings.ts";
import { VERSION } from "../version.ts";

const SURFACE = "mcp-session";

export interface LocalServerOptions {
  /** Relative to the workspace. Default: `MEMORYMASTER_MCP_DB`, else what every other surface would choose. */
  readonly db: string | undefined;
  /** Default: `MEMORYMASTER_MCP_WORKSPACE`, `MEMORYMASTER_WORKSPACE`, the current folder. */
  readonly workspace: string | undefined;
  readonly env: Environment;
  /** Takes each line of the log, its line break included. */
  readonly writeLog: (line: string) => void;
}

export interface LocalServer {
  readonly server: ReturnType<typeof createMcpServer>;
  readonly memories: MemoryCache;
  readonly logger: Logger;
}

interface Setup extends LocalServerOptions {
  readonly settings: ServerSettings;
}

function memoriesOf({ settings, env, writeLog }: Setup): MemoryCache {
  return createMemoryCache({
    identityOf: databaseIdentity,
    open: async ({ database, workspace, use }) => {
      const opened = await openMemoryMaster({
        db: database,
        workspace,
        readOnly: use === "read",
        create: use === "create",
        principal: settings.principal,
        surface: SURFACE,
        background: true,
        env,
        writeLog: (line) => {
          writeLog(`${line}\n`);
        },
      });
      return {
        memory: opened.memory,
        settings: opened.settings.memory,
        lastRestore: async () => opened.store.files?.lastRestore(),
        close: () => opened.close(),
      };
    },
  });
}

function databaseOf({ db, settings, env }: Setup, workspace: string): DatabaseChoice {
  const database = chooseDatabase({ db: db ?? settings.database, env, cwd: workspace });
  if (database.target !== ":memory:") return database;
  throw new ConfigError("config.invalid", "The database of a server must be a file: one in memory ends with each call");
}

/** Whom the server serves, and where. */
interface Served {
  readonly settings: ServerSettings;
  readonly authority: Authority;
  readonly database: DatabaseChoice;
  readonly workspace: string;
}

/** One operator. Postgres is for teams. */
function servedLocally(options: LocalServerOptions, own: ServerSettings): Served {
  const workspace = resolve(options.workspace ?? own.workspace ?? options.env["MEMORYMASTER_WORKSPACE"] ?? ".");
  const database = databaseOf({ ...options, settings: own }, workspace);
  const needsTeam = "A Postgres database needs MEMORYMASTER_MCP_AUTH_MODE=team; local-trusted serves SQLite only";
  const refusal = own.refusal ?? (database.kind === "postgres" ? needsTeam : undefined);
  const authority = { ...LOCAL_OPERATOR, principal: own.principal };
  return { settings: { ...own, refusal }, authority, database, workspace };
}

/** A team as its configuration says; one that is not whole serves nobody. */
function servedBy(options: LocalServerOptions): Served {
  const { env } = options;
  const own = serverSettings(env);
  try {
    const team = readTeam(env, process.cwd());
    if (team === undefined) return servedLocally(options, own);
    const given = { db: options.db, workspace: options.workspace && resolve(options.workspace), surface: SURFACE };
    requireTeamOptions(team, given, { env, cwd: team.workspace });
    return { ...team, settings: { ...own, adminMode: false } };
  } catch (error) {
    if (!(error instanceof MemoryMasterError)) throw error;
    return servedLocally(options, { ...own, refusal: own.refusal ?? error.message });
  }
}

/**
 * The server of one operator on one machine, or of one caller of a team, put together from what the process was given.
 *
 * @throws ConfigError `config.invalid`, `config.missing` naming the variable or file
 */
export function createLocalServer(options: LocalServerOptions): LocalServer {
  const { env, writeLog } = options;
  const logger = createStderrLogger({ level: resolveConfig({ env }).runtime.log_level, write: writeLog });
  const { settings, authority, database, workspace } = servedBy(options);
  const memories = memoriesOf({ ...options, settings });
  const server = createMcpServer({
    version: VERSION,
    settings,
    authority,
    paths: {
      defaultDatabase: database.target,
      defaultWorkspace: workspace,
      databaseAllowlist: settings.databaseAllowlist,
      workspaceAllowlist: settings.workspaceAllowlist,
      adminMode: settings.adminMode,
      isFixed: authority.mode === "team",
    },
    rateLimiter: createRateLimiter(settings.ingestsPerMinute, systemClock),
    logger,
    memories,
  });
  server.onerror = (error) => {
    logger.log("warning", "protocol error", { reason: error.name });
  };
  logger.log("info", "ready", { version: VERSION, database: database.shown, reason: database.reason });
  return { server, memories, logger };
}
