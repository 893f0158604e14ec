import { realpathSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";

import { InvalidInputError } from "@memorymaster/core";
import type { CopyOptions } from "@memorymaster/core";
import type { Database } from "better-sqlite3";
import { countRows } from "./database-facts.ts";
import type { DatabaseSite } from "./database-site.ts";
import { replaceContent } from "./replace-content.ts";
import { sayWhatFailed } from "./say-what-failed.ts";

function refused(message: string, field: string): InvalidInputError {
  return new InvalidInputError("input.invalid", message, { details: { field } });
}

function refuseFilled(live: Database, path: string): void {
  const { claims, events } = countRows(live);
  if (claims + events === 0) return;
  throw refused(
    `${path} holds ${claims} claims and ${events} events: a backup is restored into an empty database`,
    "db",
  );
}

function backupFile(file: string, live: string): string {
  const path = resolve(file);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) throw refused(`There is no file ${path}`, "file");
  if (realpathSync.native(path) === realpathSync.native(live)) throw refused(`${path} is the database itself`, "file");
  return path;
}

/** Copies a checked backup into the live database, which must be empty. */
export async function restoreBackup(
  site: DatabaseSite,
  connection: Database,
  { file, options }: { readonly file: string; readonly options: CopyOptions },
): Promise<void> {
  const path = backupFile(file, site.path);
  refuseFilled(connection, site.path);
  const source = basename(path);
  await sayWhatFailed(`${source} was not restored`, () =>
    replaceContent(site, {
      file: path,
      source,
      details: "backup_restored",
      options,
      beforeCopy: async (live) => {
        refuseFilled(live, site.path);
        return { file: source };
      },
    }),
  );
}
