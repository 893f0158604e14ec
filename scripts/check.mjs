// Every check, one after the other, with a table at the end. Names of steps as arguments run only those; `--skip-tests`
// leaves out the tests where they have just run. Start it by `npm run check`, which installs and builds first.
import { node, pnpm, say } from "./workspace.mjs";

const tool = (name) => () => pnpm(["run", name]);
const script = (file) => () => node([`scripts/${file}`]);

const STEPS = {
  format: tool("format:check"),
  lint: tool("lint"),
  types: tool("typecheck"),
  imports: tool("depcruise"),
  unused: tool("knip"),
  tests: () => node(["scripts/bootstrap.mjs", "test"]),
  exports: script("check-exports.mjs"),
  sizes: script("check-sizes.mjs"),
  packages: script("check-packages.mjs"),
  consumer: script("check-consumer.mjs"),
};

const args = process.argv.slice(2);
const unknown = args.filter((arg) => arg !== "--skip-tests" && !Object.hasOwn(STEPS, arg));
if (unknown.length > 0) {
  say(`unknown step "${unknown[0]}"; one of: ${Object.keys(STEPS).join(", ")}`);
  process.exit(2);
}
const named = args.filter((arg) => arg !== "--skip-tests");
const wanted = named.length > 0 ? named : Object.keys(STEPS);
const names = wanted.filter((name) => name !== "tests" || !args.includes("--skip-tests"));

const rows = names.map((name) => {
  say(`check: ${name}`);
  const start = performance.now();
  const exitCode = STEPS[name]();
  return { name, exitCode, seconds: (performance.now() - start) / 1000 };
});

for (const { name, exitCode, seconds } of rows) {
  process.stdout.write(`${exitCode === 0 ? "ok  " : "FAIL"}  ${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s\n`);
}
process.exitCode = rows.some(({ exitCode }) => exitCode !== 0) ? 1 : 0;
