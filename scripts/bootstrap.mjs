// From a bare clone to installed, built and tested, with Node and npm alone: pnpm is fetched by npx when it is needed.
// Uses Node built-ins only, since it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countRequirements, summarize } from "./test-summary.mjs";
import { complain, listPackages, node, pnpm, readJson, ROOT, say } from "./workspace.mjs";

const STAMP = join(ROOT, "node_modules", ".memorymaster-install.json");
const PROGRESS = { stdio: ["ignore", 2, 2] };

const COMMANDS = {
  install,
  build: () => install() || build(),
  test: (args) => install() || build() || runTests("vitest.workspace.ts", args),
  "test:data": (args) => install() || build() || runTests("vitest.data.ts", args),
  quickstart: (args) => install() || build() || node(["scripts/quickstart.mjs", ...args]),
  check: (args) => install() || build() || pnpm(["exec", "node", "scripts/check.mjs", ...args]),
  sabotage: (args) => install() || build() || node(["scripts/sabotage.mjs", ...args]),
  bench: (args) => install() || build() || measure(args),
};

const [name = "", ...rest] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command === undefined) say(`unknown command "${name}"; one of: ${Object.keys(COMMANDS).join(", ")}`);
process.exitCode = command === undefined ? 2 : command(rest);

/** Exit code of the install, 0 when nothing was to do. */
function install() {
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === currentStamp()) return 0;
  say("installing dependencies (the first time compiles SQLite: about a minute)");
  let exitCode = installLocked();
  if (exitCode === 0 && !nativeModuleLoads()) {
    say("the compiled SQLite module belongs to another Node version: installing again from scratch");
    removeInstalled();
    exitCode = installLocked();
    if (exitCode === 0 && !nativeModuleLoads())
      return complain("better-sqlite3 does not load; is a C++ compiler there?");
  }
  if (exitCode === 0) writeFileSync(STAMP, currentStamp());
  return exitCode;
}

function installLocked() {
  return pnpm(["install", "--frozen-lockfile"], PROGRESS);
}

/** What an install depends on: the locked versions, and the binary interface that native modules are built for. */
function currentStamp() {
  const lockfile = createHash("sha256")
    .update(readFileSync(join(ROOT, "pnpm-lock.yaml")))
    .digest("hex");
  const { modules } = process.versions;
  return JSON.stringify({ lockfile, modules, platform: process.platform, arch: process.arch });
}

/** Loading runs in a process of its own: a module of another Node version cannot be unloaded again. */
function nativeModuleLoads() {
  const code = "new (require('better-sqlite3'))(':memory:').close()";
  const cwd = join(ROOT, "packages", "store-sqlite");
  return spawnSync(process.execPath, ["-e", code], { cwd, stdio: "ignore" }).status === 0;
}

/** The installer calls a module of another Node version up to date, so the folders have to go. */
function removeInstalled() {
  const folders = [".", ...listPackages().map(({ folder }) => folder)];
  for (const folder of folders) rmSync(join(ROOT, folder, "node_modules"), { recursive: true, force: true });
}

function build() {
  say("building");
  return pnpm(["run", "build:packages"], PROGRESS);
}

/** Runs vitest and closes with one plain line of counts, which is what automatic readers look for. */
function runTests(config, args) {
  say("running the tests");
  const folder = mkdtempSync(join(tmpdir(), "memorymaster-test-"));
  const report = join(folder, "report.json");
  const vitest = join("node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const exitCode = node([vitest, "run", "--config", config, ...reporters, ...args]);
  const result = existsSync(report) ? readJson(report) : undefined;
  rmSync(folder, { recursive: true, force: true });
  const { line, ok } = summarize(result, exitCode);
  const { lines, equal } = countRequirements(result);
  process.stdout.write(`\n${[...lines, line].join("\n")}\n`);
  // A run of some of the files has no use for the comparison.
  const complete = equal || args.length > 0 || complain("not every backend ran the same requirements") === 0;
  return ok && complete ? 0 : exitCode || 1;
}

/** `npm run bench -- NAME [arguments]` runs `bench/NAME.mjs` on the built packages. */
function measure([program = "foundation", ...args]) {
  const file = join(ROOT, "bench", `${program}.mjs`);
  return existsSync(file) ? node([file, ...args]) : complain(`${file} does not exist`);
}
