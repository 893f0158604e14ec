import { spawnSync } from "node:child_process";
import { chmodSync, rmSync, truncateSync, writeFileSync } from "node:fs";

import { StoreError } from "@memorymaster/core";
import { describe, expect, it } from "vitest";
import { openFromMemory } from "../../src/connection/open-from-memory.ts";
import { openSqliteStore } from "../../src/open-sqlite-store.ts";
import { outcomeOf, startFixture } from "../support/child.ts";
import { insertTexts } from "../support/records.ts";
import { tempFolder } from "../support/temp-store.ts";

const CANNOT_OPEN = new StoreError("store.unavailable", "cannot open", { details: { reason: "cannot_open" } });

async function closedStore(path: string): Promise<void> {
  await using store = await openSqliteStore({ path });
  await insertTexts(store, "one", "two");
}

describe("reading a file into memory", () => {
  it("shows what it holds and takes no write", async () => {
    using folder = tempFolder();
    const path = folder.file("memory.db");
    await closedStore(path);

    const connection = openFromMemory(path, CANNOT_OPEN);

    expect(connection.prepare("select text from claims order by id").all()).toEqual([{ text: "one" }, { text: "two" }]);
    expect(() => connection.exec("delete from citations")).toThrow("readonly");
    connection.close();
  });

  it("gives up on a log with changes in it, and on a file over 64 MiB", async () => {
    using folder = tempFolder();
    const path = folder.file("memory.db");
    await closedStore(path);
    const refused = expect.objectContaining({
      code: "store.unavailable",
      details: { path, reason: "read_only_disk" },
    }) as Error;

    writeFileSync(`${path}-wal`, "changes");
    expect(() => openFromMemory(path, CANNOT_OPEN)).toThrow(refused);
    rmSync(`${path}-wal`);
    truncateSync(path, 64 * 1024 * 1024 + 1);
    expect(() => openFromMemory(path, CANNOT_OPEN)).toThrow(refused);
  });

  it("leaves other failures as they are", () => {
    const damaged = new StoreError("store.unavailable", "damaged", { details: { reason: "corrupt" } });

    expect(() => openFromMemory("/nowhere", damaged)).toThrow(damaged);
  });
});

/** Permissions do not bind the superuser, so the process under test runs as somebody else. */
const NOBODY = 65_534;
const uid = process.getuid?.() === 0 ? NOBODY : undefined;
const canRun = spawnSync(process.execPath, ["-e", ""], uid === undefined ? {} : { uid, gid: uid }).status === 0;

describe.skipIf(!canRun || process.platform === "win32")("a folder that cannot be written", () => {
  it("is read from, and refuses to be opened for writing", async () => {
    using folder = tempFolder();
    const path = folder.file("memory.db");
    await closedStore(path);
    chmodSync(path, 0o444);
    chmodSync(folder.path, 0o555);

    const reader = await outcomeOf(startFixture("count-claims.mjs", [path, "read"], uid));
    const writer = await outcomeOf(startFixture("count-claims.mjs", [path, "write"], uid));

    chmodSync(folder.path, 0o755);
    expect([reader, writer].map(({ stdout, stderr }) => [stdout, stderr])).toEqual([
      ["2", ""],
      ["store.read_only ", ""],
    ]);
  });
});
