import { closeSync, existsSync, mkdirSync, openSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { ClaimStore, DrainReport, Store } from "@memorymaster/core";
import { describe, expect, test } from "vitest";

import { openMemoryMaster } from "../../src/open-memory-master.ts";
import { drainSpool } from "../../src/spool/drain-spool.ts";
import { AT, spoolWorld, textOf } from "../support/spool-world.ts";
import type { SpoolWorld } from "../support/spool-world.ts";

const EARLIER = "2026-01-02T03:00:00+00:00";
const TAKEN = "7-2026-01-02.00000000000000aa.draining";

const DRAINING = expect.stringMatching(/^\d+-2026-01-02\.\d+-[0-9a-f]{16}\.draining$/) as string;

/** From then on no writer is thought to hold a file that was taken before. */
const settle = ({ clock }: SpoolWorld): void => clock.advance(60_000);

const drain = ({ writer }: SpoolWorld): Promise<DrainReport | undefined> => writer.memory.upkeep.drainAccesses();

/** Rows of all files in the quarantine. */
function quarantined(world: SpoolWorld): readonly unknown[] {
  const names = readdirSync(join(world.folder, "quarantine")).sort();
  const lines = names.flatMap((name) => textOf(world, "quarantine", name).trimEnd().split("\n"));
  return lines.map((line) => JSON.parse(line) as unknown);
}

/** A store that fails once, when a batch has been counted. */
function failingOnce(store: Store): Store {
  let hasFailed = false;
  const recordAccesses: ClaimStore["recordAccesses"] = async (accesses) => {
    await store.claims.recordAccesses(accesses);
    if (hasFailed) return;
    hasFailed = true;
    throw new RangeError("the plug was pulled");
  };
  return { ...store, claims: { ...store.claims, recordAccesses } };
}

describe("what queries have noted", () => {
  test("is counted once for each claim of an answer, and the files are gone when no writer can hold them", async () => {
    await using world = await spoolWorld();
    const before = (await world.writer.memory.claims.list()).items;
    const { recall, events } = world.writer.memory;
    const recorded = (await events.list({ scopes: "all" })).total;
    await recall.query({ queryText: "staging" });
    world.clock.advance(90_500);
    await recall.query({ queryText: "staging production port" });

    const report = await drain(world);

    const later = "2026-01-02T03:05:35+00:00";
    expect(report).toEqual({ drained: 2, quarantined: 0, lagSeconds: 90 });
    expect(await world.counts()).toEqual([
      [2, later],
      [1, later],
    ]);
    const after = (await world.writer.memory.claims.list()).items;
    const uncounted = after.map((claim) => ({ ...claim, accessCount: 0, lastAccessed: undefined }));
    expect(uncounted).toEqual(before);
    expect([world.names(), (await events.list({ scopes: "all" })).total]).toEqual([[DRAINING], recorded]);
    settle(world);
    expect(await drain(world)).toEqual({ drained: 0, quarantined: 0, lagSeconds: 0 });
    expect(world.names()).toEqual([]);
  });

  test("is counted before claims are sorted into tiers", async () => {
    await using world = await spoolWorld();
    world.clock.advance(100 * 86_400_000);
    world.put("7-2026-04-12.jsonl", ...Array.from({ length: 6 }, () => world.line(world.uids.slice(0, 1))));

    const moved = await world.writer.memory.claims.recomputeTiers();

    expect(moved).toEqual({ core: 1, working: 0, peripheral: 1 });
  });

  test("of a claim that is not there any more is passed over", async () => {
    await using world = await spoolWorld();
    world.put("7-2026-01-02.jsonl", world.line(["019b7c00-0000-7000-8000-ffffffffffff", ...world.uids]));

    expect(await drain(world)).toMatchObject({ drained: 1, quarantined: 0 });
    expect(await world.counts()).toEqual([
      [1, AT],
      [1, AT],
    ]);
  });

  test("is nothing where nobody has asked yet", async () => {
    await using world = await spoolWorld();

    expect(await drain(world)).toEqual({ drained: 0, quarantined: 0, lagSeconds: 0 });
    expect(existsSync(world.folder)).toBe(false);
  });

  test("stays where it is when the folder cannot be used, and the failure says where", async () => {
    await using world = await spoolWorld();
    world.temp.write("home/.memorymaster/spool", "mine");

    await expect(drain(world)).rejects.toMatchObject({
      code: "store.unavailable",
      message: expect.stringContaining(world.folder) as string,
    });
    expect(world.temp.read("home/.memorymaster/spool")).toBe("mine");
  });
});

describe("lines that nobody can read", () => {
  test("are kept with the reason, byte by byte, while the others are counted", async () => {
    await using world = await spoolWorld();
    const good = world.line(world.uids);
    const long = `${"x".repeat(1024 * 1024)}y`;
    world.put("7-2026-01-02.jsonl", good, "{}\n", good, Buffer.from([0x22, 0xff, 0x22, 0x0a]), `${long}\n`, good);
    world.put("8-2026-01-02.jsonl", good, "\n", good.slice(0, 40));

    expect(await drain(world)).toMatchObject({ drained: 4, quarantined: 4 });
    settle(world);
    expect(await drain(world)).toMatchObject({ drained: 0, quarantined: 1 });

    expect(await world.counts()).toEqual([
      [4, AT],
      [4, AT],
    ]);
    expect(quarantined(world)).toEqual([
      { line: 2, fault: expect.stringMatching(/^v: /) as string, text: "{}" },
      { line: 4, fault: "the line is not valid JSON", base64: Buffer.from([0x22, 0xff, 0x22]).toString("base64") },
      { line: 5, fault: "the line is longer than 1 MiB", text: long },
      { line: 2, fault: "the line is not valid JSON", text: "" },
      { line: 3, fault: "the line is not valid JSON", text: good.slice(0, 40) },
    ]);
    expect(world.names()).toEqual(["quarantine"]);
  });

  test("of a file that is one endless line are set apart with the whole file", async () => {
    await using world = await spoolWorld();
    const good = world.line(world.uids);
    world.put("7-2026-01-02.jsonl", good, Buffer.alloc(65 * 1024 * 1024, "x"));
    world.put("8-2026-01-02.jsonl", good);

    expect(await drain(world)).toMatchObject({ quarantined: 1 });
    expect(await drain(world)).toEqual({ drained: 0, quarantined: 0, lagSeconds: 0 });

    expect(readdirSync(join(world.folder, "quarantine"))).toEqual([
      expect.stringMatching(/^7-2026-01-02\.\d+-[0-9a-f]{16}\.draining$/),
    ]);
  });
});

describe("a drain that was broken off", () => {
  test("before anything was counted is repeated from the start", async () => {
    await using world = await spoolWorld();
    const { folder, clock } = world;
    world.put("7-2026-01-02.jsonl", world.line(world.uids), "{}\n", world.line(world.uids, EARLIER));
    const { store } = world.writer;

    await expect(drainSpool({ folder, clock, store: failingOnce(store) })).rejects.toThrow("the plug was pulled");
    expect(await world.counts()).toEqual([
      [0, undefined],
      [0, undefined],
    ]);

    expect(await drainSpool({ folder, clock, store })).toEqual({ drained: 2, quarantined: 1, lagSeconds: 245 });
    expect(await world.counts()).toEqual([
      [2, AT],
      [2, AT],
    ]);
  });

  test("half-way goes on behind the last line that was counted", async () => {
    await using world = await spoolWorld();
    const [one = ""] = world.uids;
    world.put(TAKEN, ...Array.from({ length: 450 }, () => world.line([one])));
    await world.writer.store.spool.setLastLine(TAKEN, 400);

    expect(await drain(world)).toMatchObject({ drained: 50 });
    expect((await world.counts())[0]).toEqual([50, AT]);
    expect(world.names()).toEqual([]);
  });

  test("before the file was removed counts nothing again, nor does it skip a line of a later file", async () => {
    await using world = await spoolWorld();
    world.put(TAKEN, world.line(world.uids), world.line(world.uids));
    await world.writer.store.spool.setLastLine(TAKEN, 2);
    world.put("7-2026-01-02.jsonl", world.line(world.uids));

    expect(await drain(world)).toMatchObject({ drained: 1 });

    expect((await world.counts())[0]).toEqual([1, AT]);
    expect(await world.writer.store.spool.lastLine(TAKEN)).toBe(0);
  });

  test("hears a writer that opened the file before it was taken, also when its line comes in two parts", async () => {
    await using world = await spoolWorld();
    const [line, late] = [world.line(world.uids), world.line(world.uids)];
    world.put("7-2026-01-02.jsonl", line);
    const held = openSync(join(world.folder, "7-2026-01-02.jsonl"), "a");
    const drained: (number | undefined)[] = [];
    for (const part of ["", late.slice(0, 40), late.slice(40)]) {
      writeFileSync(held, part);
      drained.push((await drain(world))?.drained);
    }
    closeSync(held);
    settle(world);
    await drain(world);

    expect(drained).toEqual([1, 0, 1]);
    expect((await world.counts())[0]).toEqual([2, AT]);
    expect(world.names()).toEqual([]);
  });

  test("keeps what a late writer has added for the next one", async () => {
    await using world = await spoolWorld();
    const { folder, clock, writer } = world;
    const late = world.line(world.uids);
    world.put(TAKEN, world.line(world.uids));
    const recordAccesses: ClaimStore["recordAccesses"] = async (accesses) => {
      writeFileSync(join(folder, TAKEN), late, { flag: "a" });
      await writer.store.claims.recordAccesses(accesses);
    };
    const store = { ...writer.store, claims: { ...writer.store.claims, recordAccesses } };

    expect(await drainSpool({ folder, clock, store })).toMatchObject({ drained: 1 });
    expect(world.names()).toEqual([TAKEN]);
    expect(await drain(world)).toMatchObject({ drained: 1 });

    expect((await world.counts())[0]).toEqual([2, AT]);
  });
});

test("several that drain at once count every line once", async () => {
  await using world = await spoolWorld();
  await using other = await openMemoryMaster(world.options());
  const [one = ""] = world.uids;
  for (let file = 1; file <= 5; file += 1) {
    world.put(`${file}-2026-01-02.jsonl`, ...Array.from({ length: 500 }, () => world.line([one])));
  }

  const reports = await Promise.all(
    [world.writer, other, world.writer].map(({ memory }) => memory.upkeep.drainAccesses()),
  );

  expect(reports.reduce((sum, report) => sum + (report?.drained ?? 0), 0)).toBe(2_500);
  expect((await world.counts())[0]).toEqual([2_500, AT]);
  expect(world.names()).toEqual(Array(5).fill(DRAINING));
});

test("what else lies in the folder stays", async () => {
  await using world = await spoolWorld();
  world.put("notes.txt", "mine");
  mkdirSync(join(world.folder, "folder.jsonl"));

  expect(await drain(world)).toEqual({ drained: 0, quarantined: 0, lagSeconds: 0 });
  expect(world.names()).toEqual(["folder.jsonl", "notes.txt"]);
});
