// Prints how long the files of each package are, in physical lines, and fails when p90 of the sources exceeds the limit.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listPackages, ROOT } from "./workspace.mjs";

const P90_LIMIT = 250;

/** What no user installs is there for the tests: it counts as one of them. */
const sizes = listPackages().map(({ folder, manifest }) => {
  const [source, tests] = ["src", "test"].map((part) => lineCounts(join(ROOT, folder, part)));
  const isSuite = manifest.private === true;
  return isSuite ? { folder, source: [], tests: [...source, ...tests] } : { folder, source, tests };
});

const header = ["package", "files", "median", "p90", "max", "source", "tests"];
const rows = sizes.map(({ folder, source, tests }) => [
  folder,
  source.length,
  percentile(source, 0.5),
  percentile(source, 0.9),
  percentile(source, 1),
  sum(source),
  sum(tests),
]);
const all = sizes.flatMap(({ source }) => source).sort((a, b) => a - b);
const testLines = sum(sizes.flatMap(({ tests }) => tests));
rows.push(["all", all.length, percentile(all, 0.5), percentile(all, 0.9), percentile(all, 1), sum(all), testLines]);
for (const row of [header, ...rows]) process.stdout.write(`${formatRow(row)}\n`);

const tooLong = sizes.filter(({ source }) => percentile(source, 0.9) > P90_LIMIT);
for (const { folder } of tooLong) process.stderr.write(`${folder}: p90 is over ${P90_LIMIT} lines; split files\n`);
process.exitCode = tooLong.length > 0 ? 1 : 0;

/** Physical lines of each TypeScript file below `folder`, ascending. */
function lineCounts(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(folder, file), "utf8").split("\n").length - 1)
    .sort((a, b) => a - b);
}

/** Nearest-rank percentile of an ascending list; 0 for an empty one. */
function percentile(ascending, ratio) {
  return ascending[Math.max(0, Math.ceil(ascending.length * ratio) - 1)] ?? 0;
}

function sum(numbers) {
  return numbers.reduce((total, value) => total + value, 0);
}

function formatRow([name, ...cells]) {
  return name.padEnd(24) + cells.map((cell) => String(cell).padStart(8)).join("");
}
