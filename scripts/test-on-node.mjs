// Runs the whole test suite on other Node versions, each in a copy of its own, since native modules fit one version only:
// `npm run test:node -- 22 24`. The npm packages named `node-<platform>-<arch>` hold the program and its headers.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { npm, ROOT, say } from "./workspace.mjs";

const LEFT_OUT = new Set(["node_modules", "dist", ".git", ".turbo", "coverage"]);
const PLATFORM = { linux: "linux", darwin: "darwin", win32: "win" }[process.platform];

const versions = process.argv.slice(2);
if (versions.length === 0) say("name at least one major version of Node, such as 22");
process.exitCode = versions.length === 0 ? 2 : Math.max(...versions.map(testOn));

function testOn(version) {
  const folder = mkdtempSync(join(tmpdir(), `memorymaster-node${version}-`));
  try {
    const nodeFolder = installNode(version, join(folder, "node"));
    const copy = join(folder, "copy");
    cpSync(ROOT, copy, { recursive: true, filter: (source) => !LEFT_OUT.has(basename(source)) });
    say(`testing on Node ${version}`);
    const path = `${join(nodeFolder, "bin")}${delimiter}${process.env.PATH}`;
    return npm(["test"], { cwd: copy, env: { PATH: path, npm_config_nodedir: nodeFolder } });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function installNode(version, folder) {
  mkdirSync(folder);
  const name = `node-${PLATFORM}-${process.arch}`;
  if (npm(["install", "--prefix", folder, `${name}@${version}`]) !== 0) {
    throw new Error(`${name}@${version} could not be installed`);
  }
  return join(folder, "node_modules", name);
}
