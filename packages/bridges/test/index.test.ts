import { expect, test } from "vitest";

import * as bridges from "../src/index.ts";

test("the public names are these", () => {
  expect(Object.keys(bridges).sort()).toEqual(["LINE_CLASSES", "mineTranscript", "observedType", "readTranscript"]);
});
