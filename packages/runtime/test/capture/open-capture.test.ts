import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { createRepository, tempFolder } from "@memorymaster/test-support";
import type { TempFolder } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { openCapture } from "../../src/capture/open-capture.ts";
import { openMemoryMaster } from "../../src/open-memory-master.ts";
import type { OpenOptions } from "../../src/open-options.ts";

const STREAM = { session: "s1", operation: "store" };
const CURSOR = { pathHash: "a".repeat(64), prefixHash: "b".repeat(64), offset: 5_000 };

function call(temp: TempFolder, db = "memory.db", more: Readonly<Record<string, string>> = {}): OpenOptions {
  const home = temp.folder("home");
  const env = { ...process.env, HOME: home, USERPROFILE: home, ...more };
  return { surface: "test", env, cwd: temp.folder("project"), writeLog: () => undefined, db, create: true };
}

test("a cursor is there in the next process, and moves back only for another beginning or file", async () => {
  using temp = tempFolder();
  const options = call(temp);
  {
    await using master = await openMemoryMaster(options);
    const { cursors } = openCapture(options, master);
    expect(await cursors.get(STREAM)).toBeUndefined();
    await cursors.commit(STREAM, CURSOR);
    await cursors.commit(STREAM, { ...CURSOR, offset: 4_500 });
  }
  await using master = await openMemoryMaster(options);
  const { cursors } = openCapture(options, master);

  expect(await cursors.get(STREAM)).toEqual(CURSOR);
  expect(await cursors.get({ ...STREAM, operation: "mine" })).toBeUndefined();
  const restarted = { ...CURSOR, prefixHash: "c".repeat(64), offset: 10 };
  await cursors.commit(STREAM, restarted);
  expect(await cursors.get(STREAM)).toEqual(restarted);
});

test("no path and no session stands in what is kept, and only its owner may read it", async () => {
  using temp = tempFolder();
  const options = call(temp, "memory.db", { MEMORYMASTER_CAPTURE_STATE_DB: temp.at("state", "capture") });
  await using master = await openMemoryMaster(options);

  await openCapture(options, master).cursors.commit({ session: "secret-session", operation: "store" }, CURSOR);

  const [name = "", ...others] = readdirSync(temp.at("state", "capture"));
  expect([others, name]).toEqual([[], expect.stringMatching(/^[0-9a-f]{64}\.json$/)]);
  const text = temp.read(join("state", "capture", name));
  expect(Object.keys(JSON.parse(text) as object)).toEqual([
    "transcript_path_hash",
    "prefix_hash",
    "committed_offset",
    "updated_at",
  ]);
  expect(text).not.toContain("secret-session");
  if (process.platform !== "win32") expect(statSync(temp.at("state", "capture", name)).mode & 0o077).toBe(0);
});

test("another database, and one made anew under the same name, begin at the start", async () => {
  using temp = tempFolder();
  const options = call(temp);
  {
    await using master = await openMemoryMaster(options);
    await openCapture(options, master).cursors.commit(STREAM, CURSOR);
  }
  const other = call(temp, "other.db");
  {
    await using master = await openMemoryMaster(other);
    expect(await openCapture(other, master).cursors.get(STREAM)).toBeUndefined();
  }
  for (const end of ["", "-wal", "-shm"]) rmSync(temp.at("project", `memory.db${end}`), { force: true });
  await using master = await openMemoryMaster(options);

  expect(await openCapture(options, master).cursors.get(STREAM)).toBeUndefined();
});

test("a broken cursor counts as none, and a folder that cannot be used is told", async () => {
  using temp = tempFolder();
  const options = call(temp, "memory.db", { MEMORYMASTER_CAPTURE_STATE_DB: temp.at("state") });
  await using master = await openMemoryMaster(options);
  const { cursors } = openCapture(options, master);
  await cursors.commit(STREAM, CURSOR);
  const [name = ""] = readdirSync(temp.at("state"));
  temp.write(join("state", name), '{"committed_offset":');
  expect(await cursors.get(STREAM)).toBeUndefined();

  rmSync(temp.at("state"), { recursive: true });
  temp.write("state", "a file");

  await expect(cursors.commit(STREAM, CURSOR)).rejects.toMatchObject({ code: "store.unavailable" });
});

test("a folder has the scope of its repository, and one that is gone that of the place it was at", async () => {
  using temp = tempFolder();
  createRepository(temp.at("work", "shop"));
  temp.folder("work/shop/src");
  temp.folder("work/plain");
  const options = call(temp);
  await using master = await openMemoryMaster(options);
  const { scopeOf } = openCapture(options, master);

  expect(await scopeOf(temp.at("work", "shop"))).toBe("project:shop");
  expect(await scopeOf(temp.at("work", "shop", "src"))).toBe("project:shop");
  expect(await scopeOf(temp.at("work", "shop", "src", "gone"))).toBe("project:shop");
  expect(await scopeOf(temp.at("work", "plain"))).toBe("project:plain");
  expect(await scopeOf(temp.at("work", "gone-tree"))).toBe("project:gone-tree");
  expect(await scopeOf(undefined)).toBe("project:project");
  expect(await scopeOf("C:\\work\\shop")).toBe(process.platform === "win32" ? "project:shop" : "project:project");
  expect(await scopeOf(temp.at("home"))).toBe("user");
  expect(await openCapture(options, master).scopeOf(temp.at("work", "gone-tree"))).toBe("project:gone-tree");
});

test("only the operator may capture", async () => {
  using temp = tempFolder();
  const options = { ...call(temp), principal: "ana" };
  await using master = await openMemoryMaster(options);

  expect(() => openCapture(options, master)).toThrow(expect.objectContaining({ code: "access.denied" }));
});
