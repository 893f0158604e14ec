import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { createWorld, documentOf, finished } from "./support/cli.ts";
import type { World } from "./support/cli.ts";
import type { Finished } from "./support/finished.ts";

const WRITER = fileURLToPath(new URL("support/long-lived-writer.mjs", import.meta.url));
const WRITERS = 8;
const CLAIMS_EACH = 50;
const STARTERS = 8;
const STARTS = 100;

type OpenDatabase = new (path: string) => { pragma(text: string, options: object): unknown; close(): void };
const Database = createRequire(import.meta.url)("better-sqlite3") as OpenDatabase;

interface Writer {
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
  readonly end: Promise<Finished>;
}

function startWriter(world: World, name: string): Writer {
  const args = [WRITER, world.temp.at("project", "memory.db"), world.project, name, String(CLAIMS_EACH)];
  const child = spawn(process.execPath, args, { stdio: "pipe" });
  const ready = new Promise<void>((resolve) => createInterface({ input: child.stdout }).once("line", () => resolve()));
  return { child, ready, end: finished(child) };
}

/** One start of the program after the other, until the numbers are used up. */
async function startPrograms(world: World, numbers: number[]): Promise<Finished[]> {
  const results = [];
  for (let next = numbers.pop(); next !== undefined; next = numbers.pop()) {
    const text = `Start ${next} found the value ${next * 7}`;
    results.push(await world.runProgram(["ingest", "--text", text, "--db", "memory.db"]));
  }
  return results;
}

/** A hundred starts take their time on a busy machine. */
const TIMEOUT = { timeout: 180_000 };

test(
  "many long-lived writers and many short ones fill one empty file without an error and without a loss",
  TIMEOUT,
  async () => {
    using world = createWorld();
    world.temp.write("project/memory.db", "");
    const writers = Array.from({ length: WRITERS }, (_none, index) => startWriter(world, `w${index}`));
    await Promise.all(writers.map(({ ready }) => ready));

    for (const { child } of writers) child.stdin?.write("go\n");
    const numbers = Array.from({ length: STARTS }, (_none, index) => index);
    const starters = Array.from({ length: STARTERS }, () => startPrograms(world, numbers));
    const [written, started] = await Promise.all([Promise.all(writers.map(({ end }) => end)), Promise.all(starters)]);

    const short = started.flat();
    expect(written.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(written.map(() => [0, ""]));
    expect(short.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(short.map(() => [0, ""]));
    const acknowledged = [
      ...written.flatMap(({ stdout }) => stdout.split("\n").filter((line) => line.startsWith("Writer "))),
      ...short.map((result) => (documentOf(result).data as { text: string }).text),
    ];
    expect(acknowledged).toHaveLength(WRITERS * CLAIMS_EACH + STARTS);

    const listed = await world.data<{ text: string }[]>(["list-claims", "--limit", "1000", "--db", "memory.db"]);
    expect(listed.map(({ text }) => text).sort()).toEqual(acknowledged.sort());
    expect(await world.data(["list-events", "--verify", "--db", "memory.db"])).toMatchObject({
      valid: true,
      issues: [],
    });
    const database = new Database(world.temp.at("project", "memory.db"));
    expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
    database.close();
  },
);
