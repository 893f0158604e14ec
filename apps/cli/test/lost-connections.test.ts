import { setTimeout as sleep } from "node:timers/promises";

import { createTestDatabase, openProxy } from "@memorymaster/test-support";
import type { TestDatabase } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { createWorld, documentOf, finished } from "./support/cli.ts";
import type { Finished } from "./support/finished.ts";
import type { World } from "./support/cli.ts";

const ROWS = 3_000;
const BATCH = 200;
const LOST = "The connection to the database was lost: try again";
const UNKNOWN =
  "The connection was lost while the change was being committed: it may be stored or not; repeat it as it is, what is there already is found again";
const NOT_TRIED = "Not tried, since the connection to the database was lost before";

interface Report {
  readonly total: number;
  readonly ingested: number;
  readonly deduplicated: number;
  readonly rejected: number;
  readonly rows: readonly { readonly line: number; readonly code: string; readonly error: string }[];
}

/** Facts of which none is like another, as no number stands in them. */
const FACTS = Array.from({ length: ROWS }, (_unused, index) => {
  const name = (number: number): string =>
    String(number).replaceAll(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)));
  return JSON.stringify({ text: `The service ${name(index)} is looked after by ${name(index * 7)}` });
}).join("\n");

const bulkInto = (db: string): readonly string[] => ["ingest", "--input", "facts.jsonl", "--db", db];

async function countClaims(world: World, { url }: TestDatabase): Promise<number> {
  return (await world.data<{ claims: number }>(["stats", "--db", url])).claims;
}

/** Starts the program on the rows, and disturbs it until it ends, from the moment that it stores its third batch. */
async function disturbed(world: World, [db, database]: readonly [string, TestDatabase], disturb: () => Promise<void>) {
  await world.data(["init-db", "--db", database.url]);
  world.temp.write("project/facts.jsonl", FACTS);
  const child = world.start(bulkInto(db));
  const end = finished(child);
  while ((await countClaims(world, database)) < 2 * BATCH) await sleep(1);
  while (child.exitCode === null) await disturb();
  return end;
}

/** What is wrong with the rows that were reported, by error; each of them as lines from … to. */
function refusals({ rows }: Report): Readonly<Record<string, readonly [from: number, to: number]>> {
  const byError = new Map<string, number[]>();
  for (const { line, code, error } of rows) {
    expect(code).toBe("UNAVAILABLE");
    byError.set(error, [...(byError.get(error) ?? []), line]);
  }
  return Object.fromEntries([...byError].map(([error, lines]) => [error, [lines[0] ?? 0, lines.at(-1) ?? 0] as const]));
}

function reportOf(result: Finished): Report {
  expect(result.stderr).toBe("");
  return documentOf(result).data as Report;
}

/** Runs the same once more, undisturbed: every row is there once then. */
async function expectCompleted(world: World, database: TestDatabase, before: number): Promise<void> {
  const again = await world.runProgram(bulkInto(database.url));
  const sound = await world.run(["integrity", "--full", "--db", database.url]);

  expect(again.exitCode).toBe(0);
  expect(reportOf(again)).toMatchObject({ ingested: ROWS - before, deduplicated: before, rejected: 0 });
  expect(await countClaims(world, database)).toBe(ROWS);
  expect(documentOf(sound)).toMatchObject({ ok: true, data: { ok: true } });
}

test("a bulk goes on when all connections are cut now and then", async () => {
  using world = createWorld();
  await using database = await createTestDatabase();
  let [cuts, claimsThen] = [0, 0];

  const result = await disturbed(world, [database.url, database], async () => {
    const claims = await countClaims(world, database);
    // Each cut meets another batch.
    if (claims < claimsThen + 2 * BATCH) return sleep(1);
    [cuts, claimsThen] = [cuts + 1, claims];
    return database.cutConnections();
  });

  expect(result.exitCode).toBe(0);
  expect(reportOf(result)).toMatchObject({ total: ROWS, ingested: ROWS, rejected: 0, rows: [] });
  expect(cuts).toBeGreaterThanOrEqual(3);
  await expectCompleted(world, database, ROWS);
});

test("a bulk whose connections are cut without end says what it stored, and is completed by another run", async () => {
  using world = createWorld();
  await using database = await createTestDatabase();

  const result = await disturbed(world, [database.url, database], () => database.cutConnections());

  expect(result.exitCode).toBe(1);
  const stored = await countClaims(world, database);
  const report = reportOf(result);
  expect(documentOf(result)).toMatchObject({
    ok: false,
    code: "PARTIAL",
    error: `${ROWS - stored} of ${ROWS} rows were rejected`,
  });
  expect(report).toMatchObject({ total: ROWS, ingested: stored, rejected: ROWS - stored });
  expect(refusals(report)).toEqual({ [LOST]: [stored + 1, ROWS] });
  await expectCompleted(world, database, stored);
});

test.each([
  ["is_lost", 0],
  ["answer_is_lost", BATCH],
] as const)("a bulk whose commit %s says of that batch alone that it may be stored", async (fate, kept) => {
  using world = createWorld();
  await using database = await createTestDatabase();
  await using proxy = await openProxy(database.url);
  let isCut = false;

  const result = await disturbed(world, [proxy.url, database], async () => {
    if (!isCut) proxy.fate = fate;
    isCut = true;
    await sleep(1);
  });

  const report = reportOf(result);
  const { ingested } = report;
  expect(result.exitCode).toBe(1);
  expect(report).toMatchObject({ total: ROWS, rejected: ROWS - ingested });
  expect(refusals(report)).toEqual({
    [UNKNOWN]: [ingested + 1, ingested + BATCH],
    [NOT_TRIED]: [ingested + BATCH + 1, ROWS],
  });
  expect(await countClaims(world, database)).toBe(ingested + kept);
  await expectCompleted(world, database, ingested + kept);
});
