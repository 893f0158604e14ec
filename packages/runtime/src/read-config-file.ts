import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";

import { ConfigError } from "@memorymaster/core";

import { variable } from "./environment.ts";
import type { Environment } from "./environment.ts";

const MAX_BYTES = 1024 * 1024;

/** The parsed configuration file. */
export interface ConfigFile {
  /** Absolute path. */
  readonly path: string;
  readonly content: unknown;
  /** Who named it. */
  readonly origin: "option" | "env";
}

export interface ConfigFileOptions {
  /** Path given by the caller, relative to `cwd`. Default: `MEMORYMASTER_CONFIG_FILE`, else no file. */
  readonly config?: string | undefined;
  readonly env: Environment;
  readonly cwd: string;
}

function fail(code: "config.missing" | "config.invalid", path: string, why: string): never {
  throw new ConfigError(code, `The configuration file ${path} ${why}`, { details: { name: path } });
}

function readText(path: string): string {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts === undefined) fail("config.missing", path, "does not exist");
  if (!facts.isFile()) fail("config.invalid", path, "is no file");
  if (facts.size > MAX_BYTES) fail("config.invalid", path, "is larger than 1 MiB");
  try {
    return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch {
    return fail("config.invalid", path, "cannot be read");
  }
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The parser's message repeats a part of the file, which may hold a key.
    return fail("config.invalid", path, "is not valid JSON");
  }
}

/**
 * The configuration file that the caller or the environment names; `undefined` when neither does.
 *
 * @throws ConfigError `config.missing`, `config.invalid`
 */
export function readConfigFile({ config, env, cwd }: ConfigFileOptions): ConfigFile | undefined {
  const name = config ?? variable(env, "MEMORYMASTER_CONFIG_FILE");
  if (name === undefined) return undefined;
  const path = resolve(cwd, name);
  return { path, content: parse(path, readText(path)), origin: config === undefined ? "env" : "option" };
}
