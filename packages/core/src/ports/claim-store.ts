import type { Viewer } from "../access/viewer.ts";
import type { CheckStatus, Citation, CitationInput, CitationKind } from "../claims/citation.ts";
import type { Claim, ClaimStatus, ClaimTier, Visibility, Volatility } from "../claims/claim.ts";
import type { IdentityNamespace } from "../claims/identity.ts";
import type { Clean } from "../security/clean.ts";

/** Evidence ready to be stored. */
export interface NewCitation extends CitationInput {
  readonly kind: CitationKind;
  readonly checkStatus?: CheckStatus | undefined;
}

/** A claim ready to be stored: every rule of ingest has been applied. Status is candidate, version 1. */
export interface NewClaim {
  readonly uid: string;
  readonly humanId: string;
  readonly text: string;
  readonly idempotencyKey: string;
  readonly contentHash: string;
  /** 16 hex digits each: `text/signature.ts`. */
  readonly nearHash: string;
  readonly twinHash: string;
  readonly claimType: string | undefined;
  readonly subject: string | undefined;
  readonly predicate: string | undefined;
  readonly objectValue: string | undefined;
  readonly scope: string;
  readonly volatility: Volatility;
  readonly confidence: number;
  readonly eventTime: string | undefined;
  readonly validFrom: string;
  readonly validUntil: string | undefined;
  readonly sourceAgent: string;
  readonly visibility: Visibility;
  readonly holder: string | undefined;
  readonly tenantId: string | undefined;
  readonly createdAt: string;
  /** 1..50. */
  readonly citations: readonly NewCitation[];
}

/** Keys of claims about to be written; a stored claim that has any of them is a possible match. */
export interface IdentityLookup {
  readonly idempotencyKeys: readonly string[];
  /** Bases, without `~n`: a match may carry one. */
  readonly contentHashes: readonly string[];
  readonly nearHashes: readonly string[];
  readonly twinHashes: readonly string[];
  readonly tuples: readonly { readonly subject: string; readonly predicate: string }[];
}

/** A possible match with the keys that readers never see. */
export interface IdentityMatch {
  readonly claim: Claim;
  readonly nearHash: string | undefined;
  readonly twinHash: string | undefined;
}

/** Conditions on claims, all of them to be met. An empty list matches nothing; an absent one does not restrict. */
export interface ClaimFilter {
  readonly statuses?: readonly ClaimStatus[] | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly ids?: readonly number[] | undefined;
  /** Valid at this instant (stored form). */
  readonly validAt?: string | undefined;
  /**
   * That instant is the present: a start that equals the creation counts as reached, whatever clock the writer had, so
   * that a clock that was ahead and has been set back hides nothing.
   */
  readonly atPresent?: boolean | undefined;
  readonly pinned?: boolean | undefined;
  /** Whether its words are still there, neither redacted nor erased. */
  readonly hasWords?: boolean | undefined;
  readonly confidenceBelow?: number | undefined;
}

export interface PageRequest {
  /** 1..1,000. */
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Absent on the last page. */
  readonly nextCursor: string | undefined;
  /** Items on all pages. */
  readonly total: number;
}

/** Fields that a governed change may write; a field given as `undefined` becomes empty. */
export type ClaimPatch = {
  readonly [
    Field in
      | "status"
      | "pinned"
      | "confidence"
      | "supersedesClaimId"
      | "replacedByClaimId"
      | "lastValidatedAt"
      | "archivedAt"
      | "validFrom"
      | "validUntil"
      | "confirmedBy"
      | "tier"
      | "claimType"
  ]?: Claim[Field];
} & { readonly updatedAt: string };

/** The words of a claim with what is derived from them: what redaction and erasure take away and an undo brings back. */
export interface ClaimWords extends Pick<
  Claim,
  "text" | "subject" | "predicate" | "objectValue" | "normalizedText" | "idempotencyKey"
> {
  /** Absent = the words are gone, and the claim is not in the text index (`isIndexed`). */
  readonly contentHash: string | undefined;
  readonly nearHash: string | undefined;
  readonly twinHash: string | undefined;
}

/** A citation as it shall be stored under its id. */
export type CitationWords = Omit<Citation, "claimId">;

/** Instants between which the tiers lie, in stored form. */
export interface TierBounds {
  /** Claims created after it are core. */
  readonly coreSince: string;
  /** Claims created until then that nobody ever used are peripheral. */
  readonly peripheralUntil: string;
}

/** A claim was handed out at a time (stored form). */
export interface ClaimAccess {
  readonly uid: string;
  readonly at: string;
}

export interface ClaimStats {
  readonly claims: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly byScope: Readonly<Record<string, number>>;
  readonly citations: number;
  readonly links: number;
  readonly events: number;
  readonly openProposals: number;
  /** Creation times of the first and last claim. */
  readonly oldest: string | undefined;
  readonly newest: string | undefined;
}

export interface ClaimStore {
  /**
   * Writes claims with citations and text index, in the order given.
   *
   * @returns the stored claims in that order, with citations
   * @throws ConflictError `claim.duplicate` when a unique key is taken; nothing of the batch stays
   */
  insert(claims: readonly Clean<NewClaim>[]): Promise<readonly Claim[]>;
  /** Adds evidence to a stored claim; returns the new citation ids in order. */
  addCitations(
    claimId: number,
    citations: readonly Clean<NewCitation>[],
    createdAt: string,
  ): Promise<readonly number[]>;
  /** Rows of any owner and state that share a key: the caller applies namespace and rules. */
  findIdentityMatches(lookup: IdentityLookup): Promise<readonly IdentityMatch[]>;
  /** For each base the greatest suffix in use (1 = the bare base); a base that is free is absent. */
  takenHumanIds(namespace: IdentityNamespace, bases: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Visible claims of these ids, in the order of `ids`; unknown ones are absent. Citations filled when asked for. */
  getMany(viewer: Viewer, ids: readonly number[], withCitations: boolean): Promise<readonly Claim[]>;
  /** Visible claims with this human id, or with this uid. */
  findByName(viewer: Viewer, name: string): Promise<readonly Claim[]>;
  /** Pinned first, then confidence, updatedAt, id, all descending. */
  list(viewer: Viewer, filter: ClaimFilter, page: PageRequest): Promise<Page<Claim>>;
  /** Writes only while `version` still matches and raises it; `undefined` means another writer won. */
  update(id: number, version: number, patch: ClaimPatch): Promise<Claim | undefined>;
  /** Replaces the words while `version` still matches, raises it and renews the text index; `undefined` as `update`. */
  replaceWords(
    claim: Pick<Claim, "id" | "version">,
    words: Clean<ClaimWords>,
    updatedAt: string,
  ): Promise<Claim | undefined>;
  /** Makes these the citations of the claim: known ids are rewritten, absent ones removed, others inserted as given. */
  replaceCitations(claimId: number, citations: readonly Clean<CitationWords>[]): Promise<void>;
  /** Sets the tier of every visible claim that is not archived; returns how many were moved to each. Raises no version. */
  recomputeTiers(viewer: Viewer, bounds: TierBounds): Promise<Readonly<Record<ClaimTier, number>>>;
  /** Adds one to the count of a claim for each access; those of unknown claims are passed over. Raises no version. */
  recordAccesses(accesses: readonly ClaimAccess[]): Promise<void>;
  stats(viewer: Viewer, scope: string | undefined): Promise<ClaimStats>;
}
