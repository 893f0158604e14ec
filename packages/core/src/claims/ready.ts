import { authorize, viewerOf } from "../access/authority.ts";
import { resolveReadScopes } from "../access/default-scopes.ts";
import { InvalidInputError } from "../errors/errors.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { ClaimFilter } from "../ports/claim-store.ts";
import type { Claim } from "./claim.ts";
import { LIMITS } from "./limits.ts";
import { pageLimit } from "./page-limit.ts";
import { pairConflicts } from "./pair-conflicts.ts";
import type { CountedClaims, ReadyReport, ReadyRequest } from "./ready-types.ts";

const DEFAULT_LIMIT = 10;
const DEFAULT_THRESHOLD = 0.5;

function thresholdOf({ confidenceThreshold = DEFAULT_THRESHOLD }: ReadyRequest): number {
  if (confidenceThreshold >= 0 && confidenceThreshold <= 1) return confidenceThreshold;
  throw new InvalidInputError("input.invalid", "The confidence threshold lies between 0 and 1", {
    details: { field: "confidence_threshold", minimum: 0, maximum: 1 },
  });
}

/**
 * What needs attention in the default read scopes: stale claims, conflicted ones with their opponents, and weak ones.
 *
 * @throws InvalidInputError `input.invalid` for a threshold outside of 0..1
 */
export async function readyReport(context: MemoryContext, request: ReadyRequest = {}): Promise<ReadyReport> {
  authorize(context.authority, "query");
  const confidenceBelow = thresholdOf(request);
  const limit = pageLimit(request.limit ?? DEFAULT_LIMIT);
  const viewer = viewerOf(context.authority);
  const scopes = await resolveReadScopes(context, undefined);
  const counted = async (filter: ClaimFilter): Promise<CountedClaims> => {
    const { items, total } = await context.store.claims.list(viewer, { ...filter, scopes }, { limit });
    return { count: total, claims: items };
  };
  const conflicted: Claim[] = [];
  let cursor: string | undefined;
  do {
    const filter: ClaimFilter = { statuses: ["conflicted"], scopes };
    const page = await context.store.claims.list(viewer, filter, { limit: LIMITS.listLimit, cursor });
    conflicted.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  const { pairs, unpaired } = pairConflicts(conflicted);
  const stale = await counted({ statuses: ["stale"] });
  const lowConfidence = await counted({ statuses: ["confirmed", "candidate"], confidenceBelow });
  return {
    stale,
    conflicted: { count: conflicted.length, pairs: pairs.slice(0, limit), unpaired: unpaired.slice(0, limit) },
    lowConfidence,
    totalAttention: stale.count + conflicted.length + lowConfidence.count,
  };
}
