export const CITATION_KINDS = ["file", "commit", "url", "session", "other"] as const;
export type CitationKind = (typeof CITATION_KINDS)[number];

/** Outcome of the last check of a citation against its source. */
export const CHECK_STATUSES = ["ok", "moved", "changed", "gone", "unknown"] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** What is needed to check a citation later. All optional: what is missing is derived where it can be. */
export interface CitationCheck {
  readonly kind?: CitationKind | undefined;
  /** Relative to the repository root, `/` separators, no `..`. */
  readonly path?: string | undefined;
  /** 1-based, inclusive. */
  readonly lineStart?: number | undefined;
  readonly lineEnd?: number | undefined;
  /** sha256 of the checked text (`excerpt-hash.ts` says of what form). */
  readonly excerptHash?: string | undefined;
  /** Object ids, 40 or 64 lower hex digits. */
  readonly gitBlob?: string | undefined;
  readonly commitId?: string | undefined;
  /** When a URL was read, and the sha256 of its body then. */
  readonly fetchedAt?: string | undefined;
  readonly contentHash?: string | undefined;
}

/** Evidence as a caller gives it. */
export interface CitationInput extends CitationCheck {
  /** 1..500 code points: a path, a URL, `commit:<hex>`, or any label. */
  readonly source: string;
  /** ≤ 1,000: `L12`, `12-20`, … */
  readonly locator?: string | undefined;
  /** ≤ 4,000: the words that carry the claim. */
  readonly excerpt?: string | undefined;
}

/** Evidence as it is stored. */
export interface Citation extends CitationInput {
  readonly id: number;
  readonly claimId: number;
  readonly kind: CitationKind;
  readonly checkStatus?: CheckStatus | undefined;
  readonly checkedAt?: string | undefined;
  readonly createdAt: string;
}
