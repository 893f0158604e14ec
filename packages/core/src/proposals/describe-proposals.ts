import { viewerOf } from "../access/authority.ts";
import { resolveReadScopes } from "../access/default-scopes.ts";
import { governingViewer } from "../access/governing-viewer.ts";
import { canSee } from "../access/viewer.ts";
import type { Viewer } from "../access/viewer.ts";
import type { Claim } from "../claims/claim.ts";
import type { JsonObject, JsonValue, MemoryEvent } from "../events/event.ts";
import { payloadOf } from "../events/payload-of.ts";
import { filedProposal } from "../events/proposal.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { OpenProposal } from "../ports/proposal-store.ts";
import { describeValueChange, textSignature } from "../text/signature.ts";
import { isSettled, PROPOSED_STATUS } from "./is-settled.ts";
import type { Proposal, ProposalReason, ProposalResolution } from "./types.ts";

/** How far a caller sees who looks at proposals. */
export interface ProposalViewers {
  /** Decides which proposals there are: both claims must be visible. */
  readonly viewer: Viewer;
  readonly scopes: readonly string[] | undefined;
  /** The viewer within the scopes: claims that proposals may be about. */
  readonly target: Viewer;
  /** Decides whose words are shown: nobody asked for those of sensitive claims and of other scopes. */
  readonly reader: Viewer;
}

export async function proposalViewers(
  context: MemoryContext,
  requested: readonly string[] | undefined,
): Promise<ProposalViewers> {
  const viewer = governingViewer(context.authority);
  const reader = viewerOf(context.authority);
  if (requested === undefined) return { viewer, reader, target: viewer, scopes: undefined };
  const scopes = await resolveReadScopes(context, requested);
  const narrow = { grantedScopes: scopes };
  return { viewer, scopes, target: { ...viewer, ...narrow }, reader: { ...reader, ...narrow } };
}

/** A stored proposal event with how it stands. */
export interface FiledEvent {
  readonly event: MemoryEvent;
  readonly isOpen: boolean;
  readonly resolution: ProposalResolution | undefined;
}

function isReason(value: JsonValue): value is JsonObject & { readonly code: string; readonly detail: string } {
  const reason = (typeof value === "object" ? value : null) as JsonObject | null;
  return typeof reason?.["code"] === "string" && typeof reason["detail"] === "string";
}

/** The reasons as filed, but that of a near-twin tells the values that differ now, where the words are there to read. */
function reasonsOf(payload: JsonObject, claim: Claim | undefined, candidate: Claim | undefined): ProposalReason[] {
  const filed = payload["reasons"];
  const reasons = Array.isArray(filed) ? (filed as readonly JsonValue[]).filter(isReason) : [];
  const hasWords = claim?.contentHash !== undefined && candidate?.contentHash !== undefined;
  return reasons.map(({ code, detail }) =>
    code === "near_twin" && hasWords
      ? { code, detail: describeValueChange(textSignature(claim.text), textSignature(candidate.text)) }
      : { code, detail },
  );
}

interface Told extends FiledEvent {
  readonly proposal: OpenProposal;
  readonly target: Claim;
  readonly candidate: Claim | undefined;
}

function describe({ event, isOpen, resolution, proposal, target, candidate }: Told, reader: Viewer): Proposal {
  const payload = payloadOf(event) ?? {};
  const { eventId, kind, candidateClaimId, createdAt } = proposal;
  const shown = (claim: Claim | undefined): Claim | undefined =>
    claim !== undefined && canSee(reader, claim) ? claim : undefined;
  const priority = payload["priority"];
  return {
    eventId,
    claimId: target.id,
    kind,
    proposedStatus: PROPOSED_STATUS[kind],
    priority: typeof priority === "number" ? priority : undefined,
    candidateClaimId,
    reasons: reasonsOf(payload, shown(target), shown(candidate)),
    status: isOpen ? (isSettled(kind, target.status) ? "settled" : "pending") : (resolution?.status ?? "expired"),
    resolution: isOpen ? undefined : resolution,
    payload,
    createdAt,
    claim: shown(target),
    candidate: shown(candidate),
  };
}

/** Proposals as callers see them, in the order given; one with a claim that the caller may not see is absent. */
export async function describeProposals(
  context: MemoryContext,
  { viewer, reader }: ProposalViewers,
  filed: readonly FiledEvent[],
): Promise<readonly Proposal[]> {
  const known = filed.flatMap((one) => {
    const proposal = filedProposal(one.event);
    return proposal === undefined ? [] : [{ ...one, proposal }];
  });
  const ids = known.flatMap(({ proposal }) => [proposal.targetClaimId, proposal.candidateClaimId ?? []].flat());
  const claims = await context.store.claims.getMany(viewer, [...new Set(ids)], false);
  const byId = new Map(claims.map((claim) => [claim.id, claim]));
  return known.flatMap((one) => {
    const { targetClaimId, candidateClaimId } = one.proposal;
    const target = byId.get(targetClaimId);
    const candidate = candidateClaimId === undefined ? undefined : byId.get(candidateClaimId);
    if (target === undefined || (candidateClaimId !== undefined && candidate === undefined)) return [];
    return [describe({ ...one, target, candidate }, reader)];
  });
}
