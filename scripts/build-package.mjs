// Builds the package in the current folder into an emptied `dist`: bundles by tsup, declarations for libraries, and
// programs made executable.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "tsup";
import { writeDeclarations } from "./write-declarations.mjs";

const SHEBANG = "#!/usr/bin/env node\n";

const root = process.cwd();
const manifest = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8"));

rmSync(resolve(root, "dist"), { recursive: true, force: true });
mkdirSync(resolve(root, "dist"));
try {
  await build({ config: resolve(root, "tsup.config.ts") });
  for (const program of Object.values(manifest.bin ?? {})) makeExecutable(resolve(root, program));
  const problems = manifest.exports ? writeDeclarations(root) : "";
  if (problems !== "") fail(problems);
} catch (error) {
  fail(`${error.message}\n`);
}

function makeExecutable(file) {
  const text = readFileSync(file, "utf8");
  if (!text.startsWith("#!")) writeFileSync(file, SHEBANG + text);
  chmodSync(file, 0o755);
}

function fail(text) {
  process.stderr.write(text);
  process.exitCode = 1;
}
