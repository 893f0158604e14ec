// Installs the tarballs of core and the SQLite store into empty folders and runs the ten-line example of README.md there:
// by pnpm, and with `--npm` by npm.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import ts from "typescript";
import { packPackage, withTemporaryFolder } from "./pack.mjs";
import { complain, listPackages, node, npm, pnpm, readJson, ROOT } from "./workspace.mjs";

const MARKER = "<!-- example:ten-lines -->";
const BY_NPM = process.argv.includes("--npm");
const PACKED = ["@memorymaster/core", "@memorymaster/store-sql", "@memorymaster/store-sqlite"];

process.exitCode = withTemporaryFolder((target) => {
  const tarballs = Object.fromEntries(
    listPackages()
      .filter(({ manifest }) => PACKED.includes(manifest.name))
      .map((item) => [item.manifest.name, packPackage(item, target)]),
  );
  return (
    (BY_NPM ? 0 : checkCoreAlone(join(target, "core"), tarballs)) || checkExample(join(target, "example"), tarballs)
  );
});

function checkCoreAlone(folder, tarballs) {
  if (installInto(folder, ["@memorymaster/core"], tarballs) !== 0) return complain("core alone could not be installed");
  const installed = readdirSync(join(folder, "node_modules", ".pnpm"))
    .filter((name) => name !== "node_modules" && /@\d|@file/.test(name))
    .map((name) => name.replace(/(?<=.)@.*$/, ""))
    .sort();
  const expected = ["@memorymaster+core", "zod"];
  if (!isDeepStrictEqual(installed, expected)) return complain(`core alone brings ${installed.join(", ")}`);
  process.stdout.write("@memorymaster/core alone brings only zod\n");
  return 0;
}

function checkExample(folder, tarballs) {
  const example = readExample();
  if (example === undefined) return complain(`README.md needs ${MARKER} above the \`\`\`ts block of the example`);
  if (installInto(folder, ["@memorymaster/core", "@memorymaster/store-sqlite"], tarballs) !== 0) {
    return complain("the tarballs could not be installed");
  }
  writeFileSync(join(folder, "example.ts"), example);
  return checkTypes(folder) || runExample(folder, example);
}

/** Code of the first TypeScript block after the marker. */
function readExample() {
  const [, after] = readFileSync(join(ROOT, "README.md"), "utf8").replaceAll("\r\n", "\n").split(MARKER);
  return /```ts\n(?<code>.*?)\n```/s.exec(after ?? "")?.groups.code;
}

/**
 * A folder of its own that takes our packages from the tarballs. With pnpm the rest comes from its store, compiled
 * already; npm compiles anew, as a user's first install may.
 */
function installInto(folder, names, tarballs) {
  mkdirSync(folder);
  const files = Object.entries(tarballs).map(([name, tarball]) => [name, `file:../${tarball}`]);
  const wanted = BY_NPM ? files : files.filter(([name]) => names.includes(name));
  const manifest = { private: true, type: "module", dependencies: Object.fromEntries(wanted) };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  const options = { cwd: folder, stdio: ["ignore", 2, 2] };
  if (BY_NPM) return npm(["install"], options);
  const overrides = files.map(([name, file]) => `  "${name}": "${file}"`);
  const settings = ["overrides:", ...overrides, "allowBuilds:", "  better-sqlite3: true", ""];
  writeFileSync(join(folder, "pnpm-workspace.yaml"), settings.join("\n"));
  return pnpm(["install", "--prefer-offline", "--no-frozen-lockfile"], options);
}

/** The declarations must stand alone: no `skipLibCheck`, and only what the tarballs bring beside the types of Node. */
function checkTypes(folder) {
  const { compilerOptions } = readJson(join(ROOT, "tsconfig.base.json"));
  const { target, lib, module, moduleResolution } = compilerOptions;
  const typeRoots = [join(ROOT, "node_modules", "@types")];
  const options = { target, lib, module, moduleResolution, strict: true, noEmit: true, types: ["node"], typeRoots };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["example.ts"] }));
  return node([join(ROOT, "node_modules", "typescript", "bin", "tsc"), "-p", "."], { cwd: folder });
}

function runExample(folder, example) {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  writeFileSync(join(folder, "example.js"), ts.transpileModule(example, { compilerOptions }).outputText);
  process.stdout.write("the example of README.md prints:\n");
  return node(["example.js"], { cwd: folder });
}
