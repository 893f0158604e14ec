import { dirname } from "node:path";

import { copyToPart } from "./copy-to-part.ts";
import type { PartOptions } from "./copy-to-part.ts";
import type { DatabaseSite } from "./database-site.ts";
import { createPartFile, publishPartFile, removeBrokenOff, removePartFile } from "./part-file.ts";
import { syncFolder } from "./sync-file.ts";

export interface FileOptions extends PartOptions {
  /** The folder holds copies of ours alone: what earlier ones left that were broken off is removed. Default false. */
  readonly isOwnFolder?: boolean | undefined;
}

/**
 * Copies the live database into a new file that only its owner may read, whole or not at all.
 *
 * @returns false when somebody else has made a file of that name meanwhile
 */
export async function copyToFile(path: string, site: DatabaseSite, options: FileOptions): Promise<boolean> {
  const part = createPartFile(path);
  try {
    if (options.isOwnFolder === true) removeBrokenOff(dirname(path), part);
    await copyToPart(part, site, options);
    const isPublished = publishPartFile(part, path);
    syncFolder(dirname(path));
    return isPublished;
  } finally {
    removePartFile(part);
  }
}
