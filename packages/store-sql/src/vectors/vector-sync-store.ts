import { InternalError } from "@memorymaster/core";
import type { VectorSyncStore } from "@memorymaster/core";
import type { Kysely } from "kysely";
import { createCitationQueries } from "../citations/citation-queries.ts";
import { withCitations } from "../claims/read-claims.ts";
import type { Flavor } from "../flavor.ts";
import { readMetaOf } from "../meta/store-meta.ts";
import type { Schema } from "../schema.ts";
import type { Session } from "../transaction.ts";
import { forgetCursors, readCursor, writeCursor } from "./cursors.ts";
import { countIndexable, pageOfIndexable, tenantClaims } from "./indexable-claims.ts";
import { enqueueClaims, finishEntries, leaseEntries, outboxDepth, postponeEntries } from "./outbox.ts";

type Database = Kysely<Schema>;

async function storeIdOf(db: Database): Promise<string> {
  const id = await readMetaOf(db, "store_id");
  if (id !== undefined) return id;
  throw new InternalError("internal.unexpected", "The database has lost its identity");
}

async function registeredIndexes(db: Database): Promise<readonly string[]> {
  const rows = await db.selectFrom("vector_indexes").select("name").orderBy("name").execute();
  return rows.map(({ name }) => name);
}

async function register(db: Database, name: string): Promise<void> {
  await db
    .insertInto("vector_indexes")
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Its entries go with it. */
async function unregister(db: Database, name: string): Promise<void> {
  await db.deleteFrom("vector_indexes").where("name", "=", name).execute();
  await forgetCursors(db, name);
}

type OutboxCalls = Pick<VectorSyncStore, "enqueue" | "lease" | "finish" | "postpone" | "depth">;

const outboxCalls = ({ db, write }: Session, flavor: Flavor): OutboxCalls => ({
  enqueue: (index, claimIds, at) => write((writer) => enqueueClaims(writer, flavor, { index, claimIds, at })),
  lease: (index, request) => write((writer) => leaseEntries(writer, flavor, { ...request, index })),
  finish: (index, entries) => write((writer) => finishEntries(writer, flavor, { index, entries })),
  postpone: (index, failures) => write((writer) => postponeEntries(writer, flavor, { index, failures })),
  depth: async (index) => outboxDepth(db(), flavor, index),
});

export function createVectorSyncStore(session: Session, flavor: Flavor): VectorSyncStore {
  const { db, write } = session;
  const citations = createCitationQueries(flavor);
  return {
    ...outboxCalls(session, flavor),
    storeId: async () => storeIdOf(db()),
    registered: async () => registeredIndexes(db()),
    register: (index) => write((writer) => register(writer, index)),
    unregister: (index) => write((writer) => unregister(writer, index)),
    page: async (viewer, request) => {
      const claims = await pageOfIndexable(db(), flavor, { viewer, ...request });
      return withCitations(db(), citations, claims);
    },
    count: async (viewer) => countIndexable(db(), flavor, viewer),
    byUids: async (viewer, uids) => tenantClaims(db(), flavor, { viewer, uids }),
    byIds: async (viewer, ids) => {
      const claims = await tenantClaims(db(), flavor, { viewer, ids });
      return withCitations(db(), citations, claims);
    },
    cursor: async (stream) => readCursor(db(), stream),
    setCursor: (stream, claimId) => write((writer) => writeCursor(writer, stream, claimId)),
  };
}
