import { expect, it } from "vitest";
import * as index from "../src/index.ts";

it("gives these names and no others", () => {
  expect(Object.keys(index).sort()).toEqual([
    "DECIDING",
    "MIGRATIONS",
    "NO_TENANT",
    "POLICY",
    "TABLE_PREFIX",
    "WORDS",
    "checkDatabase",
    "createDumpReader",
    "createInStoreIndex",
    "createSqlStore",
    "indexableClaim",
    "newestApplied",
    "policiesOf",
    "prepare",
    "prepareDatabase",
    "prepareRows",
    "runMigrations",
    "schemaStatus",
  ]);
});
