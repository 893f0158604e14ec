import { InvalidTransitionError } from "../errors/errors.ts";
import type { ClaimStatus } from "./claim.ts";

/**
 * Where a claim may go from each state. Archived is the end: only re-ingest of the same content (revival) and an
 * undo lead back, and neither goes through this table.
 */
export const NEXT_STATUSES: Readonly<Record<ClaimStatus, readonly ClaimStatus[]>> = {
  candidate: ["confirmed", "superseded", "conflicted", "archived"],
  confirmed: ["stale", "superseded", "conflicted", "archived"],
  stale: ["confirmed", "superseded", "conflicted", "archived"],
  superseded: ["archived"],
  conflicted: ["confirmed", "stale", "superseded", "archived"],
  archived: [],
};

export function canTransition(from: ClaimStatus, to: ClaimStatus): boolean {
  return NEXT_STATUSES[from].includes(to);
}

/** @throws InvalidTransitionError `claim.invalid_transition` with `id`, `from`, `to` */
export function assertTransition(id: number, from: ClaimStatus, to: ClaimStatus): void {
  if (canTransition(from, to)) return;
  throw new InvalidTransitionError("claim.invalid_transition", `Claim ${id}: ${from} cannot become ${to}`, {
    details: { id, from, to },
  });
}
