import { ConfigError, StoreError } from "@memorymaster/core";
import { expect, test } from "vitest";

import { nameDatabase } from "../src/name-database.ts";

test("a failure of the database says which one, and stays what it was otherwise", () => {
  const failure = new StoreError("store.busy", "Others kept it locked", { details: { waited_ms: 5 }, retryable: true });

  const named = nameDatabase(failure, "/srv/memory.db");

  expect(named).toBeInstanceOf(StoreError);
  expect(named).toMatchObject({
    code: "store.busy",
    message: "/srv/memory.db: Others kept it locked",
    details: { waited_ms: 5 },
    retryable: true,
    cause: failure,
  });
});

test("a failure that names the database already, and one of another kind, are left alone", () => {
  const failures = [
    new StoreError("store.missing", "There is no database at /srv/memory.db"),
    new ConfigError("config.invalid", "No"),
    "thrown",
  ];

  expect(failures.map((failure) => nameDatabase(failure, "/srv/memory.db"))).toEqual(failures);
});
