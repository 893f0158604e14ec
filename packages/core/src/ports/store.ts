import type { ClaimStore } from "./claim-store.ts";
import type { DatabaseFiles } from "./database-files.ts";
import type { DumpStore } from "./dump-store.ts";
import type { EventStore } from "./event-store.ts";
import type { LinkStore } from "./link-store.ts";
import type { ProjectStore } from "./project-store.ts";
import type { ProposalStore } from "./proposal-store.ts";
import type { SealStore } from "./seal-store.ts";
import type { SearchStore } from "./search-store.ts";
import type { UpkeepStore } from "./upkeep-store.ts";

/** A database of claims: one bag of narrow ports over one connection or pool. */
export interface Store {
  readonly claims: ClaimStore;
  readonly search: SearchStore;
  readonly events: EventStore;
  readonly links: LinkStore;
  readonly proposals: ProposalStore;
  readonly projects: ProjectStore;
  readonly seals: SealStore;
  readonly dump: DumpStore;
  readonly upkeep: UpkeepStore;
  /** Absent where the database is no file. */
  readonly files?: DatabaseFiles | undefined;
  /** Whether every write is refused. */
  readonly readOnly: boolean;
  /**
   * Runs `work` as one immediate write transaction: all calls on this store made inside (in the same asynchronous
   * flow) belong to it; a rejection rolls everything back. Nested use is a savepoint.
   *
   * @throws StoreError `store.read_only`, `store.busy`
   */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Finishes what runs and releases the file or pool. Twice is harmless. */
  close(): Promise<void>;
}
