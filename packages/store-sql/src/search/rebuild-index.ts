import { ANALYZER_VERSION } from "@memorymaster/core";
import type { Kysely } from "kysely";
import { claimOf } from "../claims/claim-row.ts";
import type { ClaimRow } from "../claims/claim-row.ts";
import type { Flavor, IndexDocument } from "../flavor.ts";
import { deleteMeta, readMeta, writeMeta } from "../meta/store-meta.ts";
import { prepare } from "../prepare.ts";
import type { Schema } from "../schema.ts";
import { HASH_PREFIX, indexedTerms } from "./index-document.ts";

type Database = Kysely<Schema>;

/** Claims of one transaction: other writers wait no longer than that. */
const BATCH = 200;

const setTermsHash = (): ((db: Database, row: { id: number; termsHash: string }) => Promise<unknown>) =>
  prepare((db, { id, termsHash }: { readonly id: number; readonly termsHash: string }) =>
    db.updateTable("claims").set({ terms_hash: termsHash }).where("id", "=", id).compile(),
  );

/** A row that is not archived and has no terms of this analyzer; what was written since the start has them. */
const lacksIndex = (row: ClaimRow): boolean =>
  row.status !== "archived" && row.terms_hash?.startsWith(HASH_PREFIX) !== true;

/** Empties the index when it holds another analyzer's terms, and notes from where to fill it. */
async function start(db: Database, flavor: Flavor): Promise<void> {
  await flavor.lock(db, "migrations");
  const meta = await readMeta(db);
  if (meta.get("analyzer_version") === String(ANALYZER_VERSION)) return;
  await flavor.textIndex.clear(db);
  await writeMeta(db, "analyzer_version", String(ANALYZER_VERSION));
  await writeMeta(db, "reindex_after", "0");
}

/** Fills in the next claims; false when none are left. */
async function fillNext(db: Database, flavor: Flavor, saveHash: ReturnType<typeof setTermsHash>): Promise<boolean> {
  await flavor.lock(db, "migrations");
  const after = (await readMeta(db)).get("reindex_after");
  if (after === undefined) return false;
  const rows = await db
    .selectFrom("claims")
    .selectAll()
    .where("id", ">", Number(after))
    .orderBy("id")
    .limit(BATCH)
    .execute();
  const last = rows.at(-1);
  if (last === undefined) {
    await deleteMeta(db, "reindex_after");
    return false;
  }
  const documents: IndexDocument[] = [];
  for (const row of rows.filter(lacksIndex)) {
    const { terms, termsHash } = indexedTerms(claimOf(row, flavor.codecs));
    documents.push({ claimId: row.id, ...terms });
    await saveHash(db, { id: row.id, termsHash });
  }
  await flavor.textIndex.add(db, documents);
  await writeMeta(db, "reindex_after", String(last.id));
  return true;
}

/** Whether the index was written by another version of the analyzer, or its rebuilding was broken off. */
export function isIndexStale(meta: ReadonlyMap<string, string>): boolean {
  return meta.get("analyzer_version") !== String(ANALYZER_VERSION) || meta.has("reindex_after");
}

/**
 * Builds the text index anew from the claims. Others may write meanwhile, and searches answer from what is there.
 * Processes that do it at once share the work.
 */
export async function rebuildIndex(database: Database, flavor: Flavor): Promise<void> {
  await database.transaction().execute((db) => start(db, flavor));
  const saveHash = setTermsHash();
  while (await database.transaction().execute((db) => fillNext(db, flavor, saveHash)));
}
