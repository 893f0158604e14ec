// Runs the same commands on a SQLite file and on a Postgres database and compares what they print. Usage:
//   node scripts/compare-backends.mjs [command…]     only the steps of these commands
// Needs a build. Starts its own server, or takes the one in MEMORYMASTER_TEST_POSTGRES_URL. Exit code 1 when anything
// differs, when a step ends otherwise than expected, or when a command of the program has no step.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { createDatabase } from "../packages/test-support/src/postgres-database.mjs";
import { startPostgres } from "../packages/test-support/src/postgres-server.mjs";
import { ENVIRONMENT, INPUT, LEGACY, STEPS } from "./compare-steps.mjs";
import { ROOT } from "./workspace.mjs";

const Database = createRequire(join(ROOT, "packages", "store-sqlite", "package.json"))("better-sqlite3");
const PROGRAM = join(ROOT, "apps", "cli", "dist", "bin.js");
const GIT = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: "1" };
const PROJECT = "shop";
/** Each step happens a minute after the one before, on both sides. */
const START_MS = Date.parse("2026-06-01T00:00:00Z");
const STEP_MS = 60_000;
/** Ids that are drawn at random, what is hashed from them, and the marks of redacted words, which are salted. */
const RANDOM =
  /(?<="signature\\?":\\?")[0-9a-f]{16}|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{64}\b|(?<=\[REDACTED_\w+:)[0-9a-f]+/g;
/** What may differ: the time it took, and what only a file has. */
const VOLATILE = new Set([
  ...["query_ms", "exists", "size_bytes", "quick_check", "fk_check", "files"],
  ...["checkpoint", "vacuum_snapshot"],
]);

const STEP_LIST = STEPS.trim()
  .split("\n")
  .map((step) => step.match(/^(?<exit>\d) (?<about>\w+) (?<line>(?<command>\S+).*)$/).groups);

/** Where one side runs, its database and another one, and its random words in the order in which they appeared. */
function createSide(root, name, databases) {
  const folder = join(root, name);
  const project = join(folder, PROJECT);
  const other = join("..", "..", name === "sqlite" ? "postgres" : "sqlite", PROJECT);
  const env = { ...GIT, HOME: folder, ...ENVIRONMENT };
  mkdirSync(project, { recursive: true });
  for (const [name, content] of Object.entries(INPUT)) writeFileSync(join(project, name), content);
  new Database(join(project, "old.db")).exec(LEGACY).close();
  // One and the same commit, so that both folders are one project.
  const date = "2026-01-01T00:00:00Z";
  const options = { cwd: project, env: { ...env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date } };
  const who = ["-c", "user.name=ana", "-c", "user.email=ana@example.org"];
  spawnSync("git", ["init", "--quiet", "--initial-branch=main"], options);
  spawnSync("git", [...who, "commit", "--quiet", "--allow-empty", "-m", "begin"], options);
  return { folder, project, other, databases, env, random: new Map() };
}

/** Exit code and output of a step on one side. */
async function run(side, { line, about }, index) {
  if (line.includes("{newest}")) {
    const { stdout } = await run(side, { line: "list-events --limit 1", about }, index);
    return run(side, { line: line.replace("{newest}", JSON.parse(stdout).data[0].id), about }, index);
  }
  const words = line
    .replace("{other}", side.other)
    .replace("{copy}", side.databases[1])
    .match(/'[^']*'|\S+/g);
  const args = words.map((word) => word.replace(/^'(.*)'$/, "$1"));
  const database = side.databases[about === "copy" ? 1 : 0];
  const env = { ...side.env, MEMORYMASTER_TEST_NOW: new Date(START_MS + index * STEP_MS).toISOString() };
  const options = { cwd: side.project, env, stdio: ["ignore", "pipe", "pipe"] };
  const child = spawn(process.execPath, [PROGRAM, "--json", "--db", database, ...args], options);
  const ended = new Promise((resolve) => child.on("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { exit: await ended, stdout, stderr };
}

/** What both sides should have in common: lines of `place: value`. */
function comparable(side, output) {
  const named = [...side.databases.map(shown), side.folder].reduce(
    (rest, name, index) => rest.replaceAll(name, ["<database>", "<copy>", "<folder>"][index]),
    output.replace(RANDOM, (word) => {
      if (!side.random.has(word)) side.random.set(word, `random ${side.random.size + 1}`);
      return side.random.get(word);
    }),
  );
  return named
    .split("\n")
    .filter((line) => line !== "")
    .flatMap((line, index) => (/^[[{]/.test(line) ? flatten(JSON.parse(line), `${index}`) : [`${index}: ${line}`]));
}

function flatten(given, place) {
  // The payload of an event is JSON in a text.
  const value = place.endsWith(".payload_json") && given !== null ? JSON.parse(given) : given;
  if (value === null || typeof value !== "object") return [`${place}: ${JSON.stringify(value)}`];
  const parts = Object.entries(value).filter(([key]) => !VOLATILE.has(key));
  return parts.length === 0
    ? [`${place}: ${Array.isArray(value) ? "[]" : "{}"}`]
    : parts.flatMap(([key, part]) => flatten(part, `${place}.${key}`));
}

/** The name of a database as the program prints it: never with its password. */
function shown(database) {
  return database.replace(/^(postgresql:\/\/[^:]+:)[^@]+@/, "$1***@");
}

/** Lines that only one side has. */
function differences([sqlite, postgres]) {
  const [inSqlite, inPostgres] = [new Set(sqlite), new Set(postgres)];
  return [
    ...sqlite.filter((line) => !inPostgres.has(line)).map((line) => `SQLite    ${line}`),
    ...postgres.filter((line) => !inSqlite.has(line)).map((line) => `Postgres  ${line}`),
  ];
}

/** Runs one step on both sides; returns what is wrong with it. */
async function compare(sides, step, index) {
  const results = await Promise.all(sides.map((side) => run(side, step, index)));
  const wrongExit = results.flatMap(({ exit, stdout, stderr }) =>
    exit === Number(step.exit) ? [] : [`exit ${exit} instead of ${step.exit}: ${stdout.trim() || stderr.trim()}`],
  );
  const secrets = sides[1].databases.map((url) => new URL(url).password);
  const printed = results.map(({ stdout, stderr }) => stdout + stderr).join();
  const leaks = secrets.filter((secret) => printed.includes(secret)).map(() => "the password is in the output");
  const written = / --output (\S+)/.exec(step.line)?.[1];
  const files = written === undefined ? [[], []] : sides.map((side) => comparable(side, readText(side, written)));
  const outputs = step.about === "each" ? [[], []] : sides.map((side, i) => comparable(side, results[i].stdout));
  return [...wrongExit, ...leaks, ...differences(outputs), ...differences(files)];
}

function readText({ project }, name) {
  const file = join(project, name);
  if (!existsSync(file)) return `no file ${name}`;
  // What a database holds is compared by the commands that take it in.
  return name.endsWith(".db") ? "a database" : readFileSync(file, "utf8");
}

/** On Postgres, commands about the database as a file say whose tool does that. */
async function refuse([, postgres], step, index) {
  const { exit, stdout } = await run(postgres, step, index);
  return exit === 1 && stdout.includes("pg_dump") ? [] : [`exit ${exit}, or no word of pg_dump: ${stdout.trim()}`];
}

/** Names in the help of the program that no step has. */
function commandsWithoutStep() {
  const { stdout } = spawnSync(process.execPath, [PROGRAM, "--help"], { encoding: "utf8" });
  const names = [...stdout.split("Commands:")[1].matchAll(/^ {2}([a-z][a-z-]+) /gm)].map(([, name]) => name);
  const known = new Set(STEP_LIST.map(({ command }) => command));
  return names.filter((name) => !known.has(name) && !["help", "memorymaster"].includes(name));
}

async function main(names) {
  const folder = mkdtempSync(join(tmpdir(), "memorymaster-compare-"));
  const server = await startPostgres();
  const databases = [await createDatabase(server.url), await createDatabase(server.url)];
  const failed = commandsWithoutStep().map((name) => `${name}: has no step here`);
  try {
    const urls = databases.map(({ url }) => url);
    const files = ["memory.db", "copy.db"].map((name) => join(folder, name));
    const sides = [createSide(folder, "sqlite", files), createSide(folder, "postgres", urls)];
    const steps = STEP_LIST.filter(({ command }) => names.length === 0 || names.includes(command));
    for (const [index, step] of steps.entries()) {
      const [check, word] = step.about === "file" ? [refuse, "refused"] : [compare, "same"];
      const wrong = await check(sides, step, index);
      process.stdout.write(`${(wrong.length === 0 ? word : "WRONG").padEnd(8)} ${step.exit}  ${step.line}\n`);
      failed.push(...wrong.map((what) => `${step.line}\n    ${what}`));
    }
    process.stdout.write(`\n${steps.length} steps\n${failed.join("\n")}\n`);
  } finally {
    for (const database of databases) await database.drop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return failed.length === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
