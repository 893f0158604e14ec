import { renameSync } from "node:fs";

import { expect, test } from "vitest";

import { createWorld, documentOf } from "./support/cli.ts";
import type { World } from "./support/cli.ts";

const DB = ["--db", "memory.db"];

interface Report {
  readonly ok: boolean;
  readonly status: string;
  readonly version: string;
  readonly checks: readonly Readonly<Record<"id" | "status" | "detail" | "hint", string | null>>[];
}

async function filledWorld(): Promise<World> {
  const world = createWorld();
  await world.data(["ingest", "--text", "The staging API listens on port 7443", ...DB]);
  return world;
}

test("with something to look at the program ends with 3, and prints one document", async () => {
  using world = await filledWorld();

  const result = await world.runProgram(["doctor", ...DB]);

  const { ok, data } = documentOf(result);
  const report = data as Report;
  expect([result.exitCode, result.stderr, ok]).toEqual([3, "", true]);
  expect(report).toMatchObject({
    ok: true,
    status: "WARN",
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
  });
  expect(report.checks.find(({ id }) => id === "backup")).toEqual({
    id: "backup",
    status: "WARN",
    detail: "there is no backup and no snapshot",
    hint: "memorymaster backup --output FILE",
  });
  expect(report.checks.find(({ id }) => id === "freeze")).toMatchObject({ status: "PASS", hint: null });
});

test("with something broken it ends with 1, and says what in data and in words", async () => {
  using world = await filledWorld();
  world.temp.write("project/memory.db.integrity-failed", "");

  const json = await world.json(["doctor", ...DB]);
  const text = await world.run(["--text", "doctor", ...DB]);

  expect(json).toMatchObject({ ok: false, code: "CHECK_FAILED", data: { ok: false, status: "FAIL" } });
  expect([text.exitCode, text.stderr]).toEqual([1, expect.stringMatching(/^error: Not well: .*freeze.*\n$/)]);
  const lines = text.stdout.trimEnd().split("\n");
  expect(lines).toContainEqual(expect.stringMatching(/^PASS engine {8}SQLite \d/));
  expect(lines).toContainEqual(expect.stringMatching(/^FAIL freeze {8}frozen: a check found the file damaged$/));
  expect(lines).toContainEqual(expect.stringMatching(/^ {19}what helps: memorymaster integrity, then remove /));
  expect(lines.at(-1)).toMatch(/^FAIL: memorymaster \d+\.\d+\.\d+, \d+ checks, \d to look at$/);
});

test("without a database it says so and what to do, and makes none", async () => {
  using world = createWorld();

  const { exitCode, stdout } = await world.run(["--text", "doctor", ...DB]);

  expect(exitCode).toBe(1);
  expect(stdout).toMatch(
    /^FAIL database .*NOT_FOUND: there is no database at .*memory\.db \(option\)\n.*memorymaster init-db/m,
  );
  expect(world.temp.exists("project/memory.db")).toBe(false);
});

test("a database of the wrong place is told by what chose it", async () => {
  using world = await filledWorld();
  renameSync(world.temp.at("project", "memory.db"), world.temp.at("project", "memorymaster.db"));

  const report = documentOf(await world.run(["doctor"])).data as Report;

  expect(report.checks.find(({ id }) => id === "database")?.detail).toBe(
    `${world.temp.at("project", "memorymaster.db")} (found)`,
  );
});
