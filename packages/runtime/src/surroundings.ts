import type { Clock, Logger } from "@memorymaster/core";

import { chooseClock } from "./choose-clock.ts";
import { chooseDatabase } from "./choose-database.ts";
import type { DatabaseChoice } from "./choose-database.ts";
import type { Environment } from "./environment.ts";
import { createLineLogger } from "./line-logger.ts";
import type { OpenOptions } from "./open-options.ts";
import { resolveConfig } from "./resolve-config.ts";
import type { ResolvedConfig } from "./resolve-config.ts";
import { readTeam, requireTeamOptions } from "./team.ts";
import type { Team } from "./team.ts";
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
  /** The caller of a team, who decides nothing of the above; absent = a person at their own machine. */
  readonly team: Team | undefined;
}

function writeToStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}

type Place = Pick<Surroundings, "workspace" | "database" | "team">;

/** A team's place is the one of its configuration; a call may do no more than repeat it. */
function placeOf(options: OpenOptions, around: Pick<Surroundings, "env" | "cwd">): Place {
  const team = readTeam(around.env, around.cwd);
  if (team === undefined) {
    const { db, stealth, workspace } = options;
    return {
      workspace: resolveWorkspace({ ...around, workspace }),
      database: chooseDatabase({ ...around, db, stealth }),
      team,
    };
  }
  requireTeamOptions(team, options, around);
  const { workspace, database } = team;
  return { workspace: resolveWorkspace({ ...around, workspace }), database, team };
}

/**
 * Reads options, variables, configuration file and folders; warnings about them are logged.
 *
 * @throws ConfigError `config.missing`, `config.invalid`
 * @throws ForbiddenError `access.denied` as `readTeam` and `requireTeamOptions`
 * @throws InvalidInputError `input.invalid` for a workspace that does not exist
 */
export function readSurroundings(options: OpenOptions): Surroundings {
  const { env = process.env, cwd = process.cwd() } = options;
  const config = resolveConfig({ ...options, env, cwd });
  const logger = createLineLogger(config.runtime.log_level, options.writeLog ?? writeToStderr);
  for (const warning of config.warnings) logger.log("warning", warning);
  const place = placeOf(options, { env, cwd });
  for (const warning of place.team?.warnings ?? []) logger.log("warning", warning);
  return {
    ...place,
    env,
    cwd,
    // What is sealed is the operator's alone.
    config: place.team === undefined ? config : { ...config, sealer: undefined },
    logger,
    clock: options.clock ?? chooseClock(env, logger),
  };
}
