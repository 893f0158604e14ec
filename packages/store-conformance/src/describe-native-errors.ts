import { ConflictError } from "@memorymaster/core";
import { describe, expect, test } from "vitest";
import { NATIVE_ERRORS } from "./requirements/native-errors.ts";

/** What can go wrong in a database, and what every store makes of it. */
const FAULTS = {
  busy: { code: "store.busy", retryable: true },
  readOnly: { code: "store.read_only", retryable: false },
  full: { code: "store.unavailable", retryable: false },
  damaged: { code: "store.unavailable", retryable: false },
  notADatabase: { code: "store.unavailable", retryable: false },
  cannotOpen: { code: "store.unavailable", retryable: false },
  cannotReadOrWrite: { code: "store.unavailable", retryable: false },
  outOfMemory: { code: "store.unavailable", retryable: false },
  missingTable: { code: "store.unavailable", retryable: false, details: { reason: "missing_table" } },
  missingColumn: { code: "store.unavailable", retryable: false, details: { reason: "missing_column" } },
  unique: { code: "store.constraint", retryable: false, details: { constraint: "unique" } },
  foreignKey: { code: "store.constraint", retryable: false, details: { constraint: "foreign_key" } },
  check: { code: "store.constraint", retryable: false, details: { constraint: "check" } },
  notNull: { code: "store.constraint", retryable: false, details: { constraint: "not_null" } },
  guard: { code: "store.constraint", retryable: false, details: { constraint: "guard" } },
} as const;

export type NativeFault = keyof typeof FAULTS;

export interface NativeErrorSuite {
  readonly name: string;
  /** What the store throws in place of an error of its driver. */
  readonly translate: (error: unknown) => Error;
  /** Errors of the driver, at least one for each fault; each but those of constraints says `secretly`. */
  readonly natives: Readonly<Record<NativeFault, readonly Error[]>>;
  /** Errors that only a mistake of ours can bring about. */
  readonly programming: readonly Error[];
}

type NativeTest = (suite: NativeErrorSuite) => void;

const NATIVE_TESTS: Readonly<Record<keyof typeof NATIVE_ERRORS, NativeTest>> = {
  "native_errors.faults": ({ translate, natives }) => {
    for (const [fault, expected] of Object.entries(FAULTS)) {
      const errors = natives[fault as NativeFault];
      expect([fault, errors.length]).not.toEqual([fault, 0]);
      for (const error of errors) expect(translate(error), fault).toMatchObject({ name: "StoreError", ...expected });
    }
  },

  "native_errors.silent": ({ translate, natives }) => {
    const silent = Object.entries(natives).filter(
      ([fault]) => FAULTS[fault as NativeFault].code !== "store.constraint",
    );
    for (const cause of silent.flatMap(([, errors]) => errors)) {
      const error = translate(cause) as Error & { readonly details: unknown };
      expect(cause.message).toContain("secretly");
      expect(`${error.message} ${JSON.stringify(error.details)}`).not.toContain("secretly");
      expect(error.cause).toBe(cause);
    }
  },

  "native_errors.own": ({ translate }) => {
    const own = new ConflictError("claim.duplicate", "taken");

    expect(translate(own)).toBe(own);
  },

  "native_errors.programming": ({ translate, programming }) => {
    expect(programming).not.toEqual([]);
    for (const cause of programming) {
      expect(translate(cause)).toMatchObject({ name: "InternalError", code: "internal.unexpected", cause });
    }
  },
};

/** Shows that each error of a driver becomes the class and code that every other store gives for it. */
export function describeNativeErrors(suite: NativeErrorSuite): void {
  describe(`native errors ${suite.name}`, () => {
    for (const [id, [, behaviour]] of Object.entries(NATIVE_ERRORS)) {
      test(`${id}: ${behaviour}`, () => {
        NATIVE_TESTS[id as keyof typeof NATIVE_ERRORS](suite);
      });
    }
  });
}
