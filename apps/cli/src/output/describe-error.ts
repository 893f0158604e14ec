import type { ErrorCode, MemoryMasterError } from "@memorymaster/core";

import { cleanLine } from "./clean-text.ts";

/** What to do about an error, where there is one thing to do. */
const HINTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  "store.missing": "create it with: memorymaster init-db",
  "claim.ambiguous": "use the numeric id",
  "store.newer_schema": "update memorymaster",
  "snapshot.not_found": "list them with: memorymaster snapshots",
  "snapshot.ambiguous": "use more of the id",
};

/** The same where the reason says more than the code. */
const WAYS_BY_REASON: Readonly<Record<string, string>> = {
  corrupt:
    "see memorymaster integrity; a file that cannot even be opened has to be moved away before memorymaster restore <file> " +
    "brings back a backup, or a snapshot from .memorymaster/snapshots beside it",
};

/** One line for people: the message and, where it does not say so itself, what to do. */
export function describeError(error: MemoryMasterError): string {
  const message = cleanLine(error.message).trim();
  const findings: unknown = error.details["findings"];
  const named = Array.isArray(findings) && !findings.every((name) => message.includes(String(name)));
  const full = named ? `${message} (${findings.map(String).join(", ")})` : message;
  const hint = HINTS[error.code] ?? WAYS_BY_REASON[String(error.details["reason"])];
  return hint === undefined || full.includes(hint) ? full : `${full}; ${hint}`;
}
