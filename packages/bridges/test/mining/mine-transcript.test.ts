import { appendFileSync, symlinkSync } from "node:fs";

import { tempFolder } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { mineTranscript } from "../../src/index.ts";
import type { MineOptions, MineResult } from "../../src/index.ts";
import { claude, codex } from "../support/lines.ts";
import { memoryCursors } from "../support/memory-cursors.ts";
import { openMiningWorld } from "../support/mining-memory.ts";
import type { MiningWorld } from "../support/mining-memory.ts";

const CAUSE = "I looked into it. The root cause was a lock that two workers shared, for an hour each.";
const QUESTION = claude("user", "Why does the queue stall at noon?");
const ANSWER = claude("assistant", CAUSE);

function miner(world: MiningWorld, given: Partial<MineOptions> = {}): (input: string) => Promise<MineResult> {
  const options = { cursors: memoryCursors(), scopeOf: async () => "project:shop", ...given };
  return (input) => mineTranscript(world.memory, { ...options, input });
}

test("turns are stored word for word, and what an answer states is a candidate with its place", async () => {
  using temp = tempFolder();
  await using world = await openMiningWorld(temp.at("memory.db"));
  const file = temp.write("s1.jsonl", `${QUESTION}\n${ANSWER}\n${claude("assistant", "Fine")}\n`);

  const { lines, ...sums } = await miner(world)(file);

  expect(sums).toEqual({
    scanned: 3,
    turnsStored: 2,
    ingested: 1,
    skipped: 1,
    duplicates: 0,
    redacted: 0,
    error: undefined,
  });
  expect(lines.prose).toEqual({ kept: 3, dropped: 0 });
  expect((await world.turns()).map(({ content, scope }) => [content, scope])).toEqual([
    ["Why does the queue stall at noon?", "project:shop"],
    [CAUSE, "project:shop"],
  ]);
  const [claim] = (await world.memory.claims.list({ scopes: "all" })).items;
  expect(claim).toMatchObject({
    text: CAUSE,
    claimType: "bug",
    predicate: "bug",
    subject: undefined,
    status: "candidate",
    confidence: 0.5,
    scope: "project:shop",
    sourceAgent: "transcript-miner",
  });
  const { citations } = await world.memory.claims.get(claim?.id ?? 0);
  expect(citations.map(({ source, locator }) => [source, locator])).toEqual([["transcript", "session=s1;line=2"]]);
});

test("the same again changes nothing, with the cursors and without", async () => {
  using temp = tempFolder();
  await using world = await openMiningWorld(temp.at("memory.db"));
  const file = temp.write("s1.jsonl", `${QUESTION}\n${ANSWER}\n`);
  const mine = miner(world);
  await mine(file);

  expect(await mine(file)).toMatchObject({ scanned: 0, turnsStored: 0, ingested: 0, duplicates: 0, error: undefined });
  expect(await miner(world)(file)).toMatchObject({ scanned: 2, turnsStored: 0, ingested: 0, duplicates: 3 });
  appendFileSync(file, `${claude("assistant", "The workaround is to restart the worker before noon comes.")}\n`);
  expect(await mine(file)).toMatchObject({ scanned: 1, turnsStored: 1, ingested: 1 });
});

test("claims end at the limit, and the next run goes on behind them", async () => {
  using temp = tempFolder();
  await using world = await openMiningWorld(temp.at("memory.db"));
  const answers = ["red", "green", "blue"].map((name) =>
    claude(
      "assistant",
      `The ${name} queue stalls at noon. The root cause was the lock of the ${name} worker in the pool.`,
    ),
  );
  const file = temp.write("s1.jsonl", answers.map((line) => `${line}\n`).join(""));
  const mine = miner(world, { maxClaims: 2 });

  expect(await mine(file)).toMatchObject({ turnsStored: 3, ingested: 2 });
  expect(await mine(file)).toMatchObject({ turnsStored: 0, ingested: 1, duplicates: 0 });
  expect(await miner(world, { maxClaims: 0 })(file)).toMatchObject({ duplicates: 3, ingested: 0 });
});

test("neither prompts for sub-agents nor what holds a secret become claims", async () => {
  using temp = tempFolder();
  await using world = await openMiningWorld(temp.at("memory.db"));
  const secret = `The root cause was the key ghp_aB3dE6fG9hJ2kL5mN8pQ1rS4tU7vW0xYzAbC in the config. It is gone by now.`;
  const file = temp.write(
    "s1.jsonl",
    `${claude("user", CAUSE, { isSidechain: true, agentId: "a1" })}\n${claude("assistant", secret)}\n${claude("user", CAUSE)}\n`,
  );

  expect(await miner(world)(file)).toMatchObject({ turnsStored: 3, ingested: 0, redacted: 1 });
  expect(JSON.stringify(await world.turns())).not.toContain("ghp_");
});

test("a folder is read by name with all below it, links aside, and each session has the scope of its folder", async () => {
  using temp = tempFolder();
  await using world = await openMiningWorld(temp.at("memory.db"));
  temp.write(
    "logs/b.jsonl",
    `${codex("session_meta", { id: "c1", cwd: "/srv/b" })}\n${codex("response_item", { type: "message", role: "user", content: "What is this folder for?" })}\n`,
  );
  temp.write("logs/a/s1.jsonl", `${QUESTION}\n`);
  temp.write(
    "logs/a/s1/subagents/agent-a1.jsonl",
    `${claude("assistant", "It is src/queue.ts, I think", { isSidechain: true, agentId: "a1" })}\n`,
  );
  temp.write("logs/notes.md", QUESTION);
  temp.write("elsewhere.jsonl", `${claude("user", "Nothing of this is in the folder")}\n`);
  symlinkSync(temp.at("elsewhere.jsonl"), temp.at("logs", "link.jsonl"));

  const result = await miner(world, { scopeOf: async (cwd) => `project:${cwd?.split("/").at(-1) ?? "none"}` })(
    temp.at("logs"),
  );

  expect(result).toMatchObject({ scanned: 4, turnsStored: 3, error: undefined });
  expect((await world.turns()).map(({ session_id: session, scope }) => [session, scope])).toEqual([
    ["s1", "project:shop"],
    ["s1#a1", "project:shop"],
    ["c1", "project:b"],
  ]);
});

test("lines of which none is a turn are an error, and are read again the next time", async () => {
  using temp = tempFolder();
  await using world = await openMiningWorld(temp.at("memory.db"));
  const file = temp.write("s1.jsonl", '{"kind":"chat","words":"Hello"}\n{"kind":"chat"}\n');
  const mine = miner(world);
  const error = "2 lines were read, and none of them tells of a turn";

  expect(await mine(file)).toMatchObject({ scanned: 2, turnsStored: 0, error });
  expect(await mine(file)).toMatchObject({ scanned: 2, error });
});

test("a file that cannot be read is told, and the others are taken in", async () => {
  using temp = tempFolder();
  await using world = await openMiningWorld(temp.at("memory.db"));
  temp.write("logs/a.jsonl", Buffer.alloc(65 * 1024 * 1024, "x"));
  temp.write("logs/b.jsonl", `${QUESTION}\n`);

  const result = await miner(world)(temp.at("logs"));

  expect(result).toMatchObject({ turnsStored: 1, error: "1 of 2 files could not be read" });
});

test("a path that leads nowhere is refused", async () => {
  using temp = tempFolder();
  await using world = await openMiningWorld(temp.at("memory.db"));

  await expect(miner(world)(temp.at("none.jsonl"))).rejects.toMatchObject({
    code: "input.invalid",
    details: { field: "input" },
  });
});
