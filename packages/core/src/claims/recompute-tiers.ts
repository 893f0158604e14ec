import { authorize } from "../access/authority.ts";
import { governingViewer } from "../access/governing-viewer.ts";
import { isOperator } from "../access/require-operator.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { ClaimTier } from "./claim.ts";
import { tierBounds } from "./tiers.ts";

/**
 * Sorts claims that are not archived into tiers by age and use; returns how many were moved to each. What the operator
 * calls counts the uses noted so far first.
 */
export async function recomputeTiers(context: MemoryContext): Promise<Readonly<Record<ClaimTier, number>>> {
  authorize(context.authority, "steward");
  if (isOperator(context.authority)) await context.accessLog?.drain();
  const viewer = governingViewer(context.authority);
  return context.store.claims.recomputeTiers(viewer, tierBounds(context.clock.nowMs()));
}
