import type { Ids, Store, VectorIndex } from "@memorymaster/core";
import type { Kysely } from "kysely";
import { createClaimStore } from "./claims/claim-store.ts";
import { createDumpStore } from "./dump/dump-store.ts";
import type { OpenSnapshot } from "./dump/dump-store.ts";
import { createEventStore } from "./events/event-store.ts";
import type { Flavor } from "./flavor.ts";
import { createHistoryStore } from "./history/history-store.ts";
import { createJobStore } from "./jobs/job-store.ts";
import { createLinkStore } from "./links/link-store.ts";
import { createProjectStore } from "./projects/project-store.ts";
import { createProposalStore } from "./proposals/proposal-store.ts";
import type { Schema } from "./schema.ts";
import { createSealStore } from "./seals/seal-store.ts";
import { createSearchStore } from "./search/search-store.ts";
import { createSpoolStore } from "./spool/spool-store.ts";
import { createSession } from "./transaction.ts";
import type { Session, SessionOptions } from "./transaction.ts";
import { createUpkeepStore } from "./upkeep/upkeep-store.ts";
import { createVectorSyncStore } from "./vectors/vector-sync-store.ts";
import { createVerbatimStore } from "./verbatim/verbatim-store.ts";

export interface SqlStoreParts extends SessionOptions {
  /** The database whose schema is current; the store owns it from here on and closes it. */
  readonly database: Kysely<Schema>;
  readonly flavor: Flavor;
  /** Source of the salts of event contents. */
  readonly ids: Ids;
  /** Opens a second connection whose reads all see the state of that moment; destroying it ends them. */
  readonly openSnapshot: OpenSnapshot;
  /** Makes the index in the database; absent where it cannot compare vectors. */
  readonly vectorIndex?: ((session: Session) => VectorIndex) | undefined;
}

/** The ports of core over one SQL database. */
export function createSqlStore(parts: SqlStoreParts): Store {
  const { database, flavor, ids, readOnly } = parts;
  const session = createSession(database, parts);
  return {
    claims: createClaimStore(session, flavor),
    search: createSearchStore(session, flavor),
    events: createEventStore(session, flavor, ids),
    history: createHistoryStore(session, flavor),
    links: createLinkStore(session, flavor),
    proposals: createProposalStore(session, flavor),
    projects: createProjectStore(session, flavor),
    seals: createSealStore(session, flavor),
    dump: createDumpStore(session, flavor, parts.openSnapshot),
    upkeep: createUpkeepStore(session, flavor),
    jobs: createJobStore(session, flavor),
    spool: createSpoolStore(session),
    verbatim: createVerbatimStore(session, flavor),
    vectors: createVectorSyncStore(session, flavor),
    vectorIndex: parts.vectorIndex?.(session),
    readOnly,
    transaction: (work, options) => session.transaction(work, options),
    close: () => session.close(),
  };
}
