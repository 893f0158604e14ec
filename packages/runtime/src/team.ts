import { resolve } from "node:path";

import {
  ConfigError,
  ForbiddenError,
  InvalidInputError,
  normalizeScopes,
  parseBoolean,
  UNKNOWN_AGENT,
} from "@memorymaster/core";
import type { Authority } from "@memorymaster/core";
import type { TeamBinding } from "@memorymaster/store-postgres";

import { chooseDatabase } from "./choose-database.ts";
import type { DatabaseChoice } from "./choose-database.ts";
import { variable } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { realPathOf } from "./git/find-repository.ts";
import type { OpenOptions } from "./open-options.ts";
import { readRole } from "./team-roles.ts";

const AUTH_MODE = "MEMORYMASTER_MCP_AUTH_MODE";
const ALLOW_SENSITIVE = "MEMORYMASTER_MCP_ALLOW_SENSITIVE";
const ALLOWED_SCOPES = "MEMORYMASTER_MCP_ALLOWED_SCOPES";
const PRINCIPAL = "MEMORYMASTER_MCP_PRINCIPAL";

/** A caller of a team, and where it works: all of it decided by the operator. */
export interface Team {
  readonly authority: Authority;
  /** The same for a store whose rows have policies. */
  readonly binding: TeamBinding;
  readonly database: DatabaseChoice;
  /** Absolute. */
  readonly workspace: string;
  /** What was passed over in the configuration, for the log. */
  readonly warnings: readonly string[];
}

function isTeam(env: Environment): boolean {
  const mode = variable(env, AUTH_MODE);
  if (mode !== undefined && mode !== "local-trusted" && mode !== "team") {
    throw new ForbiddenError("access.denied", `${AUTH_MODE} must be local-trusted or team`);
  }
  return mode === "team" || variable(env, "MEMORYMASTER_STORE_BACKEND")?.toLowerCase() === "postgres";
}

function invalid(name: string, why: string): ConfigError {
  return new ConfigError("config.invalid", `${name} ${why}`, { details: { name } });
}

function required(env: Environment, name: string): string {
  const value = variable(env, name);
  if (value !== undefined) return value;
  throw new ConfigError("config.missing", `${name} is not set: a team needs it`, { details: { name } });
}

function requiredScopes(env: Environment): readonly string[] {
  const text = required(env, ALLOWED_SCOPES);
  if (text.includes("*")) throw invalid(ALLOWED_SCOPES, "may not hold *: each scope is granted by its name");
  try {
    const scopes = normalizeScopes(text.split(","));
    if (scopes.length > 0) return scopes;
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
  }
  throw invalid(ALLOWED_SCOPES, "must be a comma list of scopes");
}

/** What is no clear no counts as yes. */
function refuseSensitive(env: Environment): void {
  const value = variable(env, ALLOW_SENSITIVE);
  if (value === undefined || parseBoolean(value) === false) return;
  throw new ForbiddenError("access.denied", `${ALLOW_SENSITIVE} may not be set in team mode`);
}

/**
 * The team that a process serves, from its variables; `undefined` = one local operator. Nothing of it ever comes from the
 * arguments of a call.
 *
 * @param cwd relative paths in the variables start here
 * @throws ConfigError `config.missing`, `config.invalid` with the variable in `details.name`
 * @throws ForbiddenError `access.denied` for an unknown mode, a principal without a role, or sensitive claims
 */
export function readTeam(env: Environment, cwd: string): Team | undefined {
  if (!isTeam(env)) return undefined;
  refuseSensitive(env);
  const principal = required(env, PRINCIPAL);
  if (principal === UNKNOWN_AGENT) throw invalid(PRINCIPAL, `may not be ${UNKNOWN_AGENT}`);
  const tenantId = required(env, "MEMORYMASTER_MCP_TENANT_ID");
  const scopes = requiredScopes(env);
  const workspace = resolve(cwd, required(env, "MEMORYMASTER_MCP_WORKSPACE"));
  const db = required(env, "MEMORYMASTER_MCP_DB");
  const { role, warnings } = readRole(principal, env, cwd);
  return {
    authority: { mode: "team", principal, role, tenantId, grantedScopes: scopes, sensitiveBypass: false },
    binding: { tenantId, principal, scopes },
    database: { ...chooseDatabase({ db, env, cwd: workspace }), reason: "env" },
    workspace,
    warnings,
  };
}

const samePath = (one: string, other: string): boolean => (realPathOf(one) ?? one) === (realPathOf(other) ?? other);

function sameDatabase(one: DatabaseChoice, other: DatabaseChoice): boolean {
  if (one.kind !== other.kind) return false;
  return one.kind === "postgres" ? one.target === other.target : samePath(one.target, other.target);
}

/**
 * Refuses a call that names another place or person than the configuration of its team.
 *
 * @throws ForbiddenError `access.denied` naming the option
 */
export function requireTeamOptions(team: Team, options: OpenOptions, place: { env: Environment; cwd: string }): void {
  const { db, stealth, workspace, tenant, principal } = options;
  const { authority } = team;
  const fits = {
    db: db === undefined || sameDatabase(chooseDatabase({ ...place, db }), team.database),
    stealth: stealth !== true,
    workspace: workspace === undefined || samePath(resolve(place.cwd, workspace), team.workspace),
    tenant: tenant === undefined || tenant.trim() === authority.tenantId,
    principal: principal === undefined || principal === authority.principal,
  };
  const other = Object.entries(fits).find(([, isSame]) => !isSame)?.[0];
  if (other === undefined) return;
  const message = `The option ${other} names another place or person than the team's configuration: leave it out`;
  throw new ForbiddenError("access.denied", message, { details: { field: other } });
}
