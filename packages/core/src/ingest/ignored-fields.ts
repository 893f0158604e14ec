import type { Claim } from "../claims/claim.ts";
import { differingParts } from "./find-stored.ts";
import type { PreparedClaim } from "./prepared-claim.ts";

/** Names, as callers write them, of the given fields that the stored claim has otherwise and keeps. */
export function ignoredFields(item: PreparedClaim, stored: Claim): readonly string[] {
  const { draft, own, given } = item;
  const pairs: readonly (readonly [name: string, given: unknown, own: unknown, kept: unknown])[] = [
    ["idempotency_key", given.idempotencyKey, own.idempotencyKey, stored.idempotencyKey],
    ["claim_type", given.claimType, draft.claimType, stored.claimType],
    ["volatility", given.volatility, own.volatility, stored.volatility],
    ["confidence", given.confidence, draft.confidence, stored.confidence],
    ["event_time", given.eventTime, draft.eventTime, stored.eventTime],
    ["source_agent", given.sourceAgent, draft.sourceAgent, stored.sourceAgent],
    ["holder", given.holder, draft.holder, stored.holder],
  ];
  const differing = pairs.filter(([, was, own, kept]) => was !== undefined && own !== kept).map(([name]) => name);
  return [...differing, ...differingParts(item, stored)];
}
