import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { createWorld, documentOf } from "./support/cli.ts";
import type { World } from "./support/cli.ts";

const WRITER = fileURLToPath(new URL("support/endless-writer.mjs", import.meta.url));
const WRITERS = 12;
/** More in a longer trial by hand: `MEMORYMASTER_TRIAL_SECONDS=60`. */
const SECONDS = Number(process.env["MEMORYMASTER_TRIAL_SECONDS"] ?? 5);

interface Trial {
  /** Ids that a writer has reported, in whole lines. */
  readonly acknowledged: number[];
  readonly errors: string[];
  readonly running: Set<ChildProcess>;
  kills: number;
  isOver: boolean;
}

/** Starts a writer, and another one in its place each time it is killed. */
function keepWriting(world: World, name: string, trial: Trial): void {
  const child = spawn(process.execPath, [WRITER, world.temp.at("project", "memory.db"), world.project, name]);
  trial.running.add(child);
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    trial.acknowledged.push(...lines.map(Number));
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => trial.errors.push(text));
  child.on("close", () => {
    trial.running.delete(child);
    if (!trial.isOver) keepWriting(world, name, trial);
  });
}

/** Kills a random writer every now and then, in whatever it is doing. */
async function killAtRandom(trial: Trial): Promise<void> {
  // On a busy machine the first of twelve processes may take its time to start.
  while (trial.acknowledged.length === 0) await new Promise((done) => setTimeout(done, 10));
  const end = performance.now() + SECONDS * 1000;
  while (performance.now() < end) {
    await new Promise((done) => setTimeout(done, randomInt(20, 220)));
    const children = [...trial.running];
    const victim = children[randomInt(Math.max(1, children.length))];
    if (victim?.kill("SIGKILL") === true) trial.kills += 1;
  }
  trial.isOver = true;
  for (const child of trial.running) child.kill("SIGKILL");
  while (trial.running.size > 0) await new Promise((done) => setTimeout(done, 10));
}

/** Checks the store over and over while it is written to. */
async function keepChecking(world: World, trial: Trial): Promise<unknown[]> {
  const bad: unknown[] = [];
  while (!trial.isOver) {
    const result = await world.runProgram(["integrity", "--db", "memory.db"]);
    if (result.exitCode !== 0) bad.push(result);
  }
  return bad;
}

test(
  `twelve writers that are killed at random for ${SECONDS} s lose nothing that they acknowledged`,
  { timeout: (SECONDS + 120) * 1000 },
  async () => {
    using world = createWorld();
    await world.data(["init-db", "--db", "memory.db"]);
    const trial: Trial = { acknowledged: [], errors: [], running: new Set(), kills: 0, isOver: false };
    for (let writer = 0; writer < WRITERS; writer += 1) keepWriting(world, `w${writer}`, trial);

    const [bad] = await Promise.all([keepChecking(world, trial), killAtRandom(trial)]);

    expect(trial.errors).toEqual([]);
    expect(bad).toEqual([]);
    expect(trial.kills).toBeGreaterThan(SECONDS);
    const report = documentOf(await world.runProgram(["integrity", "--full", "--db", "memory.db"]));
    expect(report).toMatchObject({ ok: true, data: { ok: true, chain: { valid: true } } });
    const stored = new Set<number>();
    let cursor: string | undefined;
    do {
      const page = ["list-claims", "--all-scopes", "--include-archived", "--limit", "1000", "--db", "memory.db"];
      const { data, meta } = await world.json(cursor === undefined ? page : [...page, "--cursor", cursor]);
      for (const { id } of data as { id: number }[]) stored.add(id);
      cursor = (meta?.["next_cursor"] ?? undefined) as string | undefined;
    } while (cursor !== undefined);
    expect(trial.acknowledged.length).toBeGreaterThan(0);
    expect(trial.acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  },
);
