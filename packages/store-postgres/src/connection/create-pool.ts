import { InvalidInputError } from "@memorymaster/core";
import { Pool, types } from "pg";
import type { PoolClient } from "pg";
import { checkOperatorRole, checkTeamRole } from "../roles/check-role.ts";
import { translateError } from "./translate-error.ts";

/** The caller that every connection of a pool serves: policies of rows show it nothing else. */
export interface TeamBinding {
  readonly tenantId: string;
  readonly principal: string;
  /** At least one. */
  readonly scopes: readonly string[];
}

export interface PoolOptions {
  /** `postgres://…`, with `sslmode`, `sslrootcert` and other parameters of libpq. */
  readonly url: string;
  readonly readOnly: boolean;
  /** Most connections at once. */
  readonly connections: number;
  /** Absent = the operator. */
  readonly binding: TeamBinding | undefined;
}

/** Connections that are set up, and ended together. */
export interface ConnectionPool {
  /** @throws StoreError, ForbiddenError */
  take(): Promise<PoolClient>;
  /** @param broken closes the connection instead of keeping it for the next one */
  give(client: PoolClient, broken: boolean): void;
  /** Twice is harmless. */
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** After it a connection is replaced, so that a role that was given other rights meanwhile is looked at again. */
const LIFETIME_S = 300;

/** Types by their numbers in `pg_type`: whole numbers as such, times as the text that the codec translates. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  20: Number,
  1700: Number,
  1184: (text) => text,
};

type ParserOf = (oid: number, format?: "text") => (text: string) => unknown;

const parserOf: ParserOf = (oid, format) => PARSERS[oid] ?? (types.getTypeParser as ParserOf)(oid, format);

/** What a connection is set to. Milliseconds where a number stands alone. */
function settingsOf({ readOnly, binding }: PoolOptions): Readonly<Record<string, string>> {
  return {
    application_name: "memorymaster",
    client_encoding: "UTF8",
    datestyle: "ISO, YMD",
    timezone: "UTC",
    statement_timeout: "30000",
    lock_timeout: "10000",
    idle_in_transaction_session_timeout: "120000",
    // What is asked for is in memory or on a disk without moving parts; else tables would be read from end to end.
    random_page_cost: "1.1",
    // Starting parallel workers takes longer than most statements.
    max_parallel_workers_per_gather: "0",
    ...(readOnly && { default_transaction_read_only: "on" }),
    "memorymaster.mode": binding === undefined ? "operator" : "team",
    "memorymaster.tenant_id": binding?.tenantId ?? "",
    "memorymaster.principal": binding?.principal ?? "",
    "memorymaster.allowed_scopes": JSON.stringify(binding?.scopes ?? []),
  };
}

/** Sets a new connection up, and looks whether what binds it to the caller arrived. */
async function setUp(client: PoolClient, settings: Readonly<Record<string, string>>): Promise<void> {
  const names = Object.keys(settings);
  const calls = names.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false) as s${index}`);
  const { rows } = await client.query<Record<string, string>>(
    `select ${calls.join(", ")}`,
    Object.entries(settings).flat(),
  );
  const changed = names.find(
    (name, index) => name.startsWith("memorymaster.") && rows[0]?.[`s${index}`] !== settings[name],
  );
  if (changed !== undefined)
    throw new InvalidInputError("input.invalid", `The database did not take the setting ${changed}`);
}

export function createPool(options: PoolOptions): ConnectionPool {
  const settings = settingsOf(options);
  const ready = new WeakSet<PoolClient>();
  const pool = new Pool({
    connectionString: options.url,
    max: options.connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    maxLifetimeSeconds: LIFETIME_S,
    types: { getTypeParser: parserOf as typeof types.getTypeParser },
  });
  let closing: Promise<void> | undefined;
  // An idle connection that the server ends is no failure of anyone; the pool replaces it.
  pool.on("error", () => undefined);
  // One that is in use fails with the next statement, which says so.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return {
    take: async () => {
      let client: PoolClient | undefined;
      try {
        client = await pool.connect();
        if (!ready.has(client)) {
          await setUp(client, settings);
          await (options.binding === undefined ? checkOperatorRole : checkTeamRole)(client);
        }
        ready.add(client);
        return client;
      } catch (error) {
        client?.release(true);
        throw translateError(error);
      }
    },
    give: (client, broken) => client.release(broken),
    close: () => (closing ??= pool.end()),
  };
}
