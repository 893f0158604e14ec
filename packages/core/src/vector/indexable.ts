import type { Viewer } from "../access/viewer.ts";
import { LIVE_STATUSES } from "../claims/claim.ts";
import type { Claim } from "../claims/claim.ts";
import { embeddingContentHash, embeddingInput } from "../embedding/embedding-input.ts";
import type { PointRef, VectorPoint } from "../ports/vector-index.ts";
import { isSensitiveClaim } from "../security/is-sensitive-claim.ts";

/** Whoever looks after an index looks after the claims of all. */
export const WHOLE_STORE: Viewer = {
  tenantId: undefined,
  agent: undefined,
  grantedScopes: undefined,
  allowSensitive: true,
};

/** What stands for "no tenant" in an index. */
const NO_TENANT = "local";

const LIVE: ReadonlySet<string> = new Set(LIVE_STATUSES);

/** The tenant of a claim, or of a viewer, by the name that it has in an index. */
export function indexTenant({ tenantId }: Pick<Viewer, "tenantId">): string {
  return tenantId ?? NO_TENANT;
}

/**
 * Whether a claim has a point in an index: the one rule of writing, syncing, reconciling and counting.
 *
 * @param claim with its citations
 * @see spec/qdrant.md §3
 */
export function isIndexable(claim: Claim): boolean {
  const hasWords = claim.contentHash !== undefined && embeddingInput(claim).trim() !== "";
  if (!LIVE.has(claim.status) || !hasWords || claim.visibility === "sensitive" || isSensitiveClaim(claim)) return false;
  // Parts that say nothing alone may look like a secret side by side, as a service would get them.
  if (isSensitiveClaim({ text: embeddingInput(claim) })) return false;
  return claim.citations.every(({ excerpt }) => excerpt === undefined || !isSensitiveClaim({ text: excerpt }));
}

export function pointRef(storeId: string, claim: Pick<Claim, "tenantId" | "uid">): PointRef {
  return { storeId, tenantId: indexTenant(claim), claimUid: claim.uid };
}

/** One place of one store, as text. */
export function placeOf({ tenantId, claimUid }: PointRef): string {
  return `${tenantId}:${claimUid}`;
}

/** The point that a claim should have, but for its vector. */
export function pointOf(storeId: string, claim: Claim, fp: string): Omit<VectorPoint, "vector"> {
  const { scope, status } = claim;
  return { ...pointRef(storeId, claim), scope, status, hash: embeddingContentHash(claim), fp };
}
