import type { ClaimStore } from "./claim-store.ts";
import type { DatabaseEngine } from "./database-engine.ts";
import type { DatabaseFiles } from "./database-files.ts";
import type { DumpStore } from "./dump-store.ts";
import type { EventStore } from "./event-store.ts";
import type { HistoryStore } from "./history-store.ts";
import type { JobStore } from "./job-store.ts";
import type { LinkStore } from "./link-store.ts";
import type { ProjectStore } from "./project-store.ts";
import type { ProposalStore } from "./proposal-store.ts";
import type { SealStore } from "./seal-store.ts";
import type { SearchStore } from "./search-store.ts";
import type { SpoolStore } from "./spool-store.ts";
import type { TeamRoles } from "./team-roles.ts";
import type { UpkeepStore } from "./upkeep-store.ts";
import type { VectorIndex } from "./vector-index.ts";
import type { VectorSyncStore } from "./vector-sync-store.ts";
import type { VerbatimStore } from "./verbatim-store.ts";

export interface TransactionOptions {
  /** The work must run but once, since it takes from a stream, say. Default false. */
  readonly once?: boolean | undefined;
}

/** A database of claims: one bag of narrow ports over one connection or pool. */
export interface Store {
  readonly claims: ClaimStore;
  readonly search: SearchStore;
  readonly events: EventStore;
  readonly history: HistoryStore;
  readonly links: LinkStore;
  readonly proposals: ProposalStore;
  readonly projects: ProjectStore;
  readonly seals: SealStore;
  readonly dump: DumpStore;
  readonly upkeep: UpkeepStore;
  readonly jobs: JobStore;
  readonly spool: SpoolStore;
  readonly verbatim: VerbatimStore;
  readonly vectors: VectorSyncStore;
  /** The index inside the database. Absent where the database cannot compare vectors. */
  readonly vectorIndex?: VectorIndex | undefined;
  /** Absent in a model. */
  readonly engine?: DatabaseEngine | undefined;
  /** Absent where the database is no file. */
  readonly files?: DatabaseFiles | undefined;
  /** Absent where the database has no roles. */
  readonly roles?: TeamRoles | undefined;
  /**
   * Removes from the disk what deleted and overwritten rows left; `pending` = it has to be done later, by the operator.
   * Absent where nothing stays. Not inside a transaction.
   */
  readonly purge?: (() => Promise<"done" | "pending">) | undefined;
  /** Whether every write is refused. */
  readonly readOnly: boolean;
  /**
   * Runs `work` as one immediate write transaction: all calls on this store made inside (in the same asynchronous
   * flow) belong to it; a rejection rolls everything back. Nested use is a savepoint. Where the database is a server,
   * work that it lost before the commit may run again.
   *
   * @throws StoreError `store.read_only`, `store.busy`
   */
  transaction<T>(work: () => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Finishes what runs and releases the file or pool. Twice is harmless. */
  close(): Promise<void>;
}
