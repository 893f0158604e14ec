// What the jobs make of 200 labelled pairs of claims: each pair goes into an empty store through ingest, then duplicates,
// near-twins and conflicts are looked for, without a model. Usage:
//   node bench/steward/pairs.mjs [--half tuning|check] [--misses]
// The rules were chosen by the tuning half alone. Needs a build (`npm run build`).
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { createMemory, governingViewer, memoryContext, SETTINGS_DEFAULTS } from "../../packages/core/dist/index.js";
import { createMemoryStore } from "../../packages/core/dist/testing/index.js";
import { dedupEngine, dedupeJob, nearTwinsJob, resolveConflicts } from "../../packages/steward/dist/index.js";

const { values: options } = parseArgs({
  options: { half: { type: "string" }, misses: { type: "boolean", default: false } },
});
const FOLDER = new URL("./pairs/", import.meta.url);
const KINDS = ["other_attribute", "near_twin", "paraphrase", "contradiction"];
const RETIRED = new Set(["archived", "superseded"]);
const settings = {
  ...SETTINGS_DEFAULTS,
  maintenance: { ...SETTINGS_DEFAULTS.maintenance, dedupe: { enabled: true, shadow: false, minOverlap: 0.85 } },
};

const claimOf = ({ object_value: objectValue, ...given }) => ({
  ...given,
  ...(objectValue !== undefined && { objectValue }),
  scope: "project:bench",
  citations: [{ source: "docs/notes.md" }],
});

async function outcomeOf({ first, second }) {
  const parts = { store: createMemoryStore(), settings };
  const memory = createMemory(parts);
  const a = await memory.claims.ingest(claimOf(first));
  const b = await memory.claims.ingest(claimOf(second));
  if (b.deduplicated) return { retired: true, merged: true, linked: false, flagged: false };
  const context = memoryContext(parts);
  const job = { context, viewer: governingViewer(context.authority), runId: "bench", limit: 500 };
  await dedupeJob(job);
  await nearTwinsJob(job);
  const questions = await context.store.proposals.listAll();
  await dedupEngine(job);
  await resolveConflicts(job);
  const claims = await context.store.claims.getMany(job.viewer, [a.claim.id, b.claim.id], false);
  const links = await context.store.links.listOf(a.claim.id, "relates_to");
  const statuses = claims.map(({ status }) => status);
  return {
    retired: statuses.some((status) => RETIRED.has(status)),
    merged: statuses.includes("archived"),
    linked: links.length > 0,
    flagged: questions.length > 0 || statuses.includes("conflicted"),
  };
}

const GOALS = [
  ["other_attribute", "retired", ({ retired }) => retired, "0"],
  ["other_attribute", "asked about", ({ flagged }) => flagged, "-"],
  ["near_twin", "dropped unasked", ({ retired, flagged }) => retired && !flagged, "0"],
  ["near_twin", "asked about", ({ flagged }) => flagged, "-"],
  ["paraphrase", "merged", ({ merged }) => merged, "-"],
  ["paraphrase", "merged or linked", ({ merged, linked }) => merged || linked, ">= 80 %"],
  ["paraphrase", "asked about", ({ flagged }) => flagged, "-"],
  ["contradiction", "dropped unasked", ({ retired, flagged }) => retired && !flagged, "0"],
  ["contradiction", "flagged", ({ flagged }) => flagged, ">= 95 %"],
];

const GOOD = new Set(["merged or linked", "flagged"]);
const results = [];
for (const kind of KINDS) {
  const lines = readFileSync(new URL(`${kind}.jsonl`, FOLDER), "utf8")
    .trim()
    .split("\n");
  for (const pair of lines.map((line) => JSON.parse(line))) {
    if (options.half !== undefined && pair.half !== options.half) continue;
    results.push({ kind, ...pair, outcome: await outcomeOf(pair) });
  }
}
console.log("| pairs | what | tuning | check | goal |\n| --- | --- | --- | --- | --- |");
for (const [kind, what, holds, goal] of GOALS) {
  const cells = ["tuning", "check"].map((half) => {
    const rows = results.filter((row) => row.kind === kind && row.half === half);
    return rows.length === 0 ? "-" : `${rows.filter(({ outcome }) => holds(outcome)).length} / ${rows.length}`;
  });
  console.log(`| ${kind} | ${what} | ${cells.join(" | ")} | ${goal} |`);
  if (!options.misses) continue;
  const odd = results.filter((row) => row.kind === kind && holds(row.outcome) !== GOOD.has(what) && goal !== "-");
  for (const { first, second } of odd) console.error(`  ${kind}, ${what}: ${first.text} / ${second.text}`);
}
