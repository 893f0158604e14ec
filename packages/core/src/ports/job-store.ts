import type { Viewer } from "../access/viewer.ts";
import type { CheckStatus, CitationKind } from "../claims/citation.ts";
import type { Claim, ClaimStatus, Volatility } from "../claims/claim.ts";
import type { EventType, MemoryEvent } from "../events/event.ts";
import type { ClaimFilter } from "./claim-store.ts";

/** Who runs a job of which one may run at a time. Times in stored form. */
export interface Lease {
  /** Host, process and a random part. */
  readonly owner: string;
  readonly acquiredAt: string;
  readonly expiresAt: string;
}

export const JOB_ORDERS = ["newest", "oldest", "least_recently_validated", "least_recently_changed"] as const;

/**
 * The order in which a job takes claims: by id down or up, by `lastValidatedAt` up with those never validated first, by
 * `updatedAt` up. Equal ones by id up.
 */
export type JobOrder = (typeof JOB_ORDERS)[number];

/** Which claims a job takes. */
export interface JobSelection {
  readonly filter: ClaimFilter;
  /** Claims of no type match no entry. */
  readonly withoutTypes?: readonly string[] | undefined;
  readonly changedBefore?: string | undefined;
  readonly order: JobOrder;
  /** Only what comes after this id, for the orders by id: a job goes on where it ended. */
  readonly afterId?: number | undefined;
  readonly limit: number;
}

/** Claims whose last touch lies before the bound of their volatility, or in the future. */
export interface DecaySelection {
  /** Stored form. */
  readonly untouchedSince: Readonly<Record<Volatility, string>>;
  readonly now: string;
  readonly limit: number;
}

/** A confidence to be written while the claim still has that version. */
export interface ConfidenceChange {
  readonly id: number;
  readonly version: number;
  readonly confidence: number;
  /** When decay took its share; absent = it was something else. */
  readonly decayedAt?: string | undefined;
}

export interface TextChange {
  readonly id: number;
  readonly version: number;
  readonly normalizedText: string;
}

/** A citation was checked and stands where it stood. */
export interface CitationStamp {
  readonly citationId: number;
  readonly checkStatus: CheckStatus;
  readonly checkedAt: string;
}

/** Claims that say different things of one subject and predicate within a namespace. */
export type RivalClaims = readonly Claim[];

/** What maintenance needs of a store beside the ports of the other use cases. */
export interface JobStore {
  readLease(name: string): Promise<Lease | undefined>;
  /**
   * Makes this the lease of that name, if the present one is that of `instead`, or there is none and `instead` is absent.
   *
   * @returns whether it was written
   */
  takeLease(name: string, lease: Lease, instead: string | undefined): Promise<boolean>;
  /** Ends the lease while it is that owner's. */
  dropLease(name: string, owner: string): Promise<void>;
  /** What a job has noted for its next run, under its name. */
  readNote(job: string): Promise<string | undefined>;
  writeNote(job: string, note: string): Promise<void>;
  /** With citations. */
  select(viewer: Viewer, selection: JobSelection): Promise<readonly Claim[]>;
  /** Confirmed, not pinned; the one touched longest ago first. */
  selectDecaying(viewer: Viewer, selection: DecaySelection): Promise<readonly Claim[]>;
  /**
   * Ids of claims with citations of these kinds: first those with one never checked, then by their oldest check; equal
   * ones by id.
   */
  selectUnchecked(
    viewer: Viewer,
    wanted: { readonly filter: ClaimFilter; readonly kinds: readonly CitationKind[]; readonly limit: number },
  ): Promise<readonly number[]>;
  /**
   * Claims in these states with one subject, predicate and namespace and at least two different objects, all compared as
   * written. Groups by their lowest id, at most `limit`; within one by id; with citations.
   */
  findRivals(viewer: Viewer, statuses: readonly ClaimStatus[], limit: number): Promise<readonly RivalClaims[]>;
  /** Changes neither version nor `updatedAt`. Returns the ids of those that still had their version. */
  writeConfidences(changes: readonly ConfidenceChange[]): Promise<readonly number[]>;
  /** Changes neither version nor `updatedAt`; passes over claims that have another version. */
  writeNormalizedTexts(changes: readonly TextChange[]): Promise<void>;
  stampCitations(stamps: readonly CitationStamp[]): Promise<void>;
  /** The newest event of that type of each of these claims; claims without one are absent. */
  latestEvents(claimIds: readonly number[], eventType: EventType): Promise<readonly MemoryEvent[]>;
}
