import { expect, it } from "vitest";
import { outcomeOf, startFixture } from "../support/child.ts";
import { tempMemory } from "../support/temp-memory.ts";

const ROUNDS = 50;

it("never reports what a writer was just about to complete", { timeout: 120_000 }, async () => {
  await using temp = await tempMemory();
  const writers = ["a", "b"].map((name) => startFixture("churn-claims.mjs", [temp.path, name]));
  const outcomes = Promise.all(writers.map(outcomeOf));
  await Promise.all(writers.map((writer) => new Promise((started) => writer.stdout?.once("data", started))));

  const reports = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const isTenth = round % 10 === 0;
    const parts = isTenth ? undefined : (["index", "record"] as const);
    reports.push(await temp.memory.upkeep.check({ parts, full: isTenth }));
  }
  for (const writer of writers) writer.kill("SIGKILL");
  const failures = (await outcomes).map(({ stderr }) => stderr);

  expect(reports.filter(({ ok }) => !ok)).toEqual([]);
  expect(new Set(reports.map(({ chain }) => chain?.events)).size).toBeGreaterThan(ROUNDS / 2);
  expect(failures).toEqual(["", ""]);
  expect(await temp.memory.upkeep.check({ full: true })).toMatchObject({ ok: true });
});

it("keeps count and content while a writer writes and the index is built anew", { timeout: 120_000 }, async () => {
  await using temp = await tempMemory();
  const writer = startFixture("churn-claims.mjs", [temp.path]);
  const outcome = outcomeOf(writer);
  await new Promise((started) => writer.stdout?.once("data", started));

  for (let round = 0; round < 10; round += 1) await temp.memory.upkeep.repairIndex();
  writer.kill("SIGKILL");
  await outcome;

  expect((await temp.memory.upkeep.check({ full: true })).index).toMatchObject({
    missing: [],
    leftover: [],
    changed: [],
    countsMatch: true,
  });
});
