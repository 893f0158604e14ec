import { appendFileSync } from "node:fs";

import { expect, test } from "vitest";

import { createWorld } from "./support/cli.ts";
import type { World } from "./support/cli.ts";

interface Mined {
  readonly scanned: number;
  readonly turns_stored: number;
  readonly ingested: number;
  readonly duplicates: number;
  readonly redacted: number;
  readonly lines: Readonly<Record<string, { readonly kept: number; readonly dropped: number }>>;
}

const TOKEN = `ghp_aB3dE6fG9hJ2kL5mN8pQ1rS4tU7vW0xYzAbC`;

function line(world: World, role: string, content: string): string {
  const message = { role, content };
  const cwd = world.temp.at("shop");
  return `${JSON.stringify({ type: role, message, cwd, sessionId: "s1", timestamp: "2026-03-10T09:12:00Z" })}\n`;
}

async function preparedWorld(): Promise<World> {
  const world = createWorld();
  world.temp.folder("shop");
  await world.data(["--stealth", "init-db"]);
  world.temp.write(
    "project/s1.jsonl",
    line(world, "user", `Why does the queue stall? The key is ${TOKEN}`) +
      line(world, "assistant", "The root cause was a lock that two workers shared for an hour."),
  );
  return world;
}

test("a session is taken in once, and what is appended by the next run", async () => {
  using world = await preparedWorld();
  const mine = ["mine-transcript", "--input", "s1.jsonl"];

  const first = await world.data<Mined>(mine);
  const second = await world.data<Mined>(mine);
  appendFileSync(world.temp.at("project", "s1.jsonl"), line(world, "user", "And what is to be done about it?"));
  const third = await world.data<Mined>(mine);

  expect(first).toMatchObject({ scanned: 2, turns_stored: 2, ingested: 1, redacted: 1, duplicates: 0 });
  expect(first.lines["prose"]).toEqual({ kept: 2, dropped: 0 });
  expect(second).toMatchObject({ scanned: 0, turns_stored: 0, ingested: 0, duplicates: 0 });
  expect(third).toMatchObject({ scanned: 1, turns_stored: 1, ingested: 0 });
  const claims = await world.data<readonly { scope: string; claim_type: string }[]>(["list-claims", "--all-scopes"]);
  expect(claims.map(({ scope, claim_type: type }) => [scope, type])).toEqual([["project:shop", "bug"]]);
});

test("the scope may be given, and claims may be left out", async () => {
  using world = await preparedWorld();

  const turns = await world.data<Mined>(["mine-transcript", "--input", ".", "--scope", "project:queue", "--no-claims"]);
  const claims = await world.data<Mined>(["mine-transcript", "--input", ".", "--scope", "project:queue", "--max", "5"]);

  expect([turns.turns_stored, turns.ingested]).toEqual([2, 0]);
  expect([claims.turns_stored, claims.ingested]).toEqual([0, 1]);
  const { stdout } = await world.run(["list-claims", "--all-scopes"]);
  expect(stdout).toContain('"scope":"project:queue"');
});

test("a file that is not there, or of which no line is a turn, is a failure of the command", async () => {
  using world = await preparedWorld();
  world.temp.write("project/other.jsonl", '{"kind":"chat"}\n');

  const missing = await world.run(["mine-transcript", "--input", "none.jsonl"]);
  const foreign = await world.run(["mine-transcript", "--input", "other.jsonl"]);
  const usage = await world.run(["mine-transcript"]);

  expect([missing.exitCode, foreign.exitCode, usage.exitCode]).toEqual([1, 1, 2]);
  expect(missing.stdout).toContain("file not found");
  expect(JSON.parse(foreign.stdout)).toMatchObject({
    ok: false,
    code: "PARTIAL",
    data: { scanned: 1, lines: { metadata: { kept: 0, dropped: 1 } } },
    error: "1 lines were read, and none of them tells of a turn",
  });
});

test("no database is made for it", async () => {
  using world = createWorld();
  world.temp.write("project/s1.jsonl", "{}\n");

  const { exitCode, stdout } = await world.run(["--stealth", "mine-transcript", "--input", "s1.jsonl"]);

  expect([exitCode, world.temp.exists("project/.memorymaster-stealth.db")]).toEqual([2, false]);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, code: "NOT_FOUND" });
});

test("text says what became of the lines", async () => {
  using world = await preparedWorld();

  const { stdout } = await world.run(["--text", "mine-transcript", "--input", "s1.jsonl"]);

  expect(stdout).toBe(
    "prose: kept=2 dropped=0\nscanned=2 turns_stored=2 ingested=1 skipped=0 duplicates=0 redacted=1\n",
  );
});
