import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { ALL_TOOLS } from "../src/tools/all-tools.ts";

const README = readFileSync(new URL("../README.md", import.meta.url), "utf8");

test("the README lists every tool as the server describes it", () => {
  const section = README.split("<!-- tools -->")[1]?.split("<!-- /tools -->")[0] ?? "";

  expect(section.trim().split("\n")).toEqual(ALL_TOOLS.map(({ name, description }) => `- \`${name}\`: ${description}`));
});
