import { copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { StoreError } from "@memorymaster/core";
import type { LegacySource, SourceRow } from "@memorymaster/core";
import Database from "better-sqlite3";
import { checkPath } from "../connection/check-path.ts";
import { translateError } from "../connection/translate-error.ts";

/** The database, and what stands beside it with changes that are not in it yet. */
const FILES = ["", "-wal", "-journal"] as const;

/** Tables as such, and those that a virtual table keeps its rows in: no views, nothing that runs code of the file. */
const TABLES = `select name from pragma_table_list
where schema = 'main' and type in ('table', 'shadow') and name <> 'sqlite_schema' order by name`;
/** Columns whose values stand in the file; computed ones are left out. */
const COLUMNS = "select name from pragma_table_info(?)";

/** Nothing of the schema is trusted. */
const SETTINGS = ["query_only = on", "trusted_schema = off", "cell_size_check = on"];

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function guarded<T>(read: () => T, onFailure?: () => void): T {
  try {
    return read();
  } catch (error) {
    onFailure?.();
    throw translateError(error);
  }
}

/** Copies the file with what stands beside it: its log may be needed, and is not ours to use. */
function copyTo(target: string, path: string): void {
  const present = FILES.filter((suffix) => statSync(path + suffix, { throwIfNoEntry: false }) !== undefined);
  const state = (): string =>
    present
      .map((suffix) => statSync(path + suffix))
      .map(({ size, mtimeMs }) => `${size} ${mtimeMs}`)
      .join();
  try {
    const before = state();
    for (const suffix of present) copyFileSync(path + suffix, target + suffix);
    if (state() === before) return;
  } catch (cause) {
    const reason = String((cause as NodeJS.ErrnoException).code);
    const message = `${path} cannot be copied to ${target} (${reason})`;
    throw new StoreError("store.unavailable", message, { details: { path, reason }, cause });
  }
  throw new StoreError("store.busy", `${path} is being written: stop the program that uses it`, { retryable: true });
}

function openCopy(path: string): Database.Database {
  const connection = new Database(path, { fileMustExist: true });
  return guarded(
    () => {
      for (const setting of SETTINGS) connection.pragma(setting);
      return connection;
    },
    () => connection.close(),
  );
}

function createReader(connection: Database.Database): Omit<LegacySource, typeof Symbol.dispose> {
  const names = connection.prepare(TABLES).pluck().all() as readonly string[];
  const columnsOf = connection.prepare(COLUMNS).pluck();
  const tables = new Map(names.map((name) => [name, columnsOf.all(name) as readonly string[]]));

  /** Rows with those of the columns that are there. */
  function select(table: string, condition: string, { columns, values }: Selection): readonly SourceRow[] {
    const present = (tables.get(table) ?? []).filter((name) => columns?.includes(name) ?? true);
    const list = ["_rowid_ as rowid", ...present.map(quoted)].join(", ");
    return guarded(
      () =>
        connection.prepare(`select ${list} from ${quoted(table)} ${condition}`).all(...values) as readonly SourceRow[],
    );
  }

  return {
    tables,
    count: (table) =>
      guarded(() =>
        Number(
          connection
            .prepare(`select count(*) from ${quoted(table)}`)
            .pluck()
            .get(),
        ),
      ),
    page: (table, { after, limit, columns }) => {
      const behind = after === undefined ? "" : "where _rowid_ > ?";
      const values = after === undefined ? [limit] : [after, limit];
      return select(table, `${behind} order by _rowid_ limit ?`, { columns, values });
    },
    matching: (table, column, values) => {
      const marks = values.map(() => "?").join(", ");
      const rows = select(table, `where ${quoted(column)} in (${marks})`, { values });
      return rows.toSorted((a, b) => Number(a["rowid"]) - Number(b["rowid"]));
    },
  };
}

interface Selection {
  readonly columns?: readonly string[] | undefined;
  readonly values: readonly (string | number)[];
}

/**
 * Opens a database that another program made, for reading its tables, as a private copy that goes when it is disposed.
 * Neither the file nor anything beside it is written, and none of its SQL runs.
 *
 * @throws StoreError `store.missing`, `store.unavailable` for a folder or what is no database, `store.busy` while another
 *   program writes it
 */
export function openLegacySource(path: string): LegacySource {
  checkPath(path, false);
  const folder = mkdtempSync(join(tmpdir(), "memorymaster-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  return guarded(() => {
    const copy = join(folder, "copy.db");
    copyTo(copy, path);
    const connection = openCopy(copy);
    return {
      ...guarded(
        () => createReader(connection),
        () => connection.close(),
      ),
      [Symbol.dispose]: () => {
        connection.close();
        remove();
      },
    };
  }, remove);
}
