import { expect, it } from "vitest";
import * as index from "../src/index.ts";

it("gives these names and no others", () => {
  expect(Object.keys(index).sort()).toEqual([
    "openDeltaFile",
    "openLegacySource",
    "openSqliteStore",
    "openUsageLedger",
    "writeDeltaFile",
  ]);
});
