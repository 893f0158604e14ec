import { join } from "node:path";

import { createRepository, writeTinyModel } from "@memorymaster/test-support";
import { afterAll, beforeAll, expect, test } from "vitest";

import { COMMANDS } from "../src/table/commands.ts";
import { createWorld, documentOf } from "./support/cli.ts";
import type { World } from "./support/cli.ts";
import { writeLegacyDatabase } from "./support/legacy-database.ts";

/** One working call of each command, on a store with the claims 1 and 2, which are linked, and 3, a near-twin of 1. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  ingest: ["--text", "Backups run at midnight"],
  show: ["1"],
  "list-claims": [],
  pin: ["1"],
  confirm: ["1"],
  archive: ["1", "2"],
  undo: ["5"],
  ready: [],
  "steward-proposals": [],
  "resolve-proposal": ["--action", "reject", "--claim-id", "1"],
  "recompute-tiers": [],
  "run-cycle": [],
  "run-daemon": ["--max-cycles", "1"],
  "check-staleness": [],
  "verify-claims": ["--scope", "user"],
  dedup: ["--dry-run"],
  "resolve-conflicts": [],
  "auto-resolve": [],
  "detect-contradictions": [],
  compact: [],
  "archive-by-source": ["nobody"],
  "run-steward": [],
  "review-queue": [],
  "llm-steward": ["--delay", "0"],
  "extract-claims": ["--stdin"],
  "compact-summaries": ["--dry-run"],
  "evolve-skills": [],
  "quality-scores": [],
  "feedback-stats": [],
  "recompute-confidence-priors": [],
  "redact-claim": ["1", "--mode", "erase", "--yes"],
  query: ["which port does staging use"],
  context: ["staging"],
  "federated-query": ["which port does staging use"],
  "recall-analysis": ["--query", "which port does staging use"],
  "search-verbatim": ["which port does staging use"],
  recall: ["staging"],
  observe: ["--text", "We decided to deploy on Tuesdays"],
  "mine-transcript": ["--input", "session.jsonl"],
  "list-events": [],
  history: ["1"],
  link: ["2", "1", "--type", "supports"],
  unlink: ["1", "2"],
  links: ["1"],
  snapshot: ["-m", "before the change"],
  snapshots: [],
  rollback: ["nogit", "--yes"],
  diff: ["nogit"],
  backup: ["--output", "backup.db"],
  restore: ["kept.db"],
  "install-hook": [],
  export: ["--output", "whole.jsonl"],
  import: ["kept.jsonl"],
  "merge-db": ["--source", "other.db"],
  "export-delta": ["--output", "changes.db"],
  "import-legacy": ["old.db"],
  "init-db": [],
  where: [],
  stats: [],
  config: ["show"],
  completion: ["bash"],
  integrity: [],
  doctor: [],
  "drain-spool": [],
  "verbatim-cleanup": [],
  "stealth-status": [],
  models: ["list"],
  "qdrant-sync": [],
  "qdrant-reconcile": [],
  "qdrant-search": ["which port does staging use"],
};

/** Commands that need no database, and those that make one. */
const WORK_WITHOUT_DATABASE = [
  "ingest",
  "observe",
  "restore",
  "install-hook",
  "import",
  "merge-db",
  "import-legacy",
  "init-db",
  "where",
  "config",
  "completion",
  "doctor",
  "stealth-status",
  "models",
];
const DOCUMENTS = COMMANDS.filter(({ document }) => document === true).map(({ name }) => name);
const NAMES = COMMANDS.map(({ name }) => name);

/** Of a call that succeeds: a copy of a database is not as private as doctor wants it. */
const exitsOf = (name: string): readonly number[] => (name === "doctor" ? [0, 3] : [0]);

/** The tiny model stands for the default one. */
const TINY_MODEL = "multilingual-e5-small";
const TURN = { role: "user", content: "Which port does the staging API listen on?" };

/** Prints a line for each cycle as it comes, and no envelope. */
const STREAMS = ["run-daemon"];
const ENVELOPED = NAMES.filter((name) => !STREAMS.includes(name));

const callOf = (name: string): readonly string[] => [name, ...(CALLS[name] ?? [])];

const STORE = "project/.memorymaster-stealth.db";
let template: World;
/** Of the template, from its project folder on. */
let snapshotFiles: readonly string[];
let exported: string;

beforeAll(async () => {
  template = createWorld();
  const lines = [
    { text: "The staging API listens on port 7443", citations: ["docs/ops.md|L12|listens on 7443"] },
    { text: "Ana owns the billing queue" },
    { text: "The staging API listens on port 7444" },
  ];
  const input = lines.map((line) => JSON.stringify(line)).join("\n");
  await template.data(["--stealth", "ingest", "--input", "-"], { input });
  await template.data(["--stealth", "link", "1", "2"]);
  const { filename } = await template.data<{ filename: string }>(["--stealth", "snapshot"]);
  exported = (await template.run(["--stealth", "export"])).stdout;
  snapshotFiles = [filename, filename.replace(/db$/, "meta")].map((name) => `project/.memorymaster/snapshots/${name}`);
});

afterAll(() => template[Symbol.dispose]());

/** A world whose project holds a copy of the store, under another name where the call is to make it. */
function filledWorld(call = ""): World {
  const world = createWorld();
  const store = call === "restore" ? "project/kept.db" : STORE;
  world.temp.write(store, template.temp.bytes(STORE));
  for (const file of snapshotFiles) world.temp.write(file, template.temp.bytes(file));
  world.temp.write("project/kept.jsonl", exported);
  if (call === "mine-transcript") world.temp.write("project/session.jsonl", `${JSON.stringify(TURN)}\n`);
  if (call === "merge-db") world.temp.write("project/other.db", template.temp.bytes(STORE));
  if (call === "import-legacy") writeLegacyDatabase(world.temp.at("project", "old.db"), ["Ana owns the billing queue"]);
  if (call.startsWith("qdrant-")) writeTinyModel(join(world.home, ".memorymaster", "models", "Xenova", TINY_MODEL));
  if (call === "install-hook") createRepository(world.project);
  return world;
}

test("every command has a call in these tests", () => {
  expect(Object.keys(CALLS).sort()).toEqual([...NAMES].sort());
});

test("--help lists every command, and exits with 0", async () => {
  using world = createWorld();

  const { exitCode, stdout, stderr } = await world.run(["--help"]);

  expect([exitCode, stderr]).toEqual([0, ""]);
  expect(NAMES.filter((name) => !stdout.includes(`\n  ${name} `))).toEqual([]);
});

test.each(NAMES)("%s --help shows usage and examples, and exits with 0", async (name) => {
  using world = createWorld();

  const { exitCode, stdout, stderr } = await world.run([name, "--help"]);

  expect([exitCode, stderr]).toEqual([0, ""]);
  expect(stdout).toContain(`Usage: memorymaster ${name}`);
  expect(stdout).toContain(`Examples:\n  # `);
  expect(stdout).toContain("Global Options:");
});

test.each(ENVELOPED)("%s --json of the built program prints one JSON document when it succeeds", async (name) => {
  using world = filledWorld(name);

  const result = await world.runProgram([...callOf(name), "--json", "--stealth"]);

  expect(exitsOf(name)).toContain(result.exitCode);
  expect(result.stderr).toBe("");
  const envelope = documentOf(result);
  expect(Object.keys(envelope).sort()).toEqual(["data", "meta", "ok"]);
  expect(envelope.ok).toBe(true);
  expect(envelope.meta?.["query_ms"]).toBeGreaterThanOrEqual(0);
});

test.each(ENVELOPED)("%s --text prints text for people, and nothing of it is JSON", async (name) => {
  using world = filledWorld(name);

  const { exitCode, stdout, stderr } = await world.run(["--text", "--stealth", ...callOf(name)]);

  expect(exitsOf(name)).toContain(exitCode);
  expect(stderr).toBe("");
  expect(stdout).toMatch(/\S[^]*\n$/);
  expect(stdout).not.toContain('{"ok"');
});

test.each(["query", "pin", "where"])("%s prints the envelope when stdout is no terminal", async (name) => {
  using world = filledWorld();

  expect(await world.json(["--stealth", ...callOf(name)])).toMatchObject({ ok: true });
});

test.each(DOCUMENTS.filter((name) => !STREAMS.includes(name)))(
  "%s prints its document alone when stdout is no terminal",
  async (name) => {
    using world = filledWorld();

    const raw = await world.run(["--stealth", ...callOf(name)]);
    const text = await world.run(["--text", "--stealth", ...callOf(name)]);

    expect(raw.stdout).toBe(text.stdout);
    expect(raw.stdout).not.toContain('{"ok"');
  },
);

test.each(NAMES.filter((name) => !WORK_WITHOUT_DATABASE.includes(name)))(
  "%s without a database says so, makes none and exits with 2",
  async (name) => {
    using world = createWorld();
    const path = world.temp.at("project", "none.db");

    const json = await world.run(["--json", ...callOf(name), "--db", "none.db"]);
    const text = await world.run(["--text", ...callOf(name), "--db", "none.db"]);

    expect([json.exitCode, text.exitCode]).toEqual([2, 2]);
    expect(documentOf(json)).toMatchObject({
      ok: false,
      code: "NOT_FOUND",
      error: expect.stringContaining(path) as unknown,
    });
    expect(text.stdout).toBe("");
    expect(text.stderr).toMatch(/^error: .*none\.db.*create it with: memorymaster init-db\n$/);
    expect(world.temp.exists("project/none.db")).toBe(false);
  },
);

test.each(["query", "ingest", "completion"])("%s refuses an option that it does not have", async (name) => {
  using world = createWorld();

  const result = await world.run([...callOf(name), "--json", "--bogus"]);

  expect(result.exitCode).toBe(2);
  expect(documentOf(result)).toMatchObject({ ok: false, code: "USAGE" });
  expect(result.stderr).toMatch(/^error: .*--bogus.*\n$/);
});

test("an unknown command is refused with the nearest one", async () => {
  using world = createWorld();

  const result = await world.run(["querry", "port"]);

  expect(result.exitCode).toBe(2);
  expect(documentOf(result)).toEqual({
    ok: false,
    code: "USAGE",
    error: "unknown command 'querry' (Did you mean query?); see memorymaster --help",
  });
  expect(result.stderr).toBe("error: unknown command 'querry' (Did you mean query?); see memorymaster --help\n");
});

test("a document command that fails prints nothing on stdout unless JSON is asked for", async () => {
  using world = createWorld();

  const { exitCode, stdout, stderr } = await world.run(["context", "staging", "--db", "none.db"]);

  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^error: /);
});

test("the version is printed without a document around it, unless JSON is asked for", async () => {
  using world = createWorld();

  const plain = await world.runProgram(["--version"]);
  const json = await world.run(["--version", "--json"]);

  expect(plain).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^memorymaster \d+\.\d+\.\d+\n$/) as unknown,
  });
  expect(documentOf(json)).toMatchObject({ ok: true, data: { version: plain.stdout.trim().split(" ")[1] } });
});
