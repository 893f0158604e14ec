import { authorize } from "../access/authority.ts";
import { governingViewer } from "../access/governing-viewer.ts";
import { recordEvents } from "../events/record-events.ts";
import type { ClaimRef, MemoryContext } from "../memory-types.ts";
import type { Claim } from "./claim.ts";
import { resolveClaim } from "./resolve-claim.ts";
import { timestampOf } from "./time.ts";
import { reloadClaim, updateClaim } from "./update-claim.ts";

async function writePin(context: MemoryContext, claim: Claim, on: boolean): Promise<void> {
  const now = timestampOf(context.clock.nowMs());
  await updateClaim(context.store, claim, { pinned: on, updatedAt: claim.updatedAt });
  await recordEvents(context.store, [
    {
      claimId: claim.id,
      eventType: on ? "pin" : "unpin",
      payload: { before: { pinned: claim.pinned } },
      tenantId: claim.tenantId,
      createdAt: now,
    },
  ]);
}

/**
 * Pins or unpins a claim with one event; the value it has already writes nothing.
 *
 * @returns the claim as it is now, with citations
 */
export async function pinClaim(context: MemoryContext, ref: ClaimRef, on: boolean): Promise<Claim> {
  authorize(context.authority, "steward");
  const viewer = governingViewer(context.authority);
  return context.store.transaction(async () => {
    const claim = await resolveClaim(context.store, viewer, ref);
    if (claim.pinned !== on) await writePin(context, claim, on);
    return reloadClaim(context.store, viewer, claim.id);
  });
}
