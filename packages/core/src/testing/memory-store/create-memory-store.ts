import { randomIds } from "../../platform/ids.ts";
import type { Ids } from "../../ports/ids.ts";
import type { Store } from "../../ports/store.ts";
import { createClaimStore } from "./claim-store.ts";
import { createDumpStore } from "./dump-store.ts";
import { createEventStore } from "./event-store.ts";
import { createHistoryStore } from "./history-store.ts";
import { createJobStore } from "./job-store.ts";
import { createLinkStore } from "./link-store.ts";
import { createProjectStore } from "./project-store.ts";
import { createProposalStore } from "./proposal-store.ts";
import { createSealStore } from "./seal-store.ts";
import { createSearchStore } from "./search-store.ts";
import { createSession } from "./session.ts";
import { createSpoolStore } from "./spool-store.ts";
import { createUpkeepStore } from "./upkeep-store.ts";
import { createVectorSyncStore } from "./vector-sync-store.ts";
import { createVerbatimStore } from "./verbatim-store.ts";

export interface MemoryStoreOptions {
  /** Source of the salts of event contents. Default: random ones. */
  readonly ids?: Ids | undefined;
  /** Whether the events of each tenant are a chain apart, as on a server for teams. Default false. */
  readonly tenantsApart?: boolean | undefined;
}

/**
 * A whole store in memory: the model of what every database must do, and a store for tests. Writers take turns, readers
 * see what is committed, a transaction works on a copy that replaces the whole when it succeeds.
 */
export function createMemoryStore({ ids = randomIds, tenantsApart = false }: MemoryStoreOptions = {}): Store {
  const session = createSession();
  return {
    claims: createClaimStore(session),
    search: createSearchStore(session),
    events: createEventStore(session, { ids, tenantsApart }),
    history: createHistoryStore(session),
    links: createLinkStore(session),
    proposals: createProposalStore(session),
    projects: createProjectStore(session),
    seals: createSealStore(session),
    dump: createDumpStore(session),
    upkeep: createUpkeepStore(session),
    jobs: createJobStore(session),
    spool: createSpoolStore(session),
    verbatim: createVerbatimStore(session),
    vectors: createVectorSyncStore(session, ids),
    readOnly: false,
    transaction: (work) => session.transaction(work),
    close: () => session.close(),
  };
}
