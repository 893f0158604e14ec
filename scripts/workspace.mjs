// The workspace as data, and the pinned pnpm whether or not one is installed. Node built-ins only: used before install.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

const WINDOWS = process.platform === "win32";
const QUIET = { TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" };

/** Every package and app: folder relative to the root, and its manifest. */
export function listPackages() {
  return ["packages", "apps"]
    .flatMap((group) => readdirSync(join(ROOT, group)).map((name) => `${group}/${name}`))
    .filter((folder) => existsSync(join(ROOT, folder, "package.json")))
    .map((folder) => ({ folder, manifest: readJson(join(ROOT, folder, "package.json")) }));
}

export function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Exit code of the pnpm that package.json names. Each start through npx costs a second, so inside pnpm it is called directly. */
export function pnpm(args, options = {}) {
  const { packageManager } = readJson(join(ROOT, "package.json"));
  const inside = process.env.npm_config_user_agent?.startsWith(`${packageManager.replace("@", "/")} `);
  const [program, ...first] = inside ? ["pnpm"] : [WINDOWS ? "npx.cmd" : "npx", "--yes", packageManager];
  return run(program, [...first, ...args], { shell: WINDOWS, ...options });
}

/** Exit code of the npm that came with Node. */
export function npm(args, options = {}) {
  return run(WINDOWS ? "npm.cmd" : "npm", args, { shell: WINDOWS, ...options });
}

/** Exit code of a Node script. */
export function node(args, options = {}) {
  return run(process.execPath, args, options);
}

function run(program, args, options) {
  const env = { ...process.env, ...QUIET, ...options.env };
  const { status, signal, error } = spawnSync(program, args, { cwd: ROOT, stdio: ["ignore", 1, 2], ...options, env });
  if (error) return complain(`${program} did not start: ${error.message}`);
  if (signal) return complain(`${program} was stopped by ${signal}`);
  return status ?? 1;
}

/** Says what is wrong on stderr; returns the exit code for it. */
export function complain(text) {
  say(text);
  return 1;
}

export function say(text) {
  process.stderr.write(`[memorymaster] ${text}\n`);
}
