import type { Viewer } from "../access/viewer.ts";
import type { Claim } from "../claims/claim.ts";
import type { ClaimFilter } from "./claim-store.ts";

export interface IndexStats {
  /** Claims in the text index. */
  readonly claims: number;
  /** Terms in it, repeated ones counted. */
  readonly terms: number;
  /** Another one once a snapshot or backup has replaced the content; absent while none ever has. */
  readonly generation?: string | undefined;
}

/** What the score of a claim is made from: half of its fields, since most candidates are never shown. */
export type Candidate = Pick<
  Claim,
  | "id"
  | "uid"
  | "text"
  | "subject"
  | "predicate"
  | "objectValue"
  | "scope"
  | "visibility"
  | "status"
  | "confidence"
  | "volatility"
  | "pinned"
  | "createdAt"
  | "updatedAt"
  | "lastValidatedAt"
  | "validFrom"
  | "validUntil"
>;

export interface CandidateRequest {
  readonly terms: readonly string[];
  readonly filter: ClaimFilter;
  readonly limit: number;
  /**
   * Ranking costs what it ranks: the store may leave it at the newest so many claims that hold a term, whoever may see
   * them. Absent = all.
   */
  readonly newest?: number | undefined;
}

/** The text index: every claim but archived ones, by the terms of `analyze(…, "index")` of its four fields. */
export interface SearchStore {
  /**
   * Documents that hold each term, never more than `cap`; a term of no document is absent. To a viewer in a tenant only
   * what it sees counts.
   */
  termCounts(viewer: Viewer, terms: readonly string[], cap: number): Promise<ReadonlyMap<string, number>>;
  /** Visible claims that hold any of the terms, best first by the store's own rank, then id descending. */
  candidates(viewer: Viewer, wanted: CandidateRequest): Promise<readonly Candidate[]>;
  indexStats(): Promise<IndexStats>;
}
