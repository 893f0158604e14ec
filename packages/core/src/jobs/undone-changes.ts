import type { Viewer } from "../access/viewer.ts";
import type { Claim, ClaimStatus } from "../claims/claim.ts";
import { LIMITS } from "../claims/limits.ts";
import { timestampOf } from "../claims/time.ts";
import type { MemoryEvent } from "../events/event.ts";
import { payloadOf } from "../events/payload-of.ts";
import type { MemoryContext } from "../memory-types.ts";

/** How long a job leaves alone what a person has undone. */
const RESPECT_DAYS = 30;
const DAY_MS = 86_400_000;

const PEER_KEYS = ["replaced_by_claim_id", "related_claim_id"] as const;

function peerOf(event: MemoryEvent): unknown {
  const payload = payloadOf(event);
  return PEER_KEYS.map((key) => payload?.[key]).find((id) => id !== undefined);
}

/**
 * Whether a person has undone, within 30 days, just the step that a job is about to take: to that state, because of that
 * other claim. New evidence ends it.
 */
export async function wasUndone(
  { store, clock }: Pick<MemoryContext, "store" | "clock">,
  viewer: Viewer,
  step: { readonly claim: Pick<Claim, "id">; readonly to: ClaimStatus; readonly peerId?: number | undefined },
): Promise<boolean> {
  const claimId = step.claim.id;
  const since = timestampOf(clock.nowMs() - RESPECT_DAYS * DAY_MS);
  const page = { limit: LIMITS.listLimit };
  const { items: undos } = await store.events.list(viewer, { claimId, eventType: "undo", since }, page);
  const ids = undos.flatMap((event) => event.undoesEventId ?? []);
  if (ids.length === 0) return false;
  const { items: undone } = await store.events.list(viewer, { ids }, page);
  const same = undone.filter((event) => event.toStatus === step.to && peerOf(event) === step.peerId);
  if (same.length === 0) return false;
  const lastUndo = Math.max(...undos.map(({ id }) => id));
  const later = await store.events.list(viewer, { claimId, eventType: "citation", since }, page);
  return !later.items.some(({ id }) => id > lastUndo);
}
