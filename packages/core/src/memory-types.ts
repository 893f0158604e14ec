import type { Authority } from "./access/authority.ts";
import type { RecallAnalysis } from "./analysis/types.ts";
import type { Claim, ClaimStatus, ClaimTier } from "./claims/claim.ts";
import type { ClaimLink, LinkType } from "./claims/link.ts";
import type { ReadyReport, ReadyRequest } from "./claims/ready-types.ts";
import type { ConfirmOptions, GovernedRow, ReversibleOptions, UndoOptions, UndoResult } from "./governance/types.ts";
import type { ChainReport } from "./events/chain-report.ts";
import type { MemoryEvent } from "./events/event.ts";
import type {
  BulkItem,
  ClaimInput,
  IngestManyOptions,
  IngestManyResult,
  IngestOptions,
  IngestResult,
} from "./ingest/types.ts";
import type { AccessLog, DrainReport } from "./ports/access-log.ts";
import type { ClaimStats, Page } from "./ports/claim-store.ts";
import type { Clock } from "./ports/clock.ts";
import type { EvidenceReader } from "./ports/evidence-reader.ts";
import type { HistoryEntry } from "./ports/event-store.ts";
import type { Ids } from "./ports/ids.ts";
import type { ProjectScope } from "./ports/project-scope.ts";
import type { Store } from "./ports/store.ts";
import type { ListProposalsRequest, ProposalList, ResolveRequest, ResolveResult } from "./proposals/types.ts";
import type { ContextRequest, ContextResult, FederatedRequest, RecallRequest, RecallResult } from "./recall/types.ts";
import type { MemorySettings } from "./config/settings.ts";
import type { ImportLegacyOptions, LegacyReport, LegacySource } from "./legacy/types.ts";
import type { DeltaOptions, DeltaResult, DeltaSink } from "./merge/types.ts";
import type { MergeOptions, MergeResult, MergeSource } from "./merge/types.ts";
import type { ExportOptions, ExportResult, ImportOptions, ImportResult } from "./transfer/types.ts";
import type { CheckOptions, IntegrityReport, RepairAction } from "./upkeep/types.ts";
import type { RedactionMode } from "./redaction/redacted-words.ts";
import type { Sealer } from "./security/sealer.ts";
import type {
  StoreTurnsOptions,
  StoreTurnsResult,
  TurnAnalysis,
  TurnCleanupOptions,
  TurnCleanupResult,
  TurnInput,
  TurnSearchRequest,
  TurnSearchResult,
} from "./verbatim/types.ts";
import type {
  ChangeModelOptions,
  ModelChange,
  NotDone,
  OutboxReport,
  ReconcileOptions,
  ReconcileResult,
  SyncOptions,
  SyncResult,
} from "./vector/sync-types.ts";
import type { VectorHealth, VectorParts, VectorRuntime } from "./vector/types.ts";

/** What a memory is made of. Only the store is required. */
export interface MemoryParts {
  readonly store: Store;
  /** Default: one local operator. */
  readonly authority?: Authority | undefined;
  /** Default: none; what is redacted cannot be brought back. */
  readonly sealer?: Sealer | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  readonly ids?: Ids | undefined;
  readonly settings?: MemorySettings | undefined;
  /** Default: no project; ingest goes to the scope `user`. */
  readonly projectScope?: ProjectScope | undefined;
  /** Default: no workspace at hand; citations are stored as given. */
  readonly evidence?: EvidenceReader | undefined;
  /** Default: none; nobody counts which claims are handed out. */
  readonly accessLog?: AccessLog | undefined;
  /** Search by meaning. Default: none, words only. */
  readonly vectors?: VectorParts | undefined;
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
  readonly sealer?: Sealer | undefined;
  readonly accessLog?: AccessLog | undefined;
  readonly vectors?: VectorRuntime | undefined;
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

export interface RedactRequest {
  readonly mode: RedactionMode;
  /** Whether text, subject, predicate and object are taken. Default true. */
  readonly claim?: boolean | undefined;
  /** Whether the words of the citations are taken. Default true. */
  readonly citations?: boolean | undefined;
  /** Stays in the history. */
  readonly reason?: string | undefined;
  /** Who asks, in the history. */
  readonly actor: string;
}

export interface RedactResult {
  /** As it is now, with citations. */
  readonly claim: Claim;
  readonly mode: RedactionMode;
  readonly redactClaim: boolean;
  readonly redactCitations: boolean;
  /** False when the words were gone before: then nothing was written. */
  readonly changed: boolean;
  /** 0 or 1. */
  readonly claimRows: number;
  readonly citationRows: number;
  /** Events that lost words. */
  readonly eventDetails: number;
  /** Whether its point is out of the vector index too; `undefined` when there is no index, or the point may stay. */
  readonly vector: "deleted" | "pending" | undefined;
  /** The event that `undo` takes. */
  readonly eventId: number | undefined;
  /** Whether the original was sealed, so that an undo can bring it back. */
  readonly sealed: boolean;
  /** Whether the words are out of the files too; `undefined` when that was not asked for, or there are no files. */
  readonly files: "done" | "pending" | undefined;
  /**
   * `words_remain_in_events:<ids>`: people have repeated the words in reasons, which nothing can take away.
   * `vector_pending`: the vector index is told with the next run over its outbox.
   */
  readonly warnings: readonly string[];
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
    /**
     * Confirms claims on a person's word, each in a transaction of its own; a claim that a person has confirmed is left
     * as it is. One row for each name, in order: what fails is an error in its row.
     */
    confirm(refs: readonly ClaimRef[], options: ConfirmOptions): Promise<readonly GovernedRow[]>;
    /** Archives claims, each in a transaction of its own; rows as for `confirm`. */
    archive(refs: readonly ClaimRef[], options: ReversibleOptions): Promise<readonly GovernedRow[]>;
    /** Pins or unpins; the value it has already writes nothing. */
    pin(ref: ClaimRef, on: boolean): Promise<Claim>;
    stats(scope?: string): Promise<ClaimStats>;
    /** Sorts claims into tiers by age and use; returns how many were moved to each. */
    recomputeTiers(): Promise<Readonly<Record<ClaimTier, number>>>;
    /**
     * Takes the words of a claim and of its citations away; the words it has no more write nothing.
     *
     * @throws InvalidInputError `input.invalid`, also for a reason that repeats the words
     */
    redact(ref: ClaimRef, request: RedactRequest): Promise<RedactResult>;
  };
  readonly recall: {
    query(request: RecallRequest): Promise<RecallResult>;
    context(request: ContextRequest): Promise<ContextResult>;
    /** Like `query`, over all scopes that the caller may read. */
    federated(request: FederatedRequest): Promise<RecallResult>;
    /** The same rows as `query`, with what their order is made from; nobody counts them as handed out. */
    analysis(request: RecallRequest): Promise<RecallAnalysis>;
  };
  /** Conversations word for word; open to no team. A claim that is redacted or erased leaves them as they are. */
  readonly verbatim: {
    /** Keeps what was said but for its secrets; what its session holds already is counted, not stored again. */
    storeTurns(turns: readonly TurnInput[], options?: StoreTurnsOptions): Promise<StoreTurnsResult>;
    /** The turns that answer a question, best first. */
    search(request: TurnSearchRequest): Promise<TurnSearchResult>;
    analyze(): Promise<TurnAnalysis>;
    /** Deletes what is there twice, was said by nobody, or is too old or too much; by default it only says what. */
    cleanUp(options?: TurnCleanupOptions): Promise<TurnCleanupResult>;
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
  readonly governance: {
    /**
     * Takes back what one event changed, or its whole job, by new events; undoing those does it again.
     *
     * @throws NotFoundError `event.not_found`
     * @throws ConflictError `undo.blocked` with the events in the way in `details.blocked`
     */
    undo(eventId: number, options: UndoOptions): Promise<UndoResult>;
    /** Newest first. */
    proposals(request?: ListProposalsRequest): Promise<ProposalList>;
    /**
     * Approves or rejects a proposal.
     *
     * @throws NotFoundError `proposal.not_found`
     */
    resolve(request: ResolveRequest): Promise<ResolveResult>;
    /** What needs a person. */
    ready(request?: ReadyRequest): Promise<ReadyReport>;
  };
  /** For the local operator alone. */
  readonly upkeep: {
    /** Whether file, text index, events and rows are whole. A damaged file freezes promotions. */
    check(options?: CheckOptions): Promise<IntegrityReport>;
    /** Builds the text index anew; returns the number of claims in it. */
    repairIndex(): Promise<number>;
    /** Repairs rows that contradict each other, where there is one right answer. */
    repairRows(): Promise<readonly RepairAction[]>;
    /** Cleans the files of what an erasure had to leave there; `undefined` when there is nothing of that kind. */
    finishErase(): Promise<"done" | "pending" | undefined>;
    /** Counts in the store which claims answers have handed out; `undefined` where nobody takes notes of that. */
    drainAccesses(): Promise<DrainReport | undefined>;
  };
  readonly transfer: {
    /** The whole store as lines of one state, each with its line feed. Leave the loop or read to the end: it holds a connection. */
    exportLines(options?: ExportOptions): AsyncGenerator<string, ExportResult, undefined>;
    /**
     * Fills an empty store from an export, in pieces of any size; a store with claims takes those that it does not
     * hold. All or nothing.
     *
     * @throws InvalidInputError `input.invalid` for a damaged file, `line` and `reason` in the details
     * @throws ConflictError `import.not_empty` when somebody else has filled the store meanwhile
     */
    importLines(pieces: AsyncIterable<string | Uint8Array>, options?: ImportOptions): Promise<ImportResult>;
    /**
     * Takes the claims of another store in, and settles those that both have; what is the same writes nothing.
     *
     * @throws InvalidInputError `input.invalid` when the schemas differ
     */
    merge(source: MergeSource, options?: MergeOptions): Promise<MergeResult>;
    /** Writes the claims that have changed since a time as a source for a merge. */
    exportDelta(sink: DeltaSink, options?: DeltaOptions): Promise<DeltaResult>;
    /**
     * Takes in a file of the earlier product; a second run adds nothing, and one after a broken run goes on.
     *
     * @throws InvalidInputError `input.invalid` when it is no such file
     */
    importLegacy(source: LegacySource, options?: ImportLegacyOptions): Promise<LegacyReport>;
  };
  /** The index of meanings. For the local operator alone; what index or embedder do is in the result, never thrown. */
  readonly vectors: {
    /** Gives every claim its point; a run that was broken off is taken up again. */
    sync(options?: SyncOptions): Promise<SyncResult>;
    /** Compares every point with the claims and repairs what differs, within bounds. */
    reconcile(options?: ReconcileOptions): Promise<ReconcileResult>;
    /** The same, unless it was done in the last 24 hours. */
    reconcileWhenDue(): Promise<ReconcileResult>;
    /** Follows the claims that have changed, 500 of them at most. */
    work(): Promise<OutboxReport>;
    /** Brings the index to the model in use: syncs, or fills a collection beside the one in use and changes over. */
    changeModel(options?: ChangeModelOptions): Promise<ModelChange | NotDone>;
    health(): Promise<VectorHealth>;
  };
  readonly scopes: {
    project(): Promise<string>;
    /** What a read covers when the caller names no scope. */
    defaultRead(): Promise<readonly string[]>;
  };
}
