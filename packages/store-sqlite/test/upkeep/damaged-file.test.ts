import { appendFileSync, copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";

import { createMemory } from "@memorymaster/core";
import type { IntegrityReport } from "@memorymaster/core";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { createFileCheck } from "../../src/files/check-file.ts";
import { openSqliteStore } from "../../src/open-sqlite-store.ts";
import { failure } from "../support/records.ts";
import { tamper } from "../support/tamper.ts";
import { tempMemory } from "../support/temp-memory.ts";
import type { TempMemory } from "../support/temp-memory.ts";

const PAGE = 4096;

async function withFacts(): Promise<TempMemory> {
  const temp = await tempMemory();
  const facts = Array.from({ length: 60 }, (_, index) => ({
    text: `Fact ${index} about the shop and its ${index * 7} parts`,
  }));
  await temp.memory.claims.ingestMany(facts.map((input, index) => ({ line: index + 1, input })));
  await temp.store.files?.checkpoint();
  return temp;
}

/** The first page of a table or index that holds rows. */
function leafOf(path: string, name: string): number {
  const database = new Database(path);
  const page = database.prepare("select min(pageno) from dbstat where name = ? and pagetype = 'leaf'").pluck();
  const number = page.get(name) as number;
  database.close();
  return number;
}

/** A copy of the database with a page of it overwritten, as a failing disk leaves it. */
function damagedCopy(path: string, name: string): string {
  const page = leafOf(path, name);
  const bytes = readFileSync(path);
  bytes.fill(0, (page - 1) * PAGE, page * PAGE);
  writeFileSync(`${path}.copy`, bytes);
  return `${path}.copy`;
}

async function check(path: string): Promise<IntegrityReport> {
  await using store = await openSqliteStore({ path, create: false });
  return await createMemory({ store }).upkeep.check();
}

describe("a damaged page", () => {
  it.each(["claims", "events", "citations", "claims_near", "events_claim"])(
    "of %s is found, and freezes promotions until a person says otherwise",
    async (name) => {
      await using temp = await withFacts();
      const copy = damagedCopy(temp.path, name);

      const first = await check(copy);
      const frozen = existsSync(`${copy}.integrity-failed`);
      copyFileSync(temp.path, copy);
      const repaired = await check(copy);
      rmSync(`${copy}.integrity-failed`);
      const released = await check(copy);

      expect([first.ok, first.file?.quickCheck === "ok", first.promotionsFrozen, frozen]).toEqual([
        false,
        false,
        true,
        true,
      ]);
      expect(repaired).toMatchObject({ ok: true, promotionsFrozen: true });
      expect(released).toMatchObject({ ok: true, promotionsFrozen: false });
    },
  );

  it("is told with the page, and in an event where one can be written", async () => {
    await using temp = await withFacts();
    const copy = damagedCopy(temp.path, "claims_near");

    const { file } = await check(copy);
    await using store = await openSqliteStore({ path: copy, create: false });
    const memory = createMemory({ store });
    const [event] = (await memory.events.list({ scopes: "all", eventType: "system" })).items;

    expect(file?.quickCheck).toMatch(/^Tree \d+ page \d+: btreeInitPage\(\) returns error code 11/);
    expect(event).toMatchObject({ details: "integrity_check_failed", claimId: undefined });
    expect(JSON.parse(event?.payloadJson ?? "")).toEqual({ quick_check: file?.quickCheck });
  });

  it("does not hide what the other checks find", async () => {
    await using temp = await withFacts();
    const copy = damagedCopy(temp.path, "claims_near");
    tamper(copy, "delete from claims_fts where rowid = 7");

    expect(await check(copy)).toMatchObject({ index: { missing: [7] }, chain: { valid: true }, failures: [] });
  });

  it("names the parts that could not be read", async () => {
    await using temp = await withFacts();

    const { failures, chain, index } = await check(damagedCopy(temp.path, "events"));

    expect(failures).toEqual([{ part: "record", message: "The database file is damaged" }]);
    expect([chain, index?.checked]).toEqual([undefined, 60]);
  });
});

describe("a file that SQLite refuses to open", () => {
  it.each([
    ["cut in half", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), "corrupt"],
    ["without its last page", (bytes: Buffer) => bytes.subarray(0, bytes.length - PAGE), "corrupt"],
    ["of a header alone", (bytes: Buffer) => bytes.subarray(0, 100), "corrupt"],
    ["with another header", (bytes: Buffer) => bytes.fill(0x41, 0, 100), "not_a_database"],
    ["with a damaged schema", (bytes: Buffer) => bytes.fill(0x41, 100, PAGE), "corrupt"],
  ] as const)("%s fails in our words", async (_, damage, reason) => {
    await using temp = await withFacts();
    const copy = `${temp.path}.copy`;
    writeFileSync(copy, damage(readFileSync(temp.path)));

    expect(await failure(check(copy))).toMatchObject({ code: "store.unavailable", details: { reason } });
  });
});

describe("a write-ahead log", () => {
  /** Copies database and log as they stand while the store is open. */
  async function withLog(change: (log: string) => void): Promise<IntegrityReport & { readonly copied: number }> {
    await using temp = await withFacts();
    for (let index = 0; index < 20; index += 1) await temp.keep(`Later fact ${index} about the cache`);
    const copy = `${temp.path}.copy`;
    copyFileSync(temp.path, copy);
    copyFileSync(`${temp.path}-wal`, `${copy}-wal`);
    change(`${copy}-wal`);
    const report = await check(copy);
    return { ...report, copied: report.index?.checked ?? 0 };
  }

  it("that was cut loses its newest changes and nothing else", async () => {
    const whole = await withLog(() => undefined);
    const cut = await withLog((log) => truncateSync(log, Math.floor(readFileSync(log).length / 2)));

    expect([whole.ok, whole.copied]).toEqual([true, 80]);
    expect(cut.ok).toBe(true);
    expect(cut.copied).toBeGreaterThanOrEqual(60);
    expect(cut.copied).toBeLessThan(80);
  });

  it("with damage in its middle ends there, and rubbish behind it does not count", async () => {
    const damaged = await withLog((log) => {
      const bytes = readFileSync(log);
      writeFileSync(log, bytes.fill(0x5a, bytes.length / 2, bytes.length / 2 + 100));
    });
    const longer = await withLog((log) => appendFileSync(log, Buffer.alloc(3 * PAGE, 0x5a)));

    expect(damaged.ok).toBe(true);
    expect(damaged.copied).toBeLessThan(80);
    expect(longer).toMatchObject({ ok: true, copied: 80 });
  });
});

describe("checks of the file", () => {
  it("count the rows that point to nothing, by table", async () => {
    await using temp = await withFacts();
    tamper(
      temp.path,
      "update citations set claim_id = 999 where id < 4; update events set claim_id = 999 where id = 1",
    );

    expect(await temp.memory.upkeep.check({ parts: ["file"] })).toMatchObject({
      ok: false,
      promotionsFrozen: false,
      file: { quickCheck: "ok", foreignKeys: { citations: 3, events: 1 } },
      index: undefined,
      chain: undefined,
    });
  });

  it("of a store for reading are a closer look at the file, and nothing else", async () => {
    await using temp = await withFacts();
    const copy = damagedCopy(temp.path, "claims_near");
    await using store = await openSqliteStore({ path: copy, readOnly: true });
    await using sound = await temp.peer({ readOnly: true });

    const report = await createMemory({ store }).upkeep.check();

    expect(report).toMatchObject({
      ok: false,
      readOnly: true,
      index: undefined,
      chain: undefined,
      promotionsFrozen: false,
    });
    expect(await createMemory({ store: sound }).upkeep.check()).toMatchObject({ ok: true, file: { quickCheck: "ok" } });
  });

  it("say when somebody who reads keeps the log in use", async () => {
    await using temp = await withFacts();
    const reader = new Database(temp.path);
    reader.exec("begin; select count(*) from claims");
    await temp.keep("The log holds this");
    const connection = {
      path: temp.path,
      readOnly: false,
      create: false,
      synchronous: "full",
      busyTimeoutMs: 50,
    } as const;
    const files = createFileCheck({
      connection: { ...connection, logger: undefined },
      clock: temp.clock,
      patienceMs: 5,
    });

    const result = await files.checkpoint();
    reader.close();

    expect(result).toMatchObject({ busy: true });
    expect(result.walBytes).toBeGreaterThan(0);
  });

  it("empty the log", async () => {
    await using temp = await withFacts();
    await temp.keep("The log holds this");
    const before = readFileSync(`${temp.path}-wal`).length;

    const result = await temp.store.files?.checkpoint();

    expect(before).toBeGreaterThan(0);
    expect(result).toEqual({ busy: false, logFrames: 0, checkpointedFrames: 0, walBytes: 0 });
  });
});
