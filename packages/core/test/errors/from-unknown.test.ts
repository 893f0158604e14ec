import { describe, expect, test } from "vitest";

import { InternalError, NotFoundError, StoreError } from "../../src/errors/errors.ts";
import { fromUnknown } from "../../src/errors/from-unknown.ts";

describe("what was thrown", () => {
  test("stays itself when it is an error of the product", () => {
    const error = new NotFoundError("claim.not_found", "Claim 7 does not exist", { details: { claim: "7" } });

    expect(fromUnknown(error)).toBe(error);
  });

  test.each([new TypeError("password=hunter2"), "text", null, undefined, { message: "x" }])(
    "becomes an internal error that hides %j and keeps it as cause",
    (thrown) => {
      const error = fromUnknown(thrown);

      expect(error).toBeInstanceOf(InternalError);
      expect({ code: error.code, details: error.details, message: error.message }).toEqual({
        code: "internal.unexpected",
        details: {},
        message: "An unexpected error occurred; the log has the details",
      });
      expect(error.cause).toBe(thrown);
    },
  );
});

test("an error carries its class name, code and details, and a store error whether to try again", () => {
  const error = new StoreError("store.busy", "busy", { retryable: true, details: { waited_ms: 5 } });

  expect([error.name, error.code, error.details, error.retryable]).toEqual([
    "StoreError",
    "store.busy",
    { waited_ms: 5 },
    true,
  ]);
  expect(new StoreError("store.missing", "none").retryable).toBe(false);
});
