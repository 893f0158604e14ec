import { recordEvent } from "../../src/events/record-event.ts";
import { timestampOf } from "../../src/claims/time.ts";
import type { MemoryContext } from "../../src/memory-types.ts";
import type { ProposalKind } from "../../src/ports/proposal-store.ts";
import { EVERYTHING } from "../support/open-context.ts";

export interface FiledProposal {
  readonly kind: ProposalKind;
  readonly candidate?: number;
  readonly reason?: string;
}

/** Files a proposal about a stored claim as jobs do, bound to the version that the claim has; returns its event. */
export async function fileProposal(
  { store, clock }: MemoryContext,
  claimId: number,
  { kind, candidate, reason = "test" }: FiledProposal,
): Promise<number> {
  const [claim] = await store.claims.getMany(EVERYTHING, [claimId], false);
  const other = kind === "superseded_candidate" ? "replaced_by_claim_id" : "related_claim_id";
  return recordEvent(store, {
    claimId,
    tenantId: claim?.tenantId,
    createdAt: timestampOf(clock.nowMs()),
    eventType: "policy_decision",
    details: `steward_proposal:${kind}`,
    payload: {
      decision: kind,
      claim_version: claim?.version ?? 0,
      reasons: [{ code: reason, detail: `${claimId} ${candidate ?? ""}`.trim() }],
      ...(candidate !== undefined && { [other]: candidate }),
    },
  });
}
