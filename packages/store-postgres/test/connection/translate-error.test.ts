import { describeNativeErrors } from "@memorymaster/store-conformance";
import { DatabaseError } from "pg";
import { expect, it } from "vitest";
import { translateError } from "../../src/connection/translate-error.ts";

function native(code: string, parts: Partial<DatabaseError> = {}): Error {
  const error = new DatabaseError(parts.message ?? "secretly", 0, "error");
  return Object.assign(error, { code, ...parts });
}

const system = (code: string): Error => Object.assign(new Error("secretly"), { code });

describeNativeErrors({
  name: "Postgres",
  translate: translateError,
  natives: {
    busy: [native("40001"), native("40P01"), native("55P03"), native("53300")],
    readOnly: [native("25006")],
    full: [native("53100")],
    damaged: [native("XX001"), native("XX002")],
    notADatabase: [new Error("received invalid response: 48 secretly")],
    cannotOpen: [native("28P01"), native("28000"), new Error("The server does not support SSL connections, secretly")],
    cannotReadOrWrite: [native("58030"), native("58P01")],
    outOfMemory: [native("53200")],
    missingTable: [native("42P01")],
    missingColumn: [native("42703")],
    unique: [native("23505", { constraint: "claims_uid", detail: "Key (uid)=(secret) already exists." })],
    foreignKey: [native("23503", { constraint: "events_claim_id_fkey" })],
    check: [native("23514", { constraint: "claims_confidence_check" })],
    notNull: [native("23502", { column: "text" })],
    guard: [native("MM001", { message: "events are append-only" })],
  },
  programming: [native("42601"), native("22P02"), new TypeError("bad binding")],
});

it.each([
  [native("57P01"), "store.unavailable", "connection_lost", true],
  [new Error("Connection terminated unexpectedly"), "store.unavailable", "connection_lost", true],
  [system("ECONNRESET"), "store.unavailable", "connection_lost", true],
  [system("ECONNREFUSED"), "store.unavailable", "cannot_connect", true],
  [new Error("timeout exceeded when trying to connect"), "store.unavailable", "cannot_connect", true],
  [native("57014"), "store.unavailable", "timeout", false],
  [native("3D000"), "store.missing", undefined, false],
] as const)("says what %s means", (...[error, code, reason, retryable]) => {
  expect(translateError(error)).toMatchObject({ code, retryable, details: { reason } });
});

it("takes missing rights and the policies of rows for a denial", () => {
  expect(translateError(native("42501"))).toMatchObject({ name: "ForbiddenError", code: "access.denied" });
});
