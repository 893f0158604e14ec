import type { Clock, Logger } from "@memorymaster/core";

import { chooseClock } from "./choose-clock.ts";
import { chooseDatabase } from "./choose-database.ts";
import type { DatabaseChoice } from "./choose-database.ts";
import type { Environment } from "./environment.ts";
import { createLineLogger } from "./line-logger.ts";
import type { OpenOptions } from "./open-options.ts";
import { resolveConfig } from "./resolve-config.ts";
import type { ResolvedConfig } from "./resolve-config.ts";
import { resolveWorkspace } from "./workspace.ts";
import type { Workspace } from "./workspace.ts";

/** What is known before anything is opened. */
export interface Surroundings {
  readonly env: Environment;
  readonly cwd: string;
  readonly config: ResolvedConfig;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly workspace: Workspace | undefined;
  readonly database: DatabaseChoice;
}

function writeToStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Reads options, variables, configuration file and folders; warnings about them are logged.
 *
 * @throws ConfigError `config.missing`, `config.invalid`
 * @throws InvalidInputError `input.invalid` for a workspace that does not exist
 */
export function readSurroundings(options: OpenOptions): Surroundings {
  const { env = process.env, cwd = process.cwd() } = options;
  const config = resolveConfig({ ...options, env, cwd });
  const logger = createLineLogger(config.runtime.log_level, options.writeLog ?? writeToStderr);
  for (const warning of config.warnings) logger.log("warning", warning);
  return {
    env,
    cwd,
    config,
    logger,
    clock: options.clock ?? chooseClock(env, logger),
    workspace: resolveWorkspace({ workspace: options.workspace, env, cwd }),
    database: chooseDatabase({ db: options.db, stealth: options.stealth, env, cwd }),
  };
}
