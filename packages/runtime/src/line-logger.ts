import { LOG_LEVELS } from "@memorymaster/core";
import type { Logger, LogLevel } from "@memorymaster/core";

/** A logger that hands each entry of at least this level on as one line: `warning: message key=value`. */
export function createLineLogger(least: LogLevel, write: (line: string) => void): Logger {
  return {
    log: (level, message, facts = {}) => {
      if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(least)) return;
      const pairs = Object.entries(facts).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
      write(`${level}: ${message}${pairs.join("")}`.replace(/[\p{Cc}\u2028\u2029]+/gu, " "));
    },
  };
}
