// What the benchmarks share: quantiles, a table that is printed as it grows, and its record in `results/`.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");

export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

export const median = (numbers) => quantile(numbers, 0.5);

export async function elapsedMs(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Claims as the bulk path takes them. */
export const bulkItems = (claims) => claims.map((input, index) => ({ line: index + 1, input }));

function line({ what, ours, floor, ratio, budget }) {
  return `${what.padEnd(46)} ${ours.padStart(20)} ${floor.padStart(20)} ${ratio.padStart(7)}  ${budget}\n`;
}

const HEADS = { what: "what", ours: "ours", floor: "raw floor", ratio: "ratio", budget: "budget" };

/** A table of figures; `name` is that of its record, `run` the command that makes it. `section` begins another below. */
export function createTable({ title, name, run }) {
  const sections = [];
  const section = (heads) => {
    sections.push({ heads: { ...HEADS, ...heads }, rows: [] });
    process.stdout.write(line(sections.at(-1).heads));
  };
  section();
  return {
    section,
    add({ what, ours, floor = "", ratio, budget = "" }) {
      const row = { what, ours, floor, ratio: ratio === undefined ? "" : ratio.toFixed(2), budget };
      sections.at(-1).rows.push(row);
      process.stdout.write(line(row));
    },
    write() {
      const git = (...args) => spawnSync("git", ["-C", ROOT, ...args], { encoding: "utf8" }).stdout.trim();
      const commit = git("rev-parse", "--short=10", "HEAD");
      const dirty = git("status", "--porcelain", "--", "packages", "apps") === "" ? "" : " with uncommitted changes";
      const cells = ({ what, ours, floor, ratio, budget }) => `| ${[what, ours, floor, ratio, budget].join(" | ")} |`;
      const machine = `${cpus().length} × ${cpus()[0].model.trim()}`;
      const day = new Date().toISOString().slice(0, 10);
      const text = [
        `# ${title}\n`,
        `Commit ${commit}${dirty}, Node ${process.version}, ${machine}, ${day}.`,
        `Run: \`${run}\`.`,
        ...sections.flatMap(({ heads, rows }) => ["", cells(heads), "|---|---|---|---|---|", ...rows.map(cells)]),
      ];
      mkdirSync(join(ROOT, "bench/results"), { recursive: true });
      writeFileSync(join(ROOT, `bench/results/${name}.md`), `${text.join("\n")}\n`);
    },
  };
}
