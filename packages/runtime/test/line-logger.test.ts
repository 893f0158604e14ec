import { expect, test } from "vitest";

import { createLineLogger } from "../src/line-logger.ts";

test("entries below the least level are dropped, the others are one line each", () => {
  const lines: string[] = [];
  const logger = createLineLogger("warning", (line) => lines.push(line));

  logger.log("debug", "not this");
  logger.log("info", "nor this");
  logger.log("warning", "slow\r\ndisk\u009b", { path: "/a b", ms: 12 });
  logger.log("error", "gone");

  expect(lines).toEqual(['warning: slow disk  path="/a b" ms=12', "error: gone"]);
});
