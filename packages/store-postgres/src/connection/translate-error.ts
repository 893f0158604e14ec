import { ForbiddenError, InternalError, MemoryMasterError, StoreError } from "@memorymaster/core";
import type { StoreCode } from "@memorymaster/core";
import { DatabaseError } from "pg";

interface Fault {
  readonly code: StoreCode;
  readonly message: string;
  readonly reason?: string;
  readonly retryable?: boolean;
}

const LOST: Fault = {
  code: "store.unavailable",
  message: "The connection to the database was lost: try again",
  reason: "connection_lost",
  retryable: true,
};
const NOT_CONNECTED: Fault = {
  code: "store.unavailable",
  message: "The database server cannot be reached",
  reason: "cannot_connect",
  retryable: true,
};
const REFUSED: Fault = {
  code: "store.unavailable",
  message: "The database server did not accept the login: check user, password and pg_hba.conf",
  reason: "login_refused",
};

/** By SQLSTATE, or by its class (the first two signs). */
const FAULTS: Readonly<Record<string, Fault>> = {
  "08": LOST,
  "57P01": LOST,
  "57P02": LOST,
  "57P05": LOST,
  "57P03": { ...NOT_CONNECTED, message: "The database server is starting up or shutting down" },
  "25P03": { ...LOST, message: "The database ended a transaction that stood still for too long" },
  "40001": {
    code: "store.busy",
    message: "Another transaction came between",
    reason: "serialization",
    retryable: true,
  },
  "40P01": {
    code: "store.busy",
    message: "Two transactions waited for each other",
    reason: "deadlock",
    retryable: true,
  },
  "55P03": { code: "store.busy", message: "Other writers keep the database locked", retryable: true },
  "53300": { code: "store.busy", message: "The database server has no connection left", retryable: true },
  "57014": { code: "store.unavailable", message: "The database took too long for a statement", reason: "timeout" },
  "53100": { code: "store.unavailable", message: "The disk of the database server is full", reason: "disk_full" },
  "53200": { code: "store.unavailable", message: "The database server has no memory left", reason: "out_of_memory" },
  "58": { code: "store.unavailable", message: "The database server cannot use its disk", reason: "io_error" },
  XX001: { code: "store.unavailable", message: "The database is damaged", reason: "corrupt" },
  XX002: { code: "store.unavailable", message: "An index of the database is damaged", reason: "corrupt" },
  "25006": { code: "store.read_only", message: "The database may only be read" },
  "3D000": {
    code: "store.missing",
    message:
      "The server has no database of that name: make it with createdb, then create it with: memorymaster init-db",
  },
  "28": REFUSED,
  "42P01": { code: "store.unavailable", message: "The database lacks a table", reason: "missing_table" },
  "42703": { code: "store.unavailable", message: "The database lacks a column", reason: "missing_column" },
};

/** By the code of the operating system, or by what the client library says. */
const BY_SYSTEM: Readonly<Record<string, Fault>> = {
  ECONNREFUSED: NOT_CONNECTED,
  ENOTFOUND: NOT_CONNECTED,
  EAI_AGAIN: NOT_CONNECTED,
  EHOSTUNREACH: NOT_CONNECTED,
  ETIMEDOUT: NOT_CONNECTED,
  ENOENT: NOT_CONNECTED,
  ECONNRESET: LOST,
  EPIPE: LOST,
};
const BY_WORDS: readonly (readonly [RegExp, Fault])[] = [
  [
    /^received invalid response/,
    { ...NOT_CONNECTED, message: "What answers at this address is no Postgres server", retryable: false },
  ],
  [/timeout exceeded when trying to connect|timeout expired/i, NOT_CONNECTED],
  [/^Connection terminated|^Client has encountered a connection error|^Client was closed/i, LOST],
  [
    /SSL|TLS|certificate|self.signed/i,
    { ...REFUSED, message: "The encrypted connection was refused: check sslmode and sslrootcert" },
  ],
  [/password|SASL|SCRAM/i, REFUSED],
];

const CONSTRAINTS: Readonly<Record<string, string>> = {
  "23505": "unique",
  "23503": "foreign_key",
  "23514": "check",
  "23502": "not_null",
  MM001: "guard",
};

/** Names of tables, columns and indexes, or our own sentence from a guard: never a stored value. */
function constraintError(error: DatabaseError, constraint: string): StoreError {
  const name = error.constraint ?? error.column;
  const message =
    constraint === "guard" ? error.message : `The database refused the write: ${constraint} (${name ?? "?"})`;
  return new StoreError("store.constraint", message, { details: { constraint, name }, cause: error });
}

function faultOf(error: unknown): Fault | undefined {
  const { code = "" } = error as { readonly code?: string };
  if (error instanceof DatabaseError) return FAULTS[code] ?? FAULTS[code.slice(0, 2)];
  const words = error instanceof Error ? error.message : "";
  return BY_SYSTEM[code] ?? BY_WORDS.find(([pattern]) => pattern.test(words))?.[1];
}

/**
 * An error of the driver in our words. What no caller can act on (a wrong statement or binding) is a fault of ours.
 */
export function translateError(error: unknown): MemoryMasterError {
  if (error instanceof MemoryMasterError) return error as MemoryMasterError;
  const state = error instanceof DatabaseError ? error.code : undefined;
  const constraint = state === undefined ? undefined : CONSTRAINTS[state];
  if (error instanceof DatabaseError && constraint !== undefined) return constraintError(error, constraint);
  // The policies of rows answer with the same state as missing rights.
  if (state === "42501") {
    return new ForbiddenError("access.denied", "The role of the database connection may not do this", { cause: error });
  }
  const fault = faultOf(error);
  if (fault === undefined)
    return new InternalError("internal.unexpected", "The database driver failed", { cause: error });
  const details = { reason: fault.reason, sqlstate: state };
  return new StoreError(fault.code, fault.message, { retryable: fault.retryable, details, cause: error });
}

/** Whether nobody can say what became of a statement on its way: the connection broke, the database did not answer. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof StoreError && error.details["reason"] === "connection_lost";
}
