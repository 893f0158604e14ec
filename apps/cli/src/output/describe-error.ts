import type { ErrorCode, MemoryMasterError } from "@memorymaster/core";

import { cleanLine } from "./clean-text.ts";

/** What to do about an error, where there is one thing to do. */
const HINTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  "store.missing": "create it with: memorymaster init-db",
  "claim.ambiguous": "use the numeric id",
  "store.newer_schema": "update memorymaster",
};

/** One line for people: the message and, where it does not say so itself, what to do. */
export function describeError(error: MemoryMasterError): string {
  const message = cleanLine(error.message).trim();
  const findings: unknown = error.details["findings"];
  const named = Array.isArray(findings) && !findings.every((name) => message.includes(String(name)));
  const full = named ? `${message} (${findings.map(String).join(", ")})` : message;
  const hint = HINTS[error.code];
  return hint === undefined || full.includes(hint) ? full : `${full}; ${hint}`;
}
