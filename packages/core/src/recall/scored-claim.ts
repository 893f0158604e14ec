import type { MemorySettings } from "../config/settings.ts";
import type { Candidate } from "../ports/search-store.ts";
import { claimFields } from "./claim-fields.ts";
import type { LexicalScore } from "./lexical-score.ts";
import { lexicalScore } from "./lexical-score.ts";
import { matchClaim } from "./match-claim.ts";
import type { Score, ScoreKnobs } from "./score.ts";
import { score } from "./score.ts";
import { fusedRelevance } from "./fused-relevance.ts";
import type { SelectedQuery } from "./select-groups.ts";

/** A candidate with everything that decides whether and where it stands. */
export interface ScoredClaim extends Score {
  readonly claim: Candidate;
  readonly lexical: LexicalScore;
  /** Likeness of meaning above chance, 0..1; 0 also for a claim that the index did not find. */
  readonly vector: number;
  /** 0..1; 0 = nothing to do with the query. */
  readonly relevance: number;
  /** Places of the query's words that it holds, ascending. */
  readonly matched: readonly number[];
}

export interface ScoringRules extends ScoreKnobs, Pick<MemorySettings, "bm25" | "lexicalWeights"> {
  /** `ScoredClaim.vector` by claim id; absent = vectors took no part. */
  readonly likeness?: ReadonlyMap<number, number> | undefined;
}

export function scoreClaim(claim: Candidate, query: SelectedQuery, rules: ScoringRules): ScoredClaim {
  const fields = claimFields(claim);
  const match = matchClaim(fields, query);
  const lexical = lexicalScore(query, { match, fields }, rules);
  const vector = rules.likeness?.get(claim.id) ?? 0;
  const relevance = rules.likeness === undefined ? lexical.total : fusedRelevance(lexical.total, vector, rules.weights);
  return { claim, lexical, vector, relevance, matched: match.matched, ...score(claim, relevance, rules) };
}
