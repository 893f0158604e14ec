import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import { startKillTrial } from "@memorymaster/test-support";
import type { KillTrial } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { createWorld, documentOf } from "./support/cli.ts";
import type { World } from "./support/cli.ts";

const WRITER = fileURLToPath(new URL("support/endless-writer.mjs", import.meta.url));
const WRITERS = 12;
/** `MEMORYMASTER_TRIAL_ROUNDS=20` for a longer trial by hand. */
const ROUNDS = Number(process.env["MEMORYMASTER_TRIAL_ROUNDS"] ?? 3);

/** Checks the store over and over while it is written to. */
async function keepChecking(world: World, trial: KillTrial): Promise<unknown[]> {
  const bad: unknown[] = [];
  while (!trial.isOver) {
    const result = await world.runProgram(["integrity", "--db", "memory.db"]);
    if (result.exitCode !== 0) bad.push(result);
  }
  return bad;
}

/** Uids of all claims, page by page. */
async function storedUids(world: World): Promise<ReadonlySet<string>> {
  const stored = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = ["list-claims", "--all-scopes", "--include-archived", "--limit", "1000", "--db", "memory.db"];
    const { data, meta } = await world.json(cursor === undefined ? page : [...page, "--cursor", cursor]);
    for (const { uid } of data as { uid: string }[]) stored.add(uid);
    cursor = (meta?.["next_cursor"] ?? undefined) as string | undefined;
  } while (cursor !== undefined);
  return stored;
}

test(
  `twelve writers that are killed ${ROUNDS} times lose nothing that they acknowledged`,
  { timeout: (ROUNDS * 10 + 120) * 1000 },
  async () => {
    using world = createWorld();
    await world.data(["init-db", "--db", "memory.db"]);

    const trial = startKillTrial({
      processes: WRITERS,
      rounds: ROUNDS,
      start: (name) => spawn(process.execPath, [WRITER, world.temp.at("project", "memory.db"), world.project, name]),
    });
    const [bad] = await Promise.all([keepChecking(world, trial), trial.ended]);

    const report = documentOf(await world.runProgram(["integrity", "--full", "--db", "memory.db"]));
    const ingests = await world.json(["list-events", "--event-type", "ingest", "--db", "memory.db"]);
    const stored = await storedUids(world);
    expect(trial.errors).toEqual([]);
    expect(bad).toEqual([]);
    expect(trial.kills).toBeGreaterThanOrEqual(ROUNDS);
    expect(report).toMatchObject({ ok: true, data: { ok: true, chain: { valid: true } } });
    expect(ingests.meta).toMatchObject({ total: stored.size });
    expect(trial.acknowledged.length).toBeGreaterThan(ROUNDS);
    expect(trial.acknowledged.filter((uid) => !stored.has(uid))).toEqual([]);
  },
);
