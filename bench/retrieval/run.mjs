// Measures what the product finds, on public data sets and on a set of its own, without any model unless one is named. Usage:
//   node bench/retrieval/run.mjs [--only locomo,scifact] [--data PATH] [--split tuning|check|all]
//     [--config config.json] [--out scores.json] [--embedder URL [--noise-floor 0.6]] [--write]
//   node bench/retrieval/run.mjs --table a.json b.json [--write]
//   node bench/retrieval/run.mjs --compare a.json b.json
// `--data` is a folder with one folder for each data set; `--config` holds settings of the core (`{"settings": {…}}`);
// `--out` keeps the scores of every question: for `--table`, which joins runs of single sets, and for `--compare`, a paired
// bootstrap of b against a; `--embedder` is a server of OpenAI's embeddings call (see sentence-encoder.mjs) by which claims
// are found by meaning too, and `--noise-floor` what (cosine + 1) / 2 of unrelated texts is to its model.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";

import { ROOT } from "../measure.mjs";
import { mean, pairedBootstrap } from "./metrics.mjs";
import { writeReport } from "./report.mjs";
import { runCoding } from "./sets/coding.mjs";
import { runHalumem } from "./sets/halumem.mjs";
import { runLocomo } from "./sets/locomo.mjs";
import { runLongmemeval } from "./sets/longmemeval.mjs";
import { runOffTopic } from "./sets/off-topic.mjs";
import { runScifact } from "./sets/scifact.mjs";
import { runXquad } from "./sets/xquad.mjs";
import { openSources } from "./source.mjs";
import { MODEL, openEmbedder } from "./embedder.mjs";

const SETS = {
  locomo: runLocomo,
  longmemeval: runLongmemeval,
  scifact: runScifact,
  xquad: runXquad,
  coding: runCoding,
  "off-topic": runOffTopic,
  halumem: runHalumem,
};
/** Where a set does not lie in the folder of its name. */
const FOLDERS = { "off-topic": "." };
const SPLITS = { tuning: ["tuning"], check: ["check"], all: ["tuning", "check"] };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", default: Object.keys(SETS).join(",") },
    data: { type: "string", default: resolve(ROOT, "../shared/data") },
    split: { type: "string", default: "all" },
    config: { type: "string" },
    embedder: { type: "string" },
    "noise-floor": { type: "string", default: "0.6" },
    out: { type: "string" },
    write: { type: "boolean", default: false },
    compare: { type: "boolean", default: false },
    table: { type: "boolean", default: false },
  },
});

const figure = (value) => (value === undefined || Number.isNaN(value) ? "" : value.toFixed(3));

/** Every value with the name of its row. */
function namedValues({ set, groups, scores }) {
  return ["", ...groups].flatMap((group) =>
    Object.entries(scores).map(([measure, value]) => {
      return { what: [set, group, measure].filter((part) => part !== "").join(", "), measure, value };
    }),
  );
}

/** A row for each set, group of questions and measure: mean of the tuning and the check split, and of the plain rank. */
function tableOf(results) {
  const rows = new Map();
  for (const result of results) {
    for (const { what, measure, value } of namedValues(result)) {
      const row = rows.get(what) ?? { what, tuning: [], check: [], plain: { tuning: [], check: [] } };
      row[result.split].push(value);
      if (measure in result.plain) row.plain[result.split].push(result.plain[measure]);
      rows.set(what, row);
    }
  }
  return [...rows.values()].map(({ what, tuning, check, plain }) => ({
    what,
    n: `${tuning.length} + ${check.length}`,
    cells: [tuning, check, plain.tuning, plain.check].map((values) => figure(mean(values))),
  }));
}

function compare([{ results: a }, { results: b }]) {
  const before = new Map(a.map(({ id, set, scores }) => [`${set} ${id}`, scores]));
  const pairs = new Map();
  for (const { id, set, split, scores } of b) {
    const old = before.get(`${set} ${id}`);
    if (old === undefined) continue;
    for (const [measure, value] of Object.entries(scores)) {
      const key = `${set}, ${split}, ${measure}`;
      pairs.set(key, [...(pairs.get(key) ?? []), [old[measure], value]]);
    }
  }
  for (const [key, values] of pairs) {
    const { difference, low, high } = pairedBootstrap(values);
    const verdict = low > 0 ? "better" : high < 0 ? "worse" : "within noise";
    const interval = `[${low.toFixed(4)}, ${high.toFixed(4)}]`;
    process.stdout.write(`${key.padEnd(56)} ${difference.toFixed(4).padStart(8)} ${interval.padEnd(20)} ${verdict}\n`);
  }
}

async function measure() {
  if (!existsSync(options.data)) {
    process.stderr.write(`${options.data} does not exist: give the folder of the data sets with --data\n`);
    return 2;
  }
  const sources = await openSources();
  const [core, sqlite, pack, analyzer, groups] = await Promise.all(
    [
      "core/src/index.ts",
      "store-sqlite/src/index.ts",
      "core/src/verbatim/pack-turns.ts",
      "core/src/text/analyze.ts",
      "core/src/recall/query-groups.ts",
    ].map(sources.load),
  );
  const config = options.config === undefined ? {} : JSON.parse(readFileSync(options.config, "utf8"));
  const embedder = options.embedder && (await openEmbedder(sources, options.embedder, Number(options["noise-floor"])));
  const settings = config.settings ?? {};
  const packages = { core: { ...core, ...pack, ...analyzer, ...groups }, sqlite, settings, embedder };
  const results = [];
  for (const name of options.only.split(",")) {
    process.stderr.write(`${name}\n`);
    results.push(...(await SETS[name](packages, resolve(options.data, FOLDERS[name] ?? name), SPLITS[options.split])));
  }
  await sources.close();
  const used = { ...core.SETTINGS_DEFAULTS, ...settings };
  if (options.out !== undefined) writeFileSync(options.out, JSON.stringify({ settings: used, results }));
  show(results, used);
  return 0;
}

function show(results, settings) {
  const rows = tableOf(results);
  for (const { what, n, cells } of rows) {
    process.stdout.write(`${what.padEnd(58)} ${n.padStart(10)} ${cells.map((cell) => cell.padStart(7)).join(" ")}\n`);
  }
  if (options.write) writeReport(rows, { settings }, options.embedder && MODEL);
}

const readScores = (file) => JSON.parse(readFileSync(file, "utf8"));

if (options.compare) compare(positionals.map(readScores));
else if (options.table) {
  const runs = positionals.map(readScores);
  show(
    runs.flatMap(({ results }) => results),
    runs.at(-1).settings,
  );
} else process.exitCode = await measure();
