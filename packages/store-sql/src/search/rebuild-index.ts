import { setTimeout as sleep } from "node:timers/promises";

import { ANALYZER_VERSION } from "@memorymaster/core";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import { claimOf } from "../claims/claim-row.ts";
import type { Flavor, IndexDocument, TextIndex } from "../flavor.ts";
import { deleteMeta, readMeta, readMetaOf, writeMeta } from "../meta/store-meta.ts";
import { prepare } from "../prepare.ts";
import type { Schema } from "../schema.ts";
import { turnDocument } from "../verbatim/turn-row.ts";
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

/** Rows of a batch that are in the index already: written since the start. */
async function indexedAmong(
  db: Database,
  index: TextIndex,
  rows: readonly { readonly id: number }[],
): Promise<ReadonlySet<number>> {
  const indexed = sql<{ id: number }>`${index.contents.ids}`.as<"indexed">(sql.ref("indexed"));
  const found = await db
    .selectFrom(indexed)
    .select("indexed.id")
    .where("indexed.id", ">=", rows[0]?.id ?? 0)
    .where("indexed.id", "<=", rows.at(-1)?.id ?? 0)
    .execute();
  return new Set(found.map(({ id }) => id));
}

/** Empties the indexes when they hold another analyzer's terms, or in any case, and notes from where to fill them. */
async function start(db: Database, flavor: Flavor, inAnyCase: boolean): Promise<void> {
  await flavor.lock(db, "migrations");
  const meta = await readMeta(db);
  if (!inAnyCase && meta.get("analyzer_version") === String(ANALYZER_VERSION)) return;
  await flavor.textIndex.clear(db);
  await flavor.turnIndex.clear(db);
  await writeMeta(db, "analyzer_version", String(ANALYZER_VERSION));
  await writeMeta(db, "reindex_after", "0");
  await writeMeta(db, "reindex_turns_after", "0");
}

/** Where the next rows to fill in begin, and where it is noted when they are; `undefined` when none are left. */
async function nextRows<Row extends { readonly id: number }>(
  db: Database,
  place: "reindex_after" | "reindex_turns_after",
  read: (after: number) => Promise<readonly Row[]>,
): Promise<readonly Row[] | undefined> {
  const after = await readMetaOf(db, place);
  if (after === undefined) return undefined;
  const rows = await read(Number(after));
  const last = rows.at(-1);
  if (last === undefined) await deleteMeta(db, place);
  else await writeMeta(db, place, String(last.id));
  return last && rows;
}

/** Fills in the next turns; false when none are left. */
async function fillTurns(db: Database, { turnIndex }: Flavor): Promise<boolean> {
  const rows = await nextRows(db, "reindex_turns_after", (after) =>
    db
      .selectFrom("verbatim_memories")
      .select(["id", "content"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(BATCH)
      .execute(),
  );
  if (rows === undefined) return false;
  const indexed = await indexedAmong(db, turnIndex, rows);
  await turnIndex.add(db, rows.filter(({ id }) => !indexed.has(id)).map(turnDocument));
  return true;
}

/** Fills in the next claims, and when none are left the next turns; false when none of them are. */
async function fillNext(db: Database, flavor: Flavor, saveHash: ReturnType<typeof setTermsHash>): Promise<boolean> {
  await flavor.lock(db, "migrations");
  const rows = await nextRows(db, "reindex_after", (after) =>
    db.selectFrom("claims").selectAll().where("id", ">", after).orderBy("id").limit(BATCH).execute(),
  );
  if (rows === undefined) return fillTurns(db, flavor);
  const indexed = await indexedAmong(db, flavor.textIndex, rows);
  const documents: IndexDocument[] = [];
  for (const row of rows) {
    if (!belongsInIndex(row)) {
      if (row.terms_hash !== null) await saveHash(db, { id: row.id, termsHash: null });
      continue;
    }
    if (standsInIndex(row) && indexed.has(row.id)) continue;
    const { terms, termsHash } = indexedTerms(claimOf(row, flavor.codecs));
    documents.push({ id: row.id, terms });
    await saveHash(db, { id: row.id, termsHash });
  }
  await flavor.textIndex.add(db, documents);
  return true;
}

/** Whether the indexes were written by another version of the analyzer, or their rebuilding was broken off. */
export function isIndexStale(meta: ReadonlyMap<string, string>): boolean {
  if (meta.get("analyzer_version") !== String(ANALYZER_VERSION)) return true;
  return meta.has("reindex_after") || meta.has("reindex_turns_after");
}

/** Runs work in a transaction of its own. */
type Transact = <T>(work: (db: Database) => Promise<T>) => Promise<T>;

/**
 * Builds the text indexes anew from the claims and turns. Others may write meanwhile, and searches answer from what is there.
 * Processes that do it at once share the work; what was broken off is gone on with when the store is opened next.
 *
 * @param inAnyCase also when the index is of this analyzer's terms
 */
export async function rebuildIndex(transact: Transact, flavor: Flavor, inAnyCase = false): Promise<void> {
  await transact((db) => start(db, flavor, inAnyCase));
  const saveHash = setTermsHash();
  while (await transact((db) => fillNext(db, flavor, saveHash))) await sleep(PAUSE_MS);
}
