import { ConfigError, parseBoolean } from "@memorymaster/core";

export type Environment = Readonly<Record<string, string | undefined>>;

/** What the operator decided about this server; no argument of a call can change it. */
export interface ServerSettings {
  /** Why every call is refused, or `undefined` when calls are served. */
  readonly refusal: string | undefined;
  readonly principal: string | undefined;
  readonly profile: "all" | "core";
  readonly database: string | undefined;
  readonly workspace: string | undefined;
  readonly databaseAllowlist: readonly string[];
  readonly workspaceAllowlist: readonly string[];
  readonly adminMode: boolean;
  /** Claims that one agent may store in a minute; 0 = no limit. */
  readonly ingestsPerMinute: number;
}

const DEFAULT_INGESTS_PER_MINUTE = 60;

const given = (value: string | undefined): string | undefined => (value?.trim() ? value.trim() : undefined);
const list = (value: string | undefined): string[] =>
  (value ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

function authRefusal(mode: string | undefined): string | undefined {
  const isKnown = mode === undefined || mode === "local-trusted" || mode === "team";
  return isKnown ? undefined : "MEMORYMASTER_MCP_AUTH_MODE must be local-trusted or team";
}

function chosen<Value extends string>(
  name: string,
  value: string | undefined,
  values: readonly Value[],
): Value | undefined {
  if (value === undefined) return undefined;
  const found = values.find((known) => known === value.toLowerCase());
  if (found !== undefined) return found;
  throw new ConfigError("config.invalid", `${name} must be one of ${values.join(", ")}`, { details: { name } });
}

function wholeNumber(name: string, value: string | undefined, usual: number): number {
  if (value === undefined) return usual;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new ConfigError("config.invalid", `${name} must be a whole number of at least 0`, { details: { name } });
}

/**
 * Reads the settings of the server from an environment.
 *
 * @throws ConfigError `config.invalid` naming the variable
 */
export function serverSettings(env: Environment): ServerSettings {
  return {
    refusal: authRefusal(given(env["MEMORYMASTER_MCP_AUTH_MODE"])),
    principal: given(env["MEMORYMASTER_MCP_PRINCIPAL"]),
    profile: chosen("MEMORYMASTER_MCP_TOOLS", given(env["MEMORYMASTER_MCP_TOOLS"]), ["all", "core"]) ?? "all",
    database: given(env["MEMORYMASTER_MCP_DB"]),
    workspace: given(env["MEMORYMASTER_MCP_WORKSPACE"]),
    databaseAllowlist: list(env["MEMORYMASTER_MCP_DB_ALLOWLIST"]),
    workspaceAllowlist: list(env["MEMORYMASTER_MCP_WORKSPACE_ALLOWLIST"]),
    adminMode: parseBoolean(env["MEMORYMASTER_MCP_ADMIN_MODE"] ?? "") === true,
    ingestsPerMinute: wholeNumber(
      "MM_INGEST_RATE_LIMIT_PER_MIN",
      given(env["MM_INGEST_RATE_LIMIT_PER_MIN"]),
      DEFAULT_INGESTS_PER_MINUTE,
    ),
  };
}
