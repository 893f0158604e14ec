import { ConfigError, createSealer, parseBoolean, resolveSettings } from "@memorymaster/core";
import type { LogLevel, MemorySettings, Sealer } from "@memorymaster/core";

import { hidePasswords } from "./choose-database.ts";
import { variable } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { readConfigFile } from "./read-config-file.ts";
import type { ConfigFile } from "./read-config-file.ts";
import { RUNTIME_KEYS, RUNTIME_SETTINGS } from "./runtime-settings.ts";
import type { RuntimeKey, RuntimeSetting, RuntimeSettings } from "./runtime-settings.ts";

/** What was given on the call itself; it outranks everything else. */
export interface ConfigOptions {
  readonly config?: string | undefined;
  readonly db?: string | undefined;
  readonly workspace?: string | undefined;
  readonly tenant?: string | undefined;
  readonly logLevel?: LogLevel | undefined;
  /** Default: the variables of the process. */
  readonly env?: Environment | undefined;
  /** Default: the current folder of the process. */
  readonly cwd?: string | undefined;
}

/** A setting, and where its value comes from. */
export interface ConfigEntry {
  readonly key: string;
  /** `null` = not set. Secrets and passwords as `***`. */
  readonly value: unknown;
  readonly origin: "option" | "env" | "file" | "default";
  /** The option, variable or file; of a default the variable or option that would change it. */
  readonly name: string;
}

export interface ResolvedConfig {
  readonly memory: MemorySettings;
  readonly runtime: RuntimeSettings;
  /** Made of the operator's key; `undefined` without one. */
  readonly sealer: Sealer | undefined;
  readonly entries: readonly ConfigEntry[];
  readonly file: ConfigFile | undefined;
  /** For the operator. */
  readonly warnings: readonly string[];
}

/** A key is read from the environment alone: a file with it would lie beside what it protects. */
const ENCRYPTION_KEY = "MEMORYMASTER_ENCRYPTION_KEY";

const variableOf = (key: string): string => `MEMORYMASTER_${key.toUpperCase()}`;

function contentOf(file: ConfigFile | undefined): Readonly<Record<string, unknown>> {
  const content = file?.content;
  return typeof content === "object" && content !== null ? (content as Readonly<Record<string, unknown>>) : {};
}

interface Found {
  readonly value: unknown;
  readonly origin: ConfigEntry["origin"];
  readonly name: string;
}

/** A variable that should be on or off and is neither has no effect: the next source decides. */
function fromVariable(key: RuntimeKey, text: string, warnings: string[]): unknown {
  if (typeof RUNTIME_SETTINGS[key].initial !== "boolean") return text;
  const value = parseBoolean(text);
  if (value === undefined) {
    warnings.push(`${variableOf(key)} is neither on (1, true, yes, on) nor off (0, false, no, off) and has no effect`);
  }
  return value;
}

type FilledOptions = ConfigOptions & { readonly env: Environment; readonly cwd: string };

interface Sources extends FilledOptions {
  readonly file: ConfigFile | undefined;
  readonly warnings: string[];
}

function find(key: RuntimeKey, sources: Sources): Found {
  const { env, file, logLevel } = sources;
  if (key === "log_level" && logLevel !== undefined) return { value: logLevel, origin: "option", name: "--log-level" };
  const text = variable(env, variableOf(key));
  const value = text === undefined ? undefined : fromVariable(key, text, sources.warnings);
  if (value !== undefined) return { value, origin: "env", name: variableOf(key) };
  const given = contentOf(file)[key];
  if (file !== undefined && given !== undefined) return { value: given, origin: "file", name: `${file.path}: ${key}` };
  return { value: RUNTIME_SETTINGS[key].initial, origin: "default", name: variableOf(key) };
}

function runtimeEntry(key: RuntimeKey, sources: Sources): ConfigEntry {
  const { value: raw, origin, name } = find(key, sources);
  const setting: RuntimeSetting<RuntimeSettings[RuntimeKey]> = RUNTIME_SETTINGS[key];
  const value = setting.read(raw);
  if (value !== undefined) return { key, value, origin, name };
  throw new ConfigError("config.invalid", `${name}: ${setting.expects}`, { details: { name } });
}

/** What is chosen rather than set: given on the call or by a variable, never by the file. */
function chosenEntries(options: FilledOptions, file: ConfigFile | undefined): readonly ConfigEntry[] {
  const rows = [
    ["config_file", "--config", options.config === undefined ? undefined : file?.path, file?.path],
    ["default_db", "--db", options.db, variable(options.env, "MEMORYMASTER_DEFAULT_DB")],
    ["workspace", "--workspace", options.workspace, variable(options.env, "MEMORYMASTER_WORKSPACE")],
    ["tenant", "--tenant", options.tenant, undefined],
  ] as const;
  return rows.map(([key, option, given, inherited]): ConfigEntry => {
    const value = given ?? inherited;
    const origin = given !== undefined ? "option" : inherited !== undefined ? "env" : "default";
    const name = origin === "option" || key === "tenant" ? option : variableOf(key);
    return { key, value: value === undefined ? null : hidePasswords(value), origin, name };
  });
}

function keyEntry(key: string | undefined): ConfigEntry {
  const isSet = key !== undefined;
  return {
    key: "encryption_key",
    value: isSet ? "***" : null,
    origin: isSet ? "env" : "default",
    name: ENCRYPTION_KEY,
  };
}

/**
 * Every setting from the call, the environment and the configuration file, in this order of rank, else its default.
 *
 * @throws ConfigError `config.missing`, `config.invalid`; `details.name` says which variable or file to fix
 */
export function resolveConfig(options: ConfigOptions = {}): ResolvedConfig {
  const { env = process.env, cwd = process.cwd() } = options;
  const filled = { ...options, env, cwd };
  const file = readConfigFile(filled);
  const named = file === undefined ? undefined : { name: file.path, content: file.content };
  const core = resolveSettings({ file: named, env, otherKeys: RUNTIME_KEYS });
  const warnings = [...core.warnings];
  const own = RUNTIME_KEYS.map((key) => runtimeEntry(key, { ...filled, file, warnings }));
  const values = Object.fromEntries(own.map(({ key, value }) => [key, value])) as unknown as RuntimeSettings;
  const key = variable(env, ENCRYPTION_KEY);
  const sealer = key === undefined ? undefined : createSealer(key, ENCRYPTION_KEY);
  const entries = [...chosenEntries(filled, file), keyEntry(key), ...own, ...core.entries];
  return { memory: core.settings, runtime: values, sealer, entries, file, warnings };
}
