import { createTestDatabase, tempFolder } from "@memorymaster/test-support";
import type { TempFolder } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { openMemoryMaster } from "../src/open-memory-master.ts";
import type { OpenOptions } from "../src/open-options.ts";
import { exportDeltaFile, openSource } from "../src/other-stores.ts";

function call(temp: TempFolder, db: string): OpenOptions {
  const home = temp.folder("home");
  const env = { ...process.env, HOME: home, USERPROFILE: home };
  return { surface: "test", env, cwd: temp.folder("project"), writeLog: () => undefined, db, create: true };
}

async function mergeInto(options: OpenOptions, name: string): Promise<readonly number[]> {
  await using master = await openMemoryMaster(options);
  const source = await openSource(options, name);
  try {
    const { merged, skipped } = await master.memory.transfer.merge(source, { keepStatus: true });
    return [merged, skipped];
  } finally {
    await source.close();
  }
}

test("claims go from a file to a server and back, by a delta too", async () => {
  using temp = tempFolder();
  await using server = await createTestDatabase();
  const file = call(temp, "memory.db");
  {
    await using master = await openMemoryMaster(file);
    await master.memory.claims.ingest({ text: "CI runs on Jenkins" });
  }
  const onServer = call(temp, server.url);

  expect(await mergeInto(onServer, "memory.db")).toEqual([1, 0]);
  expect(await mergeInto(file, server.url)).toEqual([0, 1]);
  {
    await using master = await openMemoryMaster(onServer);
    const delta = await exportDeltaFile(master.memory, temp.at("project", "delta.db"), {});
    expect([delta.exported, delta.citations]).toEqual([1, 1]);
  }
  expect(await mergeInto(call(temp, "other.db"), "delta.db")).toEqual([1, 0]);
});

test.each([
  ["postgres://ana:geheim@db.example.net/mm", "postgresql://luis@db.example.net:5432/mm?sslmode=disable"],
  ["memory.db", "./memory.db"],
])("the store %s is not its own source as %s", async (db, name) => {
  using temp = tempFolder();
  temp.write("project/memory.db", "");

  const attempt = openSource(call(temp, db), name);

  await expect(attempt).rejects.toMatchObject({ code: "input.invalid", details: { field: "source" } });
});

test("a password is in no message about a source", async () => {
  using temp = tempFolder();

  const attempt = openSource(call(temp, "memory.db"), "postgres://ana:geheim@127.0.0.1:1/mm");

  await expect(attempt).rejects.toMatchObject({
    code: "store.unavailable",
    message: expect.not.stringContaining("geheim") as unknown,
  });
});
