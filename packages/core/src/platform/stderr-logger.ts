import { timestampOf } from "../claims/time.ts";
import { LOG_LEVELS } from "../ports/logger.ts";
import type { Logger, LogLevel } from "../ports/logger.ts";
import type { Clock } from "../ports/clock.ts";
import { systemClock } from "./clock.ts";

export interface StderrLoggerOptions {
  /** Least severe level that is written. Default `warning`. */
  readonly level?: LogLevel | undefined;
  readonly clock?: Clock | undefined;
  /** Where the lines go. Default: the error stream of the process. */
  readonly write?: ((line: string) => void) | undefined;
}

/** JSON escapes line breaks and C0 controls; DEL, C1 controls (terminal commands of one byte) and line separators are left to us. */
function printable(text: string): string {
  return text.replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Facts as JSON; what JSON cannot say is named by its kind. A log call never throws. */
function factsText(facts: Readonly<Record<string, unknown>>): string {
  try {
    return JSON.stringify(facts, (_key, value: unknown) => {
      if (typeof value === "bigint") return String(value);
      return value instanceof Error ? value.name : value;
    });
  } catch {
    return '{"facts":"cannot be shown"}';
  }
}

/** One line per entry on the error stream: time, level, message, facts as JSON. */
export function createStderrLogger(options: StderrLoggerOptions = {}): Logger {
  const least = LOG_LEVELS.indexOf(options.level ?? "warning");
  const clock = options.clock ?? systemClock;
  const write = options.write ?? ((line: string) => void process.stderr.write(line));
  return {
    log: (level, message, facts) => {
      if (LOG_LEVELS.indexOf(level) < least) return;
      const text = JSON.stringify(message).slice(1, -1);
      const tail = facts === undefined ? "" : ` ${factsText(facts)}`;
      write(`${printable(`${timestampOf(clock.nowMs())} ${level} ${text}${tail}`)}\n`);
    },
  };
}
