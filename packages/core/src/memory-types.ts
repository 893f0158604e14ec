import type { Authority } from "./access/authority.ts";
import type { Claim, ClaimStatus } from "./claims/claim.ts";
import type { ClaimLink, LinkType } from "./claims/link.ts";
import type { ChainIssue } from "./events/chain.ts";
import type { MemoryEvent } from "./events/event.ts";
import type {
  BulkItem,
  ClaimInput,
  IngestManyOptions,
  IngestManyResult,
  IngestOptions,
  IngestResult,
} from "./ingest/types.ts";
import type { ClaimStats, Page } from "./ports/claim-store.ts";
import type { Clock } from "./ports/clock.ts";
import type { EvidenceReader } from "./ports/evidence-reader.ts";
import type { HistoryEntry } from "./ports/event-store.ts";
import type { Ids } from "./ports/ids.ts";
import type { ProjectScope } from "./ports/project-scope.ts";
import type { Store } from "./ports/store.ts";
import type { ContextRequest, ContextResult, RecallRequest, RecallResult } from "./recall/types.ts";
import type { MemorySettings } from "./config/settings.ts";

/** What a memory is made of. Only the store is required. */
export interface MemoryParts {
  readonly store: Store;
  /** Default: one local operator. */
  readonly authority?: Authority | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  readonly ids?: Ids | undefined;
  readonly settings?: MemorySettings | undefined;
  /** Default: no project; ingest goes to the scope `user`. */
  readonly projectScope?: ProjectScope | undefined;
  /** Default: no workspace at hand; citations are stored as given. */
  readonly evidence?: EvidenceReader | undefined;
  /** Source of the citation that a claim without one gets, and the agent of a caller without a name. Default `library`. */
  readonly surface?: string | undefined;
}

/** Defaults filled in: what use cases take. */
export interface MemoryContext {
  readonly store: Store;
  readonly authority: Authority;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: MemorySettings;
  readonly projectScope: ProjectScope;
  readonly evidence: EvidenceReader | undefined;
  readonly surface: string;
}

/** A claim by local id, human id or uid. */
export type ClaimRef = number | string;

export interface TransitionOptions {
  /** Stored as the event's details. */
  readonly reason?: string | undefined;
  /** The claim that replaces this one. */
  readonly replacedBy?: ClaimRef | undefined;
}

export interface ListClaimsRequest {
  readonly status?: ClaimStatus | undefined;
  /** 1..1,000, default 50. */
  readonly limit?: number | undefined;
  /** Default false, unless `status` asks for archived ones. */
  readonly includeArchived?: boolean | undefined;
  readonly allowSensitive?: boolean | undefined;
  /** Absent = the default read scopes; `"all"` = every scope the caller may read. */
  readonly scopes?: readonly string[] | "all" | undefined;
  /** Empty = none. */
  readonly ids?: readonly number[] | undefined;
  readonly cursor?: string | undefined;
}

export interface ListEventsRequest {
  readonly claim?: ClaimRef | undefined;
  readonly eventType?: string | undefined;
  /** Of whose claims: absent = the default read scopes; `"all"` = every scope the caller may read. */
  readonly scopes?: readonly string[] | "all" | undefined;
  /** 1..1,000, default 100. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface ClaimHistory {
  readonly claim: Claim;
  /** Oldest first; a limit keeps the newest. */
  readonly entries: readonly HistoryEntry[];
}

export interface ClaimDetail extends ClaimHistory {
  readonly links: readonly ClaimLink[];
}

export interface ChainReport {
  readonly events: number;
  readonly valid: boolean;
  /** Hash of the newest event. */
  readonly head: string | undefined;
  /** The first 100. */
  readonly issues: readonly ChainIssue[];
}

/** The use cases of one memory, grouped. All may throw `MemoryMasterError`s. */
export interface Memory {
  readonly claims: {
    ingest(input: ClaimInput, options?: IngestOptions): Promise<IngestResult>;
    ingestMany(
      items: Iterable<BulkItem> | AsyncIterable<BulkItem>,
      options?: IngestManyOptions,
    ): Promise<IngestManyResult>;
    /** With citations. @throws NotFoundError `claim.not_found` @throws ConflictError `claim.ambiguous` */
    get(ref: ClaimRef, options?: { readonly allowSensitive?: boolean | undefined }): Promise<Claim>;
    detail(
      ref: ClaimRef,
      options?: { readonly historyLimit?: number | undefined; readonly allowSensitive?: boolean | undefined },
    ): Promise<ClaimDetail>;
    list(request?: ListClaimsRequest): Promise<Page<Claim>>;
    /**
     * Moves a claim along the lifecycle; its present status writes nothing. `superseded` needs `replacedBy`.
     *
     * @throws InvalidTransitionError `claim.invalid_transition`
     * @throws ConflictError `claim.version_conflict`
     */
    transition(ref: ClaimRef, to: ClaimStatus, options?: TransitionOptions): Promise<Claim>;
    /** Pins or unpins; the value it has already writes nothing. */
    pin(ref: ClaimRef, on: boolean): Promise<Claim>;
    stats(scope?: string): Promise<ClaimStats>;
  };
  readonly recall: {
    query(request: RecallRequest): Promise<RecallResult>;
    context(request: ContextRequest): Promise<ContextResult>;
  };
  readonly links: {
    add(source: ClaimRef, target: ClaimRef, linkType: LinkType): Promise<ClaimLink>;
    /** Of that type, or of every type. */
    remove(source: ClaimRef, target: ClaimRef, linkType?: LinkType): Promise<readonly ClaimLink[]>;
    list(ref: ClaimRef, linkType?: LinkType): Promise<readonly ClaimLink[]>;
  };
  readonly events: {
    /** Newest first. */
    list(request?: ListEventsRequest): Promise<Page<MemoryEvent>>;
    history(ref: ClaimRef, limit?: number): Promise<ClaimHistory>;
    /** Walks the whole hash chain in constant memory. */
    verify(): Promise<ChainReport>;
  };
  readonly scopes: {
    project(): Promise<string>;
    /** What a read covers when the caller names no scope. */
    defaultRead(): Promise<readonly string[]>;
  };
}
