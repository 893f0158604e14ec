// Fails when what a package promises in its manifest is not what the build made. Build entries are read from the same
// manifest, so that the two cannot name different files. A private package is used as source and not built.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { listPackages, ROOT } from "./workspace.mjs";

const SOURCE = "@memorymaster/source";

const published = listPackages().filter(({ manifest }) => manifest.private !== true);
const problems = published.flatMap(({ folder, manifest }) =>
  [
    ...Object.entries(manifest.exports ?? {}).flatMap(([entry, target]) => entryProblems(entry, target)),
    ...publishProblems(manifest),
    ...missingFiles(folder, manifest),
  ].map((problem) => `${folder}: ${problem}`),
);

for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length === 0) process.stdout.write("exports, published exports and built files agree\n");
process.exitCode = problems.length > 0 ? 1 : 0;

/** The three conditions of an entry must name one module, the source condition first: the first match wins. */
function entryProblems(entry, target) {
  const name = target.default?.replace(/^\.\/dist\//, "").replace(/\.js$/, "");
  const expected = { [SOURCE]: `./src/${name}.ts`, types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` };
  const same = isDeepStrictEqual(target, expected) && Object.keys(target)[0] === SOURCE;
  return same ? [] : [`exports["${entry}"] should be ${JSON.stringify(expected)}`];
}

function publishProblems({ exports = {}, publishConfig = {} }) {
  const expected = Object.entries(exports).map(([entry, { types, default: file }]) => [
    entry,
    { types, default: file },
  ]);
  const same = isDeepStrictEqual(publishConfig.exports ?? {}, Object.fromEntries(expected));
  return same ? [] : ["publishConfig.exports should be exports without the source condition"];
}

function missingFiles(folder, { exports = {}, bin = {} }) {
  const files = [...Object.values(exports).flatMap((target) => Object.values(target)), ...Object.values(bin)];
  return files.filter((file) => !existsSync(join(ROOT, folder, file))).map((file) => `${file} does not exist`);
}
