import type { Job } from "../types.ts";

/** What people are being asked about. */
export interface OpenPairs {
  /** Whether a question is open about the claim, or names it. */
  concerns(id: number): boolean;
  /** Whether one is open about just these two. */
  has(a: number, b: number): boolean;
}

/** Reads the open proposals, once for a run: they are few, and derived. */
export async function openPairs({ context }: Job): Promise<OpenPairs> {
  const open = await context.store.proposals.listAll();
  const ids = new Set(open.flatMap(({ targetClaimId, candidateClaimId }) => [targetClaimId, candidateClaimId]));
  const keyOf = (a: number, b: number | undefined): string => [a, b].sort().join(" ");
  const pairs = new Set(open.map(({ targetClaimId, candidateClaimId }) => keyOf(targetClaimId, candidateClaimId)));
  return { concerns: (id) => ids.has(id), has: (a, b) => pairs.has(keyOf(a, b)) };
}
