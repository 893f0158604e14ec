import { setTimeout as sleep } from "node:timers/promises";

import { ANALYZER_VERSION } from "@memorymaster/core";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import { claimOf } from "../claims/claim-row.ts";
import type { ClaimRow } from "../claims/claim-row.ts";
import type { Flavor, IndexDocument } from "../flavor.ts";
import { deleteMeta, readMeta, writeMeta } from "../meta/store-meta.ts";
import { prepare } from "../prepare.ts";
import type { Schema } from "../schema.ts";
import { indexedTerms } from "./index-document.ts";
import { belongsInIndex, standsInIndex } from "./move-in-index.ts";

type Database = Kysely<Schema>;

/** Claims of one transaction: other writers wait no longer than that. */
const BATCH = 200;
/** Between transactions: who waits for the write lock asks for it now and then, and would hardly ever find it free. */
const PAUSE_MS = 10;

interface HashChange {
  readonly id: number;
  /** Null = not in the index. */
  readonly termsHash: string | null;
}

const setTermsHash = (): ((db: Database, change: HashChange) => Promise<unknown>) =>
  prepare((db, { id, termsHash }: HashChange) =>
    db.updateTable("claims").set({ terms_hash: termsHash }).where("id", "=", id).compile(),
  );

/** Claims of a batch that are in the index already: written since the start. */
async function indexedAmong(db: Database, flavor: Flavor, rows: readonly ClaimRow[]): Promise<ReadonlySet<number>> {
  const indexed = sql<{ id: number }>`${flavor.textIndex.contents.claimIds}`.as<"indexed">(sql.ref("indexed"));
  const found = await db
    .selectFrom(indexed)
    .select("indexed.id")
    .where("indexed.id", ">=", rows[0]?.id ?? 0)
    .where("indexed.id", "<=", rows.at(-1)?.id ?? 0)
    .execute();
  return new Set(found.map(({ id }) => id));
}

/** Empties the index when it holds another analyzer's terms, or in any case, and notes from where to fill it. */
async function start(db: Database, flavor: Flavor, inAnyCase: boolean): Promise<void> {
  await flavor.lock(db, "migrations");
  const meta = await readMeta(db);
  if (!inAnyCase && meta.get("analyzer_version") === String(ANALYZER_VERSION)) return;
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
  const indexed = await indexedAmong(db, flavor, rows);
  const documents: IndexDocument[] = [];
  for (const row of rows) {
    if (!belongsInIndex(row)) {
      if (row.terms_hash !== null) await saveHash(db, { id: row.id, termsHash: null });
      continue;
    }
    if (standsInIndex(row) && indexed.has(row.id)) continue;
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

/** Runs work in a transaction of its own. */
type Transact = <T>(work: (db: Database) => Promise<T>) => Promise<T>;

/**
 * Builds the text index anew from the claims. Others may write meanwhile, and searches answer from what is there.
 * Processes that do it at once share the work; what was broken off is gone on with when the store is opened next.
 *
 * @param inAnyCase also when the index is of this analyzer's terms
 */
export async function rebuildIndex(transact: Transact, flavor: Flavor, inAnyCase = false): Promise<void> {
  await transact((db) => start(db, flavor, inAnyCase));
  const saveHash = setTermsHash();
  while (await transact((db) => fillNext(db, flavor, saveHash))) await sleep(PAUSE_MS);
}
