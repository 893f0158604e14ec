import { ConflictError, InvalidInputError } from "../errors/errors.ts";
import { recordEvent } from "../events/record-event.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { Store } from "../ports/store.ts";
import type { RecordedChange } from "./change-status.ts";
import { LIVE_STATUSES } from "./claim.ts";
import type { Claim, ClaimStatus } from "./claim.ts";
import { namespaceKey } from "./identity.ts";
import { assertTransition } from "./lifecycle.ts";
import { timestampOf } from "./time.ts";
import { updateClaim } from "./update-claim.ts";

export interface Supersession {
  readonly old: Claim;
  readonly replacement: Claim;
  /** Of the job that it is a part of. */
  readonly runId?: string | undefined;
}

/** Why a claim cannot stand in for another one; `undefined` when it can. */
export function replacementFault({ old, replacement }: Supersession): string | undefined {
  const live: readonly ClaimStatus[] = LIVE_STATUSES;
  if (old.id === replacement.id) return "they are the same claim";
  if (!live.includes(replacement.status)) return `it is ${replacement.status}`;
  if (namespaceKey(old) !== namespaceKey(replacement)) return "scope, tenant, visibility or owner differ";
  return undefined;
}

function checkReplacement({ old, replacement }: Supersession): void {
  const fault = replacementFault({ old, replacement });
  if (fault !== undefined) {
    throw new InvalidInputError("input.invalid", `Claim ${replacement.id} cannot replace claim ${old.id}: ${fault}`, {
      details: { field: "replaced_by", id: old.id, replaced_by_claim_id: replacement.id },
    });
  }
  if (old.replacedByClaimId === undefined) return;
  throw new ConflictError(
    "claim.version_conflict",
    `Claim ${old.id} has been replaced by claim ${old.replacedByClaimId}`,
    {
      details: { id: old.id, replaced_by_claim_id: old.replacedByClaimId },
    },
  );
}

/** The end of validity: now, unless it ended before; never before it began. */
function endOfValidity(old: Claim, now: string): string {
  const end = old.validFrom !== undefined && old.validFrom > now ? old.validFrom : now;
  return old.validUntil !== undefined && old.validUntil < end ? old.validUntil : end;
}

/**
 * Points the replacement back at the old claim. It has one pointer: the first claim it replaced keeps that, each later
 * one gets a `supersedes` link.
 *
 * @returns the id of a link that was added
 */
export async function pointBack(
  store: Pick<Store, "claims" | "links">,
  { old, replacement }: Supersession,
  now: string,
): Promise<number | undefined> {
  if (replacement.supersedesClaimId === undefined) {
    await updateClaim(store, replacement, { supersedesClaimId: old.id, updatedAt: replacement.updatedAt });
    return undefined;
  }
  const edge = { sourceId: replacement.id, targetId: old.id, linkType: "supersedes" } as const;
  const links = await store.links.listOf(replacement.id, "supersedes");
  if (links.some((link) => link.sourceId === edge.sourceId && link.targetId === edge.targetId)) return undefined;
  return (await store.links.add({ ...edge, createdAt: now })).id;
}

/**
 * Replaces one claim by another: status, both pointers and end of validity, with one `supersession` event on the old
 * claim. The caller has read both in the same transaction.
 *
 * @returns the old claim as it is now, and the event
 * @throws InvalidInputError `input.invalid` when the replacement is no live claim of the same namespace
 * @throws InvalidTransitionError `claim.invalid_transition`
 * @throws ConflictError `claim.version_conflict` when the old claim has been replaced or changed
 */
export async function supersedeClaim(
  context: Pick<MemoryContext, "store" | "clock">,
  pair: Supersession,
  details: string | undefined,
): Promise<RecordedChange> {
  const { old, replacement } = pair;
  assertTransition(old.id, old.status, "superseded");
  checkReplacement(pair);
  const now = timestampOf(context.clock.nowMs());
  const changed = await updateClaim(context.store, old, {
    status: "superseded",
    replacedByClaimId: replacement.id,
    validUntil: endOfValidity(old, now),
    confirmedBy: undefined,
    archivedAt: undefined,
    updatedAt: now,
  });
  const linkId = await pointBack(context.store, pair, now);
  const before = {
    valid_until: old.validUntil ?? null,
    replaced_by_claim_id: null,
    confirmed_by: old.confirmedBy ?? null,
    supersedes_claim_id: replacement.supersedesClaimId ?? null,
  };
  const link = linkId === undefined ? {} : { link_id: linkId };
  const eventId = await recordEvent(context.store, {
    claimId: old.id,
    eventType: "supersession",
    fromStatus: old.status,
    toStatus: "superseded",
    details,
    payload: {
      replaced_by_claim_id: replacement.id,
      before,
      ...link,
      ...(pair.runId !== undefined && { run_id: pair.runId }),
    },
    tenantId: old.tenantId,
    createdAt: now,
  });
  return { claim: changed, eventId };
}
