import { surfaceOf } from "@memorymaster/core";
import type { MemoryMasterError, WireCode } from "@memorymaster/core";

import type { Outcome } from "../command.ts";

/** Codes of the CLI beyond those of the errors. */
export type CliCode = WireCode | "USAGE" | "PARTIAL" | "CHECK_FAILED" | "NOT_CONFIRMED";

export interface Failure {
  readonly error: string;
  readonly code: CliCode;
  /** The argument to blame, and the kinds of secrets found. */
  readonly field?: unknown;
  readonly findings?: unknown;
  /** Events that are in the way. */
  readonly blocked?: unknown;
}

/** One JSON document on one line. C1 controls are escaped too: `JSON.stringify` leaves them, some terminals act on them. */
function document(value: unknown): string {
  const text = JSON.stringify(value).replace(
    /[\u007f-\u009f]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${text}\n`;
}

/** The envelope of a command that ran; `queryMs` is rounded to 2 decimals. */
export function outcomeJson(outcome: Outcome, queryMs: number): string {
  const meta = { query_ms: Math.round(queryMs * 100) / 100, ...outcome.meta };
  if (outcome.failure === undefined) return document({ ok: true, data: outcome.data, meta });
  const { message, code } = outcome.failure;
  return document({ ok: false, error: message, code, data: outcome.data, meta });
}

/** The envelope of a command that could not run. */
export function failureJson(failure: Failure): string {
  return document({ ok: false, ...failure });
}

/** What an error tells the caller: never more than its message, code, field, the names of findings and the events in the way. */
export function failureOf(error: MemoryMasterError, message: string): Failure {
  const { field, findings, blocked } = error.details;
  return {
    error: message,
    code: surfaceOf(error).wire,
    ...(typeof field === "string" && { field }),
    ...(Array.isArray(findings) && { findings: findings as unknown }),
    ...(Array.isArray(blocked) && { blocked: blocked as unknown }),
  };
}
