import type { CitationInput } from "../claims/citation.ts";
import type { Claim, Visibility, Volatility } from "../claims/claim.ts";
import type { MemoryMasterError } from "../errors/errors.ts";

/** A claim as a caller gives it. Empty strings count as absent, but for `text`. */
export interface ClaimInput {
  /** 1..10,000 code points after trimming. */
  readonly text: string;
  /** ≤ 50; none = one that names the surface and the scope. */
  readonly citations?: readonly CitationInput[] | undefined;
  /** ≤ 512; the same key again returns the first claim. */
  readonly idempotencyKey?: string | undefined;
  readonly claimType?: string | undefined;
  readonly subject?: string | undefined;
  readonly predicate?: string | undefined;
  readonly objectValue?: string | undefined;
  /** Absent, empty or `project` = the project at hand. */
  readonly scope?: string | undefined;
  /** Default `medium`. */
  readonly volatility?: Volatility | undefined;
  /** 0..1, default 0.5. */
  readonly confidence?: number | undefined;
  /** Times: ISO-8601, any offset, none = UTC. */
  readonly eventTime?: string | undefined;
  readonly validFrom?: string | undefined;
  readonly validUntil?: string | undefined;
  /** The claim this one corrects: id, human id or uid. Files a proposal; the target keeps its state. */
  readonly supersedes?: number | string | undefined;
  /** Default: the principal, else the surface. Non-public claims need one other than `unknown`. */
  readonly sourceAgent?: string | undefined;
  /** Default `public`. */
  readonly visibility?: Visibility | undefined;
  readonly holder?: string | undefined;
}

export interface IngestOptions {
  /** `reject` (default) refuses a claim that holds a secret; `redact` stores it without. Metadata is always refused. */
  readonly onSecret?: "reject" | "redact" | undefined;
}

export interface IngestResult {
  /** As stored, with citations. */
  readonly claim: Claim;
  /** The claim was there already. */
  readonly deduplicated: boolean;
  /** It was archived and is a candidate again. */
  readonly revived: boolean;
  /** `near_twin:<human id>`, `tuple_conflict:<human id>`, `supersession_queued`, `idempotency_key_reused`, `ignored_fields:<names>`, … */
  readonly warnings: readonly string[];
  /** Names of the secrets that were taken out. */
  readonly redactions: readonly string[];
  readonly proposalEventId: number | undefined;
}

/** One line of a bulk: a claim, or the reason why the line is none. */
export type BulkItem =
  { readonly line: number; readonly input: ClaimInput } | { readonly line: number; readonly error: MemoryMasterError };

export interface IngestManyOptions extends IngestOptions {
  /** Called after each commit with the items done so far. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /** Stops between batches; what was committed stays and is reported. */
  readonly signal?: AbortSignal | undefined;
}

export type BulkRow =
  | {
      readonly line: number;
      readonly claimId: number;
      readonly deduplicated: boolean;
      readonly warnings: readonly string[];
      /** As in `IngestResult`. */
      readonly redactions: readonly string[];
      readonly proposalEventId: number | undefined;
    }
  | { readonly line: number; readonly error: MemoryMasterError };

export interface IngestManyResult {
  readonly total: number;
  readonly ingested: number;
  readonly deduplicated: number;
  readonly rejected: number;
  /** In the order of the input. A claim in here is committed. */
  readonly rows: readonly BulkRow[];
}
