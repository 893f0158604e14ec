import type { MemoryContext } from "../memory-types.ts";
import { searchVectors } from "../vector/search-vectors.ts";
import type { VectorSearch } from "../vector/search-vectors.ts";
import type { VectorAnswer } from "../vector/types.ts";
import { BACKGROUND_RANK } from "./fused-relevance.ts";
import type { RetrievalPlan } from "./retrieval-plan.ts";

/**
 * The claims nearest in meaning, and what became of the search for them. `undefined` where there is nothing to say: words
 * alone were asked for, or vectors are neither set up nor insisted on.
 */
export async function searchByMeaning(
  context: MemoryContext,
  { mode, containmentReason }: RetrievalPlan,
  search: VectorSearch,
): Promise<VectorAnswer | undefined> {
  const isWanted = mode !== "legacy" || containmentReason !== undefined;
  const isExpected = context.vectors !== undefined || context.settings.vector.reads === "on";
  if (!isWanted || !isExpected) return undefined;
  // A score must not hang on how many rows are wanted.
  return searchVectors(context, { ...search, limit: Math.max(search.limit, BACKGROUND_RANK) });
}
