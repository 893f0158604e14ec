import { chmodSync, truncateSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import type { OpenOptions } from "../../src/open-options.ts";
import { backedUp, checkOf, damage, look, notWell, tamper } from "../support/doctor.ts";
import { spoolWorld } from "../support/spool-world.ts";
import type { SpoolWorld } from "../support/spool-world.ts";

describe("what is not well", () => {
  const found = async (
    spoil: (world: SpoolWorld) => unknown,
    more: (world: SpoolWorld) => Partial<OpenOptions> = () => ({}),
  ) => {
    await using world = await backedUp();
    await spoil(world);
    return await look(world, more(world));
  };

  test("of the configuration is a warning in the words of the log", async () => {
    const report = await found(
      ({ temp }) => temp.write("settings.json", '{"nonsense": 1}'),
      ({ temp }) => ({ config: temp.at("settings.json") }),
    );

    expect(notWell(report)).toEqual(["config WARN"]);
    expect(checkOf(report, "config")?.detail).toMatch(/unknown key nonsense is ignored/);
  });

  test("of durability is a warning", async () => {
    const report = await found(
      () => undefined,
      (world) => ({ env: { ...world.options().env, MEMORYMASTER_SYNCHRONOUS: "normal" } }),
    );

    expect(notWell(report)).toEqual(["synchronous WARN"]);
  });

  test("of foreign keys is told by table", async () => {
    const report = await found((world) => tamper(world, "update citations set claim_id = 99"));

    expect(notWell(report)).toEqual(["foreign_keys FAIL"]);
    expect(checkOf(report, "foreign_keys")?.detail).toBe("2 rows of citations point to nothing");
  });

  test("of the text index is told with what repairs it", async () => {
    const report = await found((world) =>
      tamper(world, "update store_meta set value = '1' where key = 'indexed_claims'"),
    );

    expect(notWell(report)).toEqual(["text_index FAIL"]);
    expect(checkOf(report, "text_index")).toMatchObject({
      detail: "1 of 2 claims are missing",
      hint: "memorymaster integrity --repair-fts",
    });
  });

  test("of the log is told by its size", async () => {
    await using world = await backedUp();
    await world.writer.close();
    const sized = async (mib: number): Promise<unknown> => {
      // A log without a header holds nothing; the system keeps no byte of it.
      writeFileSync(world.temp.at("project", "memory.db-wal"), "");
      truncateSync(world.temp.at("project", "memory.db-wal"), mib * 1024 * 1024);
      const { status, detail } = checkOf(await look(world), "wal_size") ?? {};
      return [status, detail];
    };

    expect([await sized(256), await sized(257), await sized(513)]).toEqual([
      ["PASS", "256 MiB"],
      ["WARN", "257 MiB"],
      ["FAIL", "513 MiB"],
    ]);
  });

  test("of promotions is the mark of a failed check", async () => {
    const report = await found(({ writer }) => writer.store.files?.freeze());

    expect(notWell(report)).toEqual(["freeze FAIL"]);
    expect(checkOf(report, "freeze")?.hint).toContain("memory.db.integrity-failed");
  });

  test("of the notes of queries is their number, or that some are unreadable", async () => {
    const line = (world: SpoolWorld): string => world.line(world.uids, "2026-01-02T03:00:00+00:00");
    const few = await found((world) => world.put("7-2026-01-02.jsonl", line(world).repeat(1_000)));
    const many = await found((world) => world.put("7-2026-01-02.jsonl", line(world).repeat(1_001)));
    const bad = await found(async (world) => {
      world.put("7-2026-01-02.jsonl", "no note\n");
      await world.writer.memory.upkeep.drainAccesses();
    });

    expect(checkOf(few, "spool")).toMatchObject({
      status: "PASS",
      detail: "1000 answers wait to be counted, the oldest 245 s old",
    });
    expect(checkOf(many, "spool")).toMatchObject({ status: "WARN", hint: "memorymaster drain-spool" });
    expect(checkOf(bad, "spool")).toMatchObject({
      status: "WARN",
      hint: expect.stringMatching(/quarantine$/) as string,
    });
  });

  test.skipIf(process.platform === "win32")("of the file's mode is that others may use it", async () => {
    const report = await found(({ temp }) => chmodSync(temp.at("project", "memory.db"), 0o640));

    expect(notWell(report)).toEqual(["permissions WARN"]);
    expect(checkOf(report, "permissions")?.detail).toBe("640: others may use the file");
  });

  test("of copies is that there is none, or that the last one is old", async () => {
    await using world = await spoolWorld();
    const detail = async (): Promise<unknown> => {
      const check = checkOf(await look(world), "backup");
      return [check?.status, check?.detail];
    };

    const none = await detail();
    await world.writer.store.files?.snapshot();
    const fresh = await detail();
    world.clock.advance(24 * 3_600_000);
    const day = await detail();
    world.clock.advance(3_600_000);
    const old = await detail();
    await world.writer.store.files?.backup(world.temp.at("backup.db"));

    expect([none, fresh, day, old, await detail()]).toEqual([
      ["WARN", "there is no backup and no snapshot"],
      ["PASS", "the last one is 0 h old"],
      ["PASS", "the last one is 24 h old"],
      ["WARN", "the last one is 25 h old"],
      ["PASS", "the last one is 0 h old"],
    ]);
  });
});

test("a damaged page is found", async () => {
  await using world = await backedUp();
  await world.writer.store.files?.checkpoint();
  await world.writer.close();
  damage(world, "citations");

  const report = await look(world);

  expect(report.status).toBe("FAIL");
  expect(notWell(report)).toContain("integrity FAIL");
});
