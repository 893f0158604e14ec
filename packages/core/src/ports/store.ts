import type { ClaimStore } from "./claim-store.ts";
import type { EventStore } from "./event-store.ts";
import type { LinkStore } from "./link-store.ts";
import type { ProjectStore } from "./project-store.ts";
import type { ProposalStore } from "./proposal-store.ts";
import type { SearchStore } from "./search-store.ts";

/** A database of claims: one bag of narrow ports over one connection or pool. */
export interface Store {
  readonly claims: ClaimStore;
  readonly search: SearchStore;
  readonly events: EventStore;
  readonly links: LinkStore;
  readonly proposals: ProposalStore;
  readonly projects: ProjectStore;
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
