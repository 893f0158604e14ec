// Proves that the tests can fail: breaks the program in one small way after the other, in a copy of the workspace,
// and runs the tests that must notice. Names of sabotages as arguments run only those. Exit code 1 when one goes unnoticed.
// Start it by `npm run sabotage`, which installs and builds first.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { SABOTAGES } from "./sabotages.mjs";
import { node, ROOT, say } from "./workspace.mjs";

const LEFT_OUT = new Set([".git", ".turbo", "coverage"]);

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !SABOTAGES.some((sabotage) => sabotage.name === name));
if (unknown !== undefined) {
  say(`unknown sabotage "${unknown}"; one of: ${SABOTAGES.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}

const chosen = SABOTAGES.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const copy = copyOfWorkspace();
try {
  process.exitCode = isEachNoticed(chosen) ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function isEachNoticed(sabotages) {
  const tests = [...new Set(sabotages.flatMap((sabotage) => sabotage.tests))];
  say("the tests on the program as it is");
  if (!passes(tests, true)) {
    say("they fail before anything is broken: that a broken program fails them would say nothing");
    return false;
  }
  const verdicts = sabotages.map((sabotage) => {
    const isNoticed = failsWhenBroken(sabotage);
    process.stdout.write(`${isNoticed ? "noticed  " : "UNNOTICED"}  ${sabotage.name}\n`);
    return isNoticed;
  });
  return verdicts.every(Boolean);
}

function failsWhenBroken({ name, file, find, replace, tests }) {
  say(`sabotage: ${name}`);
  const path = join(copy, file);
  const text = readFileSync(path, "utf8");
  if (text.split(find).length !== 2) throw new Error(`${name}: ${file} does not hold the code to break exactly once`);
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
  try {
    return !passes(tests);
  } finally {
    writeFileSync(path, text);
  }
}

/** The packages with their own links; what is installed for all of them is shared. */
function copyOfWorkspace() {
  const copy = mkdtempSync(join(tmpdir(), "memorymaster-sabotage-"));
  const isKept = (source) =>
    !LEFT_OUT.has(basename(source)) && source !== join(ROOT, "node_modules") && source !== `${ROOT}node_modules`;
  cpSync(ROOT, copy, { recursive: true, verbatimSymlinks: true, filter: isKept });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"), "junction");
  return copy;
}

function passes(tests, isShown = false) {
  const runner = join(copy, "node_modules/vitest/vitest.mjs");
  const args = [runner, "run", "--config", "vitest.workspace.ts", "--bail=1", "--reporter=dot", ...tests];
  return node(args, { cwd: copy, stdio: ["ignore", isShown ? 2 : "ignore", isShown ? 2 : "ignore"] }) === 0;
}
