import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { databaseIdentity } from "../../src/bin/database-identity.ts";
import { temporaryFolder } from "../support/start-client.ts";

const folder = temporaryFolder();
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("a file keeps its identity while it is written, and another file in its place has another one", () => {
  const path = join(folder, "memory.db");
  writeFileSync(path, "first");
  const first = databaseIdentity(path);
  writeFileSync(path, "first and more", { flag: "r+" });
  const written = databaseIdentity(path);

  writeFileSync(join(folder, "new.db"), "second");
  renameSync(join(folder, "new.db"), path);

  expect(first).toBeDefined();
  expect(written).toBe(first);
  expect(databaseIdentity(path)).not.toBe(first);
});

test("no file has no identity, nor has a path that names none", () => {
  expect(databaseIdentity(join(folder, "gone.db"))).toBeUndefined();
  expect(databaseIdentity(join(folder, "a\u0000b"))).toBeUndefined();
});
