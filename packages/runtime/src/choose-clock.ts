import { ConfigError, epochMsOf, systemClock } from "@memorymaster/core";
import type { Clock, Logger } from "@memorymaster/core";

import { variable } from "./environment.ts";
import type { Environment } from "./environment.ts";

const VARIABLE = "MEMORYMASTER_TEST_NOW";

/**
 * The machine's clock, or for tests one that stands at the time in `MEMORYMASTER_TEST_NOW`.
 *
 * @throws ConfigError `config.invalid` when the variable holds no ISO-8601 time
 */
export function chooseClock(env: Environment, logger: Logger): Clock {
  const text = variable(env, VARIABLE);
  if (text === undefined) return systemClock;
  const nowMs = epochMsOf(text);
  if (nowMs === undefined) {
    throw new ConfigError("config.invalid", `${VARIABLE}: is no ISO-8601 time`, { details: { name: VARIABLE } });
  }
  logger.log("warning", `${VARIABLE} is set: the clock stands still at ${text}`);
  return { nowMs: () => nowMs };
}
