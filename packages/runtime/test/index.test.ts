import { expect, test } from "vitest";

import * as runtime from "../src/index.ts";

test("the public names are these", () => {
  expect(Object.keys(runtime).sort()).toEqual([
    "chooseDatabase",
    "describeStealth",
    "describeSurroundings",
    "examine",
    "exportDeltaFile",
    "installCommitHook",
    "listLocalModels",
    "nameDatabase",
    "openCapture",
    "openLegacyFile",
    "openMemoryMaster",
    "openSource",
    "pullLocalModel",
    "readTeam",
    "requireTeamOptions",
    "resolveConfig",
  ]);
});
