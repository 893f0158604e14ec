import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { createTestDatabase } from "@memorymaster/test-support";
import { describe, expect, test } from "vitest";

import { openMemoryMaster } from "../../src/open-memory-master.ts";
import { backedUp, checkOf, look, notWell } from "../support/doctor.ts";
import { spoolWorld } from "../support/spool-world.ts";

const ALL = [
  ..."node config database opens engine schema synchronous project integrity foreign_keys text_index".split(" "),
  ..."wal_size freeze disk spool backup permissions embedder".split(" "),
];

describe("a database that is well", () => {
  test("passes every check, in the order of cause and effect", async () => {
    await using world = await backedUp();

    const report = await look(world);

    expect(report.checks.map(({ id }) => id)).toEqual(ALL);
    expect(notWell(report)).toEqual([]);
    expect(report.status).toBe(checkOf(report, "disk")?.status);
    expect(checkOf(report, "engine")?.detail).toMatch(/^SQLite \d+\.\d+\.\d+ in better-sqlite3 \d+\./);
    expect(checkOf(report, "schema")?.detail).toMatch(/^version \d+, the newest$/);
    expect(checkOf(report, "database")?.detail).toBe(`${world.temp.at("project", "memory.db")} (option)`);
    expect(checkOf(report, "project")?.detail).toBe("project:project (path)");
    expect(checkOf(report, "disk")?.detail).toMatch(/^\d+ MiB free, \d+ % used$/);
    expect(world.lines).toEqual([]);
  });

  test("is not changed by it, nor is anything beside it", async () => {
    await using world = await backedUp();
    const seen = (): unknown =>
      ["home", "project"].flatMap((name) =>
        readdirSync(world.temp.at(name), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && !entry.name.endsWith("-shm"))
          .map(({ parentPath, name: file }) => {
            const path = join(parentPath, file);
            const bytes = world.temp.bytes(path.slice(world.temp.path.length + 1));
            return [path, statSync(path).mtimeMs, createHash("sha256").update(bytes).digest("hex")];
          }),
      );
    await world.writer.memory.recall.query({ queryText: "staging" });
    const before = seen();

    await look(world);

    expect(seen()).toEqual(before);
  });

  test("says no word of a claim", async () => {
    await using world = await backedUp();

    expect(JSON.stringify(await look(world))).not.toMatch(/staging|7443|Production/i);
  });
});

describe("what cannot be reached", () => {
  test("ends the list with the missing database, and what to do", async () => {
    await using world = await spoolWorld();

    const report = await look(world, { db: "none.db" });

    expect(report).toMatchObject({ status: "FAIL", checks: [{ id: "node" }, { id: "config" }, { id: "database" }] });
    expect(checkOf(report, "database")).toEqual({
      id: "database",
      status: "FAIL",
      detail: `NOT_FOUND: there is no database at ${world.temp.at("project", "none.db")} (option)`,
      hint: "memorymaster init-db, or another one by --db",
    });
    expect(world.temp.exists("project/none.db")).toBe(false);
  });

  test("ends the list with the configuration that cannot be used, by name", async () => {
    await using world = await spoolWorld();
    const { env } = world.options();

    const report = await look(world, { env: { ...env, MEMORYMASTER_BM25: "geheim" } });

    expect(report.checks.at(-1)).toMatchObject({ id: "config", status: "FAIL" });
    expect(report.checks.at(-1)?.detail).toMatch(/^MEMORYMASTER_BM25: /);
  });

  test.each([
    ["is no database", "this is no database, but long enough to be looked at".repeat(50), /not a database/],
    ["is empty", "", /./],
  ])("a file that %s does not open", async (_, content, detail) => {
    await using world = await spoolWorld();
    world.temp.write("project/odd.db", content);

    const report = await look(world, { db: "odd.db" });

    expect(report.checks.at(-1)).toMatchObject({ id: "opens", status: "FAIL" });
    expect(report.checks.at(-1)?.detail).toMatch(detail);
    expect(world.temp.read("project/odd.db")).toBe(content);
  });

  test("a server that never answers is a warning, and no password is shown", async () => {
    await using world = await spoolWorld();
    const silent = createServer().listen(0, "127.0.0.1");
    await new Promise((ready) => silent.once("listening", ready));
    const { port } = silent.address() as AddressInfo;
    const sockets: { destroy(): void }[] = [];
    silent.on("connection", (socket) => sockets.push(socket.on("error", () => undefined)));

    const report = await look(world, { db: `postgres://ana:geheim@127.0.0.1:${port}/team` });
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => silent.close(closed));

    expect(report.status).toBe("WARN");
    expect(report.checks.at(-1)).toMatchObject({ id: "opens", status: "WARN", detail: "no answer within 2 s" });
    expect(checkOf(report, "database")?.detail).toBe(`postgres://ana:***@127.0.0.1:${port}/team (option)`);
    expect(JSON.stringify(report)).not.toContain("geheim");
  });
});

test("on a server the checks are those that a server allows, and copies are left to its tools", async () => {
  await using world = await spoolWorld();
  const database = await createTestDatabase();
  try {
    const missing = await look(world, { db: database.url });
    await (await openMemoryMaster(world.options({ db: database.url, create: true }))).close();

    const report = await look(world, { db: database.url });

    expect(missing.checks.at(-1)).toMatchObject({ id: "opens", status: "FAIL" });
    expect(report.checks.map(({ id }) => id)).toEqual(
      "node config database opens engine schema project text_index spool backup embedder".split(" "),
    );
    expect(notWell(report)).toEqual([]);
    expect(checkOf(report, "engine")?.detail).toMatch(/^PostgreSQL \d+\.\d+.*, whose role \w+ fits$/);
    expect(checkOf(report, "backup")?.hint).toContain("pg_dump");
  } finally {
    await database.drop();
  }
});
