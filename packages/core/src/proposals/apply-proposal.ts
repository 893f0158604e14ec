import type { Viewer } from "../access/viewer.ts";
import { changeStatus } from "../claims/change-status.ts";
import type { Claim, ClaimStatus } from "../claims/claim.ts";
import { LIMITS } from "../claims/limits.ts";
import { supersedeClaim } from "../claims/supersede.ts";
import { reloadClaim } from "../claims/update-claim.ts";
import { ConflictError, InvalidInputError } from "../errors/errors.ts";
import { payloadOf } from "../events/payload-of.ts";
import { APPLY_FAILED, auditedProposal } from "../events/proposal.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { ProposalKind } from "../ports/proposal-store.ts";
import type { Proposal } from "./types.ts";

const REASON = "steward_human_override:approve";

/** The version that the last failed approval told the person about. */
async function versionToldLast(context: MemoryContext, viewer: Viewer, proposal: Proposal): Promise<unknown> {
  const filter = { claimId: proposal.claimId, eventType: "audit", details: [APPLY_FAILED] };
  const { items } = await context.store.events.list(viewer, filter, { limit: LIMITS.listLimit });
  const [last] = items.filter((event) => auditedProposal(event) === proposal.eventId).sort((a, b) => b.id - a.id);
  return last === undefined ? undefined : payloadOf(last)?.["claim_version"];
}

/** A person decides about the claim that the proposal was filed on, not about what it has become since. */
async function requireKnownVersion(
  context: MemoryContext,
  viewer: Viewer,
  { proposal, target }: { readonly proposal: Proposal; readonly target: Claim },
): Promise<void> {
  const known = (await versionToldLast(context, viewer, proposal)) ?? proposal.payload["claim_version"];
  if (typeof known !== "number" || known === target.version) return;
  throw new ConflictError(
    "claim.version_conflict",
    `Claim ${target.id} has changed since the proposal saw it (version ${known}, now ${target.version}); ` +
      "approve again to apply it to the claim as it is now",
    { details: { id: target.id, version: known, current_version: target.version } },
  );
}

interface Application {
  readonly context: MemoryContext;
  readonly target: Claim;
  readonly candidate: Claim | undefined;
}

async function move(context: MemoryContext, claim: Claim, to: Exclude<ClaimStatus, "superseded">): Promise<number[]> {
  if (claim.status === to) return [];
  return [(await changeStatus(context, claim, { to, eventType: "transition", details: REASON })).eventId];
}

/** What each kind changes; the ids of the events that tell of it. */
const APPLY: Readonly<Record<ProposalKind, (application: Application) => Promise<readonly number[]>>> = {
  superseded_candidate: async ({ context, target, candidate }) => {
    if (candidate === undefined) {
      throw new InvalidInputError("input.missing", `The proposal names no claim that replaces claim ${target.id}`);
    }
    return [(await supersedeClaim(context, { old: target, replacement: candidate }, REASON)).eventId];
  },
  conflicted: async ({ context, target, candidate }) => [
    ...(await move(context, target, "conflicted")),
    ...(candidate === undefined ? [] : await move(context, candidate, "conflicted")),
  ],
  stale: async ({ context, target }) => move(context, target, "stale"),
};

/**
 * Carries a proposal out in the caller's transaction.
 *
 * @returns the ids of the events of its changes
 * @throws ConflictError, InvalidInputError, InvalidTransitionError when it cannot be: the claim has changed since the
 *   proposal saw it, or one of the claims is not in a state for it any more
 */
export async function applyProposal(
  context: MemoryContext,
  viewer: Viewer,
  proposal: Proposal,
): Promise<readonly number[]> {
  const { claimId, candidateClaimId, kind } = proposal;
  const target = await reloadClaim(context.store, viewer, claimId);
  await requireKnownVersion(context, viewer, { proposal, target });
  const candidate =
    candidateClaimId === undefined ? undefined : await reloadClaim(context.store, viewer, candidateClaimId);
  return APPLY[kind]({ context, target, candidate });
}
