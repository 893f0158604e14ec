import { ConflictError } from "@memorymaster/core";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { translateError } from "../../src/connection/translate-error.ts";

const native = (code: string, message = "native words"): unknown => new Database.SqliteError(message, code);

describe("errors of the driver", () => {
  it.each([
    ["SQLITE_BUSY", "store.busy", true],
    ["SQLITE_BUSY_SNAPSHOT", "store.busy", true],
    ["SQLITE_BUSY_RECOVERY", "store.busy", true],
    ["SQLITE_LOCKED", "store.busy", true],
    ["SQLITE_PROTOCOL", "store.busy", true],
    ["SQLITE_READONLY", "store.read_only", false],
    ["SQLITE_READONLY_DBMOVED", "store.read_only", false],
    ["SQLITE_FULL", "store.unavailable", false],
    ["SQLITE_CORRUPT", "store.unavailable", false],
    ["SQLITE_CORRUPT_VTAB", "store.unavailable", false],
    ["SQLITE_NOTADB", "store.unavailable", false],
    ["SQLITE_CANTOPEN", "store.unavailable", false],
    ["SQLITE_IOERR_WRITE", "store.unavailable", false],
    ["SQLITE_NOMEM", "store.unavailable", false],
  ])("turn %s into %s", (code, expected, retryable) => {
    const cause = native(code);

    const error = translateError(cause);

    expect(error).toMatchObject({ name: "StoreError", code: expected, retryable, cause, details: { sqlite: code } });
    expect(error.message).not.toContain("native words");
  });

  it.each([
    ["no such table: claims", "missing_table"],
    ["no such column: checksum", "missing_column"],
    ["no such module: fts5", "fts5_missing"],
  ])("tell %j by its words", (message, reason) => {
    expect(translateError(native("SQLITE_ERROR", message))).toMatchObject({
      code: "store.unavailable",
      details: { reason },
    });
  });

  it.each([
    ["SQLITE_CONSTRAINT_UNIQUE", "UNIQUE constraint failed: claims.uid", "unique", "claims.uid"],
    [
      "SQLITE_CONSTRAINT_UNIQUE",
      "UNIQUE constraint failed: index 'claims_human_id_public'",
      "unique",
      "claims_human_id_public",
    ],
    [
      "SQLITE_CONSTRAINT_PRIMARYKEY",
      "UNIQUE constraint failed: event_contents.event_id",
      "unique",
      "event_contents.event_id",
    ],
    ["SQLITE_CONSTRAINT_FOREIGNKEY", "FOREIGN KEY constraint failed", "foreign_key", undefined],
    [
      "SQLITE_CONSTRAINT_CHECK",
      "CHECK constraint failed: confidence between 0 and 1",
      "check",
      "confidence between 0 and 1",
    ],
    ["SQLITE_CONSTRAINT_NOTNULL", "NOT NULL constraint failed: claims.text", "not_null", "claims.text"],
    ["SQLITE_CONSTRAINT_TRIGGER", "events are append-only", "guard", undefined],
    ["SQLITE_CONSTRAINT_DATATYPE", "wrong type", "other", undefined],
  ])("name the constraint of %s", (...[code, message, constraint, name]) => {
    expect(translateError(native(code, message))).toMatchObject({
      code: "store.constraint",
      details: { constraint, name },
    });
  });

  it("stay what they are when they are ours, and become a fault of ours when nobody can act on them", () => {
    const ours = new ConflictError("claim.duplicate", "taken");
    const [syntax, binding] = [native("SQLITE_ERROR", 'near "selec": syntax error'), new TypeError("bad binding")];

    expect(translateError(ours)).toBe(ours);
    for (const cause of [syntax, binding])
      expect(translateError(cause)).toMatchObject({ code: "internal.unexpected", cause });
  });
});
