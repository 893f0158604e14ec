import { tempFolder } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { startWalk, walkFiles } from "../../src/workspace-reader/walk-files.ts";
import type { Walk } from "../../src/workspace-reader/walk-files.ts";

async function pathsOf(walk: Walk): Promise<readonly string[]> {
  const paths: string[] = [];
  for await (const path of walkFiles(walk)) paths.push(path);
  return paths;
}

test("a walk ends after as many entries as it may meet, folders included, and knows that it was cut", async () => {
  using temp = tempFolder();
  for (const name of ["a.txt", "b/c.txt", "b/d.txt"]) temp.write(name, "");
  const start = startWalk(temp.path, undefined);
  const [whole, cut] = [
    { ...start, entriesLeft: 4 },
    { ...start, entriesLeft: 3 },
  ];

  const found = await pathsOf(whole);
  const part = await pathsOf(cut);

  expect(start.entriesLeft).toBe(20_000);
  expect([found, whole.isCut]).toEqual([["a.txt", "b/c.txt", "b/d.txt"], false]);
  expect([part.length, cut.isCut]).toEqual([2, true]);
});
