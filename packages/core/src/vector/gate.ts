import type { MemorySettings } from "../config/settings.ts";
import type { VectorMeta, VectorReason, VectorRuntime } from "./types.ts";

/** Reasons that say that search by meaning is not set up, not that it has failed. */
const NOT_SET_UP: readonly VectorReason[] = [
  "not_configured",
  "non_semantic_embedder",
  "fingerprint_mismatch",
  "collection_missing",
];

const NOT_ALLOWED: readonly VectorReason[] = ["reads_disabled", "team_not_granted"];

/** What a reason amounts to: who has asked for reads to be on takes whatever is missing for a failure. */
export function stateFor(reason: VectorReason, { vector }: Pick<MemorySettings, "vector">): "off" | "degraded" {
  const isOff = NOT_ALLOWED.includes(reason) || (NOT_SET_UP.includes(reason) && vector.reads !== "on");
  return isOff ? "off" : "degraded";
}

export function stateOf(
  reason: VectorReason | undefined,
  settings: Pick<MemorySettings, "vector">,
): VectorMeta["state"] {
  return reason === undefined ? "used" : stateFor(reason, settings);
}

/** Why nothing can be embedded for an index, or be sent to it, as far as can be told without asking. */
export function obstacleOf({ embedder, breaker }: VectorRuntime): VectorReason | undefined {
  // One that rests after a failure does not call itself semantic either.
  if (!embedder.isSemantic && !embedder.degraded) return "non_semantic_embedder";
  return breaker.refuses() ? "breaker_open" : undefined;
}
