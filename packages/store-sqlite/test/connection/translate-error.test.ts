import { describeNativeErrors } from "@memorymaster/store-conformance";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { translateError } from "../../src/connection/translate-error.ts";

const native = (code: string, message = "secretly"): Error => new Database.SqliteError(message, code);
const constraint = (code: string, message: string): Error => native(`SQLITE_CONSTRAINT_${code}`, message);

describeNativeErrors({
  name: "SQLite",
  translate: translateError,
  natives: {
    busy: [...["SQLITE_BUSY", "SQLITE_BUSY_SNAPSHOT", "SQLITE_BUSY_RECOVERY", "SQLITE_LOCKED", "SQLITE_PROTOCOL"]].map(
      (code) => native(code),
    ),
    readOnly: [native("SQLITE_READONLY"), native("SQLITE_READONLY_DBMOVED")],
    full: [native("SQLITE_FULL")],
    damaged: [native("SQLITE_CORRUPT"), native("SQLITE_CORRUPT_VTAB")],
    notADatabase: [native("SQLITE_NOTADB")],
    cannotOpen: [native("SQLITE_CANTOPEN"), native("SQLITE_PERM"), native("SQLITE_AUTH")],
    cannotReadOrWrite: [native("SQLITE_IOERR"), native("SQLITE_IOERR_WRITE")],
    outOfMemory: [native("SQLITE_NOMEM")],
    missingTable: [native("SQLITE_ERROR", "no such table: secretly")],
    missingColumn: [native("SQLITE_ERROR", "no such column: secretly")],
    unique: [
      constraint("UNIQUE", "UNIQUE constraint failed: claims.uid"),
      constraint("PRIMARYKEY", "UNIQUE constraint failed: event_contents.event_id"),
      constraint("ROWID", "UNIQUE constraint failed: claims.id"),
    ],
    foreignKey: [constraint("FOREIGNKEY", "FOREIGN KEY constraint failed")],
    check: [constraint("CHECK", "CHECK constraint failed: confidence between 0 and 1")],
    notNull: [constraint("NOTNULL", "NOT NULL constraint failed: claims.text")],
    guard: [constraint("TRIGGER", "events are append-only")],
  },
  programming: [native("SQLITE_ERROR", 'near "selec": syntax error'), new TypeError("bad binding")],
});

describe("errors of the driver", () => {
  it.each([
    ["SQLITE_BUSY_SNAPSHOT", undefined],
    ["SQLITE_FULL", "disk_full"],
    ["SQLITE_CORRUPT_VTAB", "corrupt"],
    ["SQLITE_NOTADB", "not_a_database"],
    ["SQLITE_CANTOPEN", "cannot_open"],
    ["SQLITE_IOERR_WRITE", "io_error"],
    ["SQLITE_NOMEM", "out_of_memory"],
  ])("name the result code %s, and the reason where there is one", (code, reason) => {
    expect(translateError(native(code))).toMatchObject({ details: { sqlite: code, reason } });
  });

  it("tell a missing FTS5 by its words", () => {
    expect(translateError(native("SQLITE_ERROR", "no such module: fts5"))).toMatchObject({
      code: "store.unavailable",
      details: { reason: "fts5_missing" },
    });
  });

  it.each([
    ["UNIQUE", "UNIQUE constraint failed: claims.uid", "unique", "claims.uid"],
    ["UNIQUE", "UNIQUE constraint failed: index 'claims_human_id_public'", "unique", "claims_human_id_public"],
    ["FOREIGNKEY", "FOREIGN KEY constraint failed", "foreign_key", undefined],
    ["CHECK", "CHECK constraint failed: confidence between 0 and 1", "check", "confidence between 0 and 1"],
    ["NOTNULL", "NOT NULL constraint failed: claims.text", "not_null", "claims.text"],
    ["TRIGGER", "events are append-only", "guard", undefined],
    ["DATATYPE", "wrong type", "other", undefined],
  ])("name what the constraint %s is about", (...[code, message, kind, name]) => {
    expect(translateError(constraint(code, message))).toMatchObject({ details: { constraint: kind, name } });
  });
});
