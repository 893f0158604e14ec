import { InternalError, MemoryMasterError, StoreError } from "@memorymaster/core";
import type { RetryableParts, StoreCode } from "@memorymaster/core";
import Database from "better-sqlite3";

type SqliteError = InstanceType<typeof Database.SqliteError>;

interface Fault {
  readonly code: StoreCode;
  readonly message: string;
  readonly reason?: string;
  readonly retryable?: boolean;
}

/** By the primary result code; an extended one begins with it. */
const FAULTS: Readonly<Record<string, Fault>> = {
  SQLITE_BUSY: { code: "store.busy", message: "Another process is writing to the database", retryable: true },
  SQLITE_LOCKED: { code: "store.busy", message: "Another connection is writing to the database", retryable: true },
  SQLITE_PROTOCOL: { code: "store.busy", message: "Other processes keep the database locked", retryable: true },
  SQLITE_READONLY: { code: "store.read_only", message: "The database file cannot be written" },
  SQLITE_FULL: { code: "store.unavailable", message: "The disk is full", reason: "disk_full" },
  SQLITE_CORRUPT: { code: "store.unavailable", message: "The database file is damaged", reason: "corrupt" },
  SQLITE_NOTADB: { code: "store.unavailable", message: "The file is not a database", reason: "not_a_database" },
  SQLITE_CANTOPEN: { code: "store.unavailable", message: "The database file cannot be opened", reason: "cannot_open" },
  SQLITE_PERM: { code: "store.unavailable", message: "The database file may not be opened", reason: "cannot_open" },
  SQLITE_AUTH: { code: "store.unavailable", message: "The database file may not be opened", reason: "cannot_open" },
  SQLITE_IOERR: { code: "store.unavailable", message: "Reading or writing the disk failed", reason: "io_error" },
  SQLITE_NOMEM: { code: "store.unavailable", message: "There is not enough memory", reason: "out_of_memory" },
};

/** Faults that SQLite tells apart in words only. */
const BY_WORDS: readonly (readonly [RegExp, Fault])[] = [
  [/^no such table/, { code: "store.unavailable", message: "The database lacks a table", reason: "missing_table" }],
  [/^no such column/, { code: "store.unavailable", message: "The database lacks a column", reason: "missing_column" }],
  [/^no such module: fts5/, { code: "store.unavailable", message: "This SQLite has no FTS5", reason: "fts5_missing" }],
];

const CONSTRAINTS: Readonly<Record<string, string>> = {
  SQLITE_CONSTRAINT_UNIQUE: "unique",
  SQLITE_CONSTRAINT_PRIMARYKEY: "unique",
  SQLITE_CONSTRAINT_ROWID: "unique",
  SQLITE_CONSTRAINT_FOREIGNKEY: "foreign_key",
  SQLITE_CONSTRAINT_CHECK: "check",
  SQLITE_CONSTRAINT_NOTNULL: "not_null",
  SQLITE_CONSTRAINT_TRIGGER: "guard",
};

/** Names of tables, columns and indexes, or our own sentence from a guard: never a stored value. */
function constraintError(error: SqliteError): StoreError {
  const constraint = CONSTRAINTS[error.code] ?? "other";
  const name = /(?:index '|failed: )([^']+)'?$/.exec(error.message)?.[1];
  const message = constraint === "guard" ? error.message : `The database refused the write: ${error.message}`;
  return new StoreError("store.constraint", message, { details: { constraint, name }, cause: error });
}

function faultOf(error: SqliteError): Fault | undefined {
  const primary = error.code.split("_", 2).join("_");
  return FAULTS[primary] ?? BY_WORDS.find(([words]) => words.test(error.message))?.[1];
}

/**
 * An error of the driver in our words. What no caller can act on (a wrong statement or binding) is a fault of ours.
 */
export function translateError(error: unknown): MemoryMasterError {
  if (error instanceof MemoryMasterError) return error as MemoryMasterError;
  if (error instanceof Database.SqliteError) {
    if (error.code.startsWith("SQLITE_CONSTRAINT")) return constraintError(error);
    const fault = faultOf(error);
    if (fault !== undefined) {
      const details = { reason: fault.reason, sqlite: error.code };
      const parts: RetryableParts = { retryable: fault.retryable, details, cause: error };
      return new StoreError(fault.code, fault.message, parts);
    }
  }
  return new InternalError("internal.unexpected", "The database driver failed", { cause: error });
}
