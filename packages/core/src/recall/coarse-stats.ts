import type { IndexStats } from "../ports/search-store.ts";

/** The least size of an index, and how many times larger the next one is. */
const LEAST_CLAIMS = 1_024;
const CLAIMS_RATIO = 4;
/** Step of the terms of an average claim. */
const TERMS_STEP = 16;

/**
 * The size of an index in steps so wide that the scores of a tenant's caller do not count the claims of others: the
 * store's numbers are those of all its claims, and whoever knows its own could tell the rest from a score.
 */
export function coarseStats({ claims, terms }: IndexStats): Pick<IndexStats, "claims" | "terms"> {
  let size = LEAST_CLAIMS;
  while (size < claims) size *= CLAIMS_RATIO;
  const average = TERMS_STEP * Math.max(1, Math.round(terms / Math.max(1, claims) / TERMS_STEP));
  return { claims: size, terms: size * average };
}
