import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

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

  expect(first).toEqual(expect.any(String));
  expect(written).toBe(first);
  expect(databaseIdentity(path)).not.toBe(first);
});

test.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
  "in a folder that cannot be written a changed file is another one, since it was read as a whole",
  () => {
    const path = join(folder, "read-only", "memory.db");
    mkdirSync(dirname(path));
    writeFileSync(path, "first");
    chmodSync(dirname(path), 0o555);
    const first = databaseIdentity(path);
    writeFileSync(path, "first and more", { flag: "r+" });

    expect(databaseIdentity(path)).not.toBe(first);
    chmodSync(dirname(path), 0o755);
  },
);

test("no file has no identity, nor has a path that names none", () => {
  expect(databaseIdentity(join(folder, "gone.db"))).toBeUndefined();
  expect(databaseIdentity(join(folder, "a\u0000b"))).toBeUndefined();
});
