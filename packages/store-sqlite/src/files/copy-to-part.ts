import { StoreError } from "@memorymaster/core";
import type { CopyOptions } from "@memorymaster/core";
import type { Database } from "better-sqlite3";
import { openConnection } from "../connection/open-connection.ts";
import { copyDatabase } from "./copy-database.ts";
import type { DatabaseSite } from "./database-site.ts";
import { findDamage, readChainHead, readStoreId } from "./database-facts.ts";
import type { ChainHead } from "./database-facts.ts";
import { openPartFile } from "./part-file.ts";
import { syncFile } from "./sync-file.ts";

export interface CopyFacts {
  readonly storeId: string | undefined;
  readonly head: ChainHead | undefined;
}

export interface PartOptions extends CopyOptions {
  /** Keeps the copy of a damaged database too, as what is left of it, and does not look it through. Default false. */
  readonly mayBeDamaged?: boolean | undefined;
  /** Leaves out free space; cannot be followed or stopped, and holds up the whole process. Default false. */
  readonly isCompact?: boolean | undefined;
}

function ifReadable<T>(read: (copy: Database) => T, copy: Database): T | undefined {
  try {
    return read(copy);
  } catch {
    return undefined;
  }
}

function inspected(part: string, mayBeDamaged: boolean): CopyFacts {
  const copy = openPartFile(part);
  try {
    const damage = mayBeDamaged ? undefined : findDamage(copy);
    if (damage === undefined) {
      return { storeId: ifReadable(readStoreId, copy), head: ifReadable(readChainHead, copy) };
    }
    const message = `The database is damaged (${damage})`;
    throw new StoreError("store.unavailable", message, { details: { reason: "corrupt" } });
  } finally {
    copy.close();
  }
}

/**
 * Fills a part file with a copy of the live database, looked through and on the disk.
 *
 * @throws StoreError `store.unavailable` with the reason `corrupt`, `disk_full`, `stopped`, …
 */
export async function copyToPart(part: string, site: DatabaseSite, options: PartOptions): Promise<CopyFacts> {
  const source = await openConnection({ ...site, readOnly: true });
  try {
    if (options.isCompact === true) {
      source.pragma("query_only = off");
      source.prepare("vacuum into ?").run(part);
    } else await copyDatabase(source, part, options);
  } finally {
    source.close();
  }
  const facts = inspected(part, options.mayBeDamaged === true);
  syncFile(part);
  return facts;
}
