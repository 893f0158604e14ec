import type { RetrievalWeights } from "../config/settings.ts";
import type { RecallResult, RetrievalProfile } from "../recall/types.ts";

/** Each part of the score by itself: ids of the rows that have it, the greatest first. */
export interface ComponentRankings {
  readonly lexical: readonly number[];
  readonly vector: readonly number[];
  readonly confidence: readonly number[];
  readonly freshness: readonly number[];
}

/** An answer with what it was made from; the rows are those of the query, in their order. */
export interface RecallAnalysis extends RecallResult {
  readonly query: string;
  /** Absent = none was named. */
  readonly profile: RetrievalProfile | undefined;
  readonly weights: RetrievalWeights;
  readonly componentRankings: ComponentRankings;
}
