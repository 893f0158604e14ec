export const LOG_LEVELS = ["debug", "info", "warning", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Where diagnostics go; never a protocol or result stream. Facts hold no claim text and no secret. */
export interface Logger {
  log(level: LogLevel, message: string, facts?: Readonly<Record<string, unknown>>): void;
}
