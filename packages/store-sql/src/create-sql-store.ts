import type { Ids, Store } from "@memorymaster/core";
import type { Kysely } from "kysely";
import { createClaimStore } from "./claims/claim-store.ts";
import { createEventStore } from "./events/event-store.ts";
import type { Flavor } from "./flavor.ts";
import { createLinkStore } from "./links/link-store.ts";
import { createProjectStore } from "./projects/project-store.ts";
import { createProposalStore } from "./proposals/proposal-store.ts";
import type { Schema } from "./schema.ts";
import { createSearchStore } from "./search/search-store.ts";
import { createSession } from "./transaction.ts";

export interface SqlStoreParts {
  /** The database whose schema is current; the store owns it from here on and closes it. */
  readonly database: Kysely<Schema>;
  readonly flavor: Flavor;
  /** Source of the salts of event contents. */
  readonly ids: Ids;
  readonly readOnly: boolean;
}

/** The ports of core over one SQL database. */
export function createSqlStore({ database, flavor, ids, readOnly }: SqlStoreParts): Store {
  const session = createSession(database, readOnly);
  return {
    claims: createClaimStore(session, flavor),
    search: createSearchStore(session, flavor),
    events: createEventStore(session, flavor, ids),
    links: createLinkStore(session, flavor),
    proposals: createProposalStore(session, flavor),
    projects: createProjectStore(session, flavor),
    readOnly,
    transaction: (work) => session.transaction(work),
    close: () => session.close(),
  };
}
