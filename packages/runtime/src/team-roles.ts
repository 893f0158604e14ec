import { ConfigError, ForbiddenError, ROLE_ACTIONS } from "@memorymaster/core";
import type { ConfigCode, Role } from "@memorymaster/core";

import { variable } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { readConfigFile } from "./read-config-file.ts";
import type { ConfigFileOptions } from "./read-config-file.ts";

const ROLES_CONFIG = "MEMORYMASTER_ROLES_CONFIG";
const ROLE_PREFIX = "MEMORYMASTER_ROLE_";
const ROLES = Object.keys(ROLE_ACTIONS) as readonly Role[];

export interface FoundRole {
  readonly role: Role;
  /** One for each entry that names no role and so was passed over. */
  readonly warnings: readonly string[];
}

/** Where a role was looked for, and what stood there. */
type Entry = readonly [source: string, text: unknown];

/** The variable of an agent: its suffix in lower case, with `-` for `_`, is the agent's name. */
function entryOfVariable(env: Environment, agent: string): Entry | undefined {
  const agentOf = (name: string): string => name.slice(ROLE_PREFIX.length).toLowerCase().replaceAll("_", "-");
  const isOfAgent = (name: string): boolean =>
    name.toUpperCase().startsWith(ROLE_PREFIX) && agentOf(name) === agent.toLowerCase();
  const name = Object.keys(env).find((known) => isOfAgent(known) && variable(env, known) !== undefined);
  return name === undefined ? undefined : [name, variable(env, name)];
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function unusable(code: ConfigCode, why: string, cause?: unknown): ConfigError {
  return new ConfigError(code, `${ROLES_CONFIG} ${why}`, { details: { name: ROLES_CONFIG }, cause });
}

/** The parsed file. Failures name the variable alone, since they reach callers who may know no path. */
function contentOf(options: ConfigFileOptions): unknown {
  try {
    return readConfigFile(options)?.content;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { code } = error;
    throw unusable(code, code === "config.missing" ? "names no file" : "names a file that is no readable JSON", error);
  }
}

/** `{"agents": {"<name>": "<role>"}}`. */
function entryOfFile(env: Environment, cwd: string, agent: string): Entry | undefined {
  const config = variable(env, ROLES_CONFIG);
  if (config === undefined) return undefined;
  const content = contentOf({ config, env, cwd });
  const agents = isObject(content) && "agents" in content ? content.agents : undefined;
  if (!isObject(agents))
    throw unusable("config.invalid", 'must name a file that holds {"agents": {"<name>": "<role>"}}');
  const found = Object.entries(agents).find(([name]) => name === agent);
  return found && [`${ROLES_CONFIG}, agent ${agent}`, found[1]];
}

/**
 * The role that the operator gave an agent: `MEMORYMASTER_ROLE_<AGENT>`, else the file in `MEMORYMASTER_ROLES_CONFIG`.
 *
 * @throws ForbiddenError `access.denied` when there is none: a team has no role by default
 * @throws ConfigError `config.missing`, `config.invalid` for a file that cannot be read
 */
export function readRole(agent: string, env: Environment, cwd: string): FoundRole {
  const warnings: string[] = [];
  for (const entry of [entryOfVariable(env, agent), entryOfFile(env, cwd, agent)]) {
    if (entry === undefined) continue;
    const [source, text] = entry;
    const role = ROLES.find((known) => typeof text === "string" && known === text.trim().toLowerCase());
    if (role !== undefined) return { role, warnings };
    warnings.push(`${source} names no role and is ignored; roles are ${ROLES.join(", ")}`);
  }
  const name = `${ROLE_PREFIX}${agent.toUpperCase().replaceAll("-", "_")}`;
  throw new ForbiddenError("access.denied", `${agent} has no role: set ${name} or ${ROLES_CONFIG}`, {
    details: { principal: agent },
  });
}
