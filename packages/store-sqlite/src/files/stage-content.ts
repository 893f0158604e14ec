import { join } from "node:path";

import { cleanRecord, EVENT_ROLES, StoreError } from "@memorymaster/core";
import type { CopyOptions, NewEvent, RestoreMark, Store } from "@memorymaster/core";
import { createSqlStore, prepareDatabase } from "@memorymaster/store-sql";
import type { Schema } from "@memorymaster/store-sql";
import type { Database } from "better-sqlite3";
import { Kysely } from "kysely";
import { openConnection } from "../connection/open-connection.ts";
import { openSnapshot } from "../connection/open-snapshot.ts";
import { createSqliteDialect } from "../driver/sqlite-dialect.ts";
import { createSqliteFlavor } from "../flavor/sqlite-flavor.ts";
import { copyDatabase } from "./copy-database.ts";
import type { DatabaseSite } from "./database-site.ts";
import { findDamage } from "./database-facts.ts";
import { createPartFile, openPartFile, removeBrokenOff, removePartFile } from "./part-file.ts";
import { createSnapshotFolder } from "./snapshot-folder.ts";

/** What the content shall be known by in the live database. */
export interface NewIdentity {
  /** What happened, for the chain of events. */
  readonly event: Pick<NewEvent, "details" | "payload">;
  readonly mark: RestoreMark;
  /** The live store stays the store that it is. */
  readonly storeId: string | undefined;
}

/** A copy of a snapshot or backup that is made into the next content of the live database. */
export interface StagedContent {
  readonly connection: Database;
  identify(identity: NewIdentity): Promise<void>;
  discard(): Promise<void>;
}

function unusable(message: string, reason: string): StoreError {
  return new StoreError("store.unavailable", message, { details: { reason } });
}

function refuseUnusable(connection: Database): void {
  const damage = findDamage(connection);
  if (damage !== undefined) throw unusable(`The file is damaged (${damage})`, "corrupt");
  const tables = connection.prepare("select count(*) from sqlite_schema").pluck().get();
  if (tables === 0) throw unusable("The file is empty", "empty");
}

/** The live file keeps its size of pages, and takes no others. */
function adoptPageSize(connection: Database, pageSize: number): void {
  if (connection.pragma("page_size", { simple: true }) === pageSize) return;
  connection.pragma(`page_size = ${pageSize}`);
  connection.exec("vacuum");
}

async function copySource(source: string, part: string, { site, options }: Staging): Promise<void> {
  const connection = await openConnection({ ...site, path: source, readOnly: true });
  try {
    await copyDatabase(connection, part, options);
  } finally {
    connection.close();
  }
}

async function openPrepared(connection: Database, part: string, { site, pageSize }: Staging): Promise<Store> {
  const { clock, ids } = site;
  const flavor = createSqliteFlavor();
  const database = new Kysely<Schema>({ dialect: createSqliteDialect(connection, site) });
  refuseUnusable(connection);
  adoptPageSize(connection, pageSize);
  await prepareDatabase(database, { flavor, clock, ids, create: false });
  const openReader = () => openSnapshot({ ...site, path: part }, { connection, database });
  return createSqlStore({ database, flavor, ids, readOnly: false, openSnapshot: openReader });
}

async function identify(connection: Database, store: Store, { event, mark, storeId }: NewIdentity): Promise<void> {
  const whole: NewEvent = { ...event, eventType: "system", createdAt: mark.at };
  await store.events.append([cleanRecord(whole, EVENT_ROLES, { onSecret: "redact" }).record]);
  const save = connection.prepare("insert or replace into store_meta (key, value) values (?, ?)");
  save.run("restored", JSON.stringify(mark));
  if (storeId !== undefined) save.run("store_id", storeId);
}

export interface Staging {
  readonly site: DatabaseSite;
  /** Of the live database. */
  readonly pageSize: number;
  readonly options: CopyOptions;
}

/**
 * Copies a snapshot or backup to a file of its own beside the live database, looks it through and brings its schema and
 * text index up to date. Discard it when done.
 *
 * @throws StoreError `store.unavailable` when it is damaged, empty or no database; `store.newer_schema`,
 *   `store.legacy_schema`, `store.migration_drift`
 */
export async function stageContent(source: string, staging: Staging): Promise<StagedContent> {
  const folder = createSnapshotFolder(staging.site.path);
  const part = createPartFile(join(folder, "content"));
  let connection: Database | undefined;
  const discard = async (): Promise<void> => {
    connection?.close();
    removePartFile(part);
  };
  try {
    removeBrokenOff(folder, part);
    await copySource(source, part, staging);
    const copy = openPartFile(part);
    connection = copy;
    const store = await openPrepared(copy, part, staging);
    return { connection: copy, identify: (identity) => identify(copy, store, identity), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}
