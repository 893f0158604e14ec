// Measures the search of conversations as they grow, beside a raw floor in the same run. Usage:
//   node bench/conversations.mjs [--sizes 10000,100000,1000000] [--dir PATH] [--write]
// Turns have words by Zipf's law and stand in sessions of about 50. The floor is the same capped full-text query for ids
// alone. `--dir` is where the files are made, about 1 GB for a million turns; they are deleted at the end. Needs a build
// (`npm run build`).
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";

import { createMemory } from "../packages/core/dist/index.js";
import { openSqliteStore } from "../packages/store-sqlite/dist/index.js";
import { createTable, elapsedMs, median, quantile } from "./measure.mjs";
import { cappedTerms, Database } from "./raw-store.mjs";
import { endlessClaims, syntheticQueries, take } from "./synthetic-claims.mjs";

const { values: options } = parseArgs({
  options: {
    sizes: { type: "string", default: "10000,100000,1000000" },
    dir: { type: "string", default: tmpdir() },
    write: { type: "boolean", default: false },
  },
});
const SIZES = options.sizes.split(",").map(Number);
const SEED = 41;
const STEP = 2_000;
const SESSION = 50;
const STARTED = Date.parse("2024-01-01T00:00:00Z");
/** Candidates that the product looks up for ten rows. */
const DEPTH = 120;
const SCOPE = "project:bench";
const table = createTable({
  title: "Conversations",
  name: "conversations",
  run: `node bench/conversations.mjs --sizes ${options.sizes}`,
});
const folder = mkdtempSync(join(options.dir, "memorymaster-conversations-"));
const path = join(folder, "memory.db");

/** Turns without end of one to three texts of 10 to 24 words, each about a minute after the one before it. */
function* endlessTurns() {
  const claims = endlessClaims(SEED);
  for (let index = 0; ; index += 1) {
    const texts = take(claims, 1 + (index % 3)).map(({ text }) => text);
    yield {
      sessionId: `session-${Math.floor(index / SESSION)}`,
      role: index % 2 === 0 ? "user" : "assistant",
      content: `${texts.join(". ")}${index % 7 === 0 ? "?" : "."}`,
      timestamp: new Date(STARTED + index * 60_000).toISOString(),
    };
  }
}

const both = (numbers) => `${median(numbers).toFixed(2)} / ${quantile(numbers, 0.95).toFixed(2)} ms`;

async function grow(memory, turns, { from, to }) {
  const started = performance.now();
  for (let stored = from; stored < to; stored += STEP) {
    const { skipped, duplicates } = await memory.verbatim.storeTurns(take(turns, Math.min(STEP, to - stored)), {
      scope: SCOPE,
    });
    if (skipped + duplicates > 0) throw new Error(`${skipped} turns skipped, ${duplicates} stored already`);
    if (stored % 100_000 === 0) process.stderr.write(`${stored} of ${to} turns\n`);
  }
  const seconds = (performance.now() - started) / 1000;
  const ours = `${((to - from) / seconds).toFixed(0)} /s (${seconds.toFixed(0)} s)`;
  table.add({ what: `store turns from ${from} to ${to}`, ours });
}

const quote = (term) => `"${term.replaceAll('"', '""')}"`;

/** What FTS5 takes for the rarest words of a question. */
function matchOf(database, text, turns) {
  const count = database.prepare(
    "select count(*) from (select 1 from verbatim_fts where verbatim_fts match ? limit ?)",
  );
  const cap = Math.ceil(0.2 * turns) + 1;
  const documentsOf = (term) => count.pluck().get(quote(term), cap);
  return cappedTerms(text, turns, documentsOf).map(quote).join(" OR ");
}

/** Times of the same questions at one size, ours and by hand in turns. */
async function askAll(memory, size, { warm, texts }) {
  const database = new Database(path, { readonly: true });
  const ids = database.prepare(
    `select rowid from verbatim_fts where verbatim_fts match ? order by rank limit ${DEPTH}`,
  );
  const ask = (query) => memory.verbatim.search({ query, scope: SCOPE });
  for (const text of warm) await ask(text);
  const queries = texts.map((text) => ({ text, match: matchOf(database, text, size) }));
  const [ours, raw] = [[], []];
  let rows = 0;
  for (let at = 0; at < queries.length; at += 50) {
    const block = queries.slice(at, at + 50);
    for (const { text } of block) ours.push(await elapsedMs(async () => (rows += (await ask(text)).rows.length)));
    for (const { match } of block) if (match !== "") raw.push(await elapsedMs(() => ids.all(match)));
  }
  database.close();
  if (rows < 5 * queries.length) throw new Error(`${rows} rows for ${queries.length} questions`);
  const ratio = quantile(ours, 0.95) / quantile(raw, 0.95);
  table.add({ what: `search of ${size} turns (p50 / p95)`, ours: both(ours), floor: both(raw), ratio });
  table.add({ what: `store size, ${size} turns`, ours: `${(statSync(path).size / size / 1024).toFixed(2)} KB/turn` });
  return { p50: median(ours), p95: quantile(ours, 0.95) };
}

function reportGrowth(first, last) {
  const allowed = Math.sqrt(SIZES.at(-1) / SIZES[0]);
  for (const share of ["p50", "p95"]) {
    const what = `growth of the search ${share}, ${SIZES[0]} to ${SIZES.at(-1)}`;
    table.add({ what, ours: `x ${(last[share] / first[share]).toFixed(1)}`, budget: `< x ${allowed.toFixed(0)}` });
  }
}

try {
  const store = await openSqliteStore({ path });
  const memory = createMemory({ store });
  const turns = endlessTurns();
  const first = take(endlessTurns(), SIZES[0]).map(({ content: text }) => ({ text }));
  const questions = { warm: syntheticQueries(first, 300, 43), texts: syntheticQueries(first, 500, 42) };
  const measured = [];
  for (const [index, size] of SIZES.entries()) {
    await grow(memory, turns, { from: SIZES[index - 1] ?? 0, to: size });
    measured.push(await askAll(memory, size, questions));
    if (options.write) table.write();
  }
  if (measured.length > 1) reportGrowth(measured[0], measured.at(-1));
  await store.close();
  if (options.write) table.write();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
