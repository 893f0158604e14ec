// Measures ingest, recall and start beside raw floors in the same run, and prints ratios. Usage:
//   node bench/foundation.mjs [--claims 100000] [--write]
// A floor is the same work by hand: the same rows into the same schema, triggers and pragmas with prepared statements;
// the same capped full-text query; `node -e ''`. Needs a build (`npm run build`).
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";

import { createMemory } from "../packages/core/dist/index.js";
import { openSqliteStore } from "../packages/store-sqlite/dist/index.js";
import { bulkItems, createTable, elapsedMs, median, quantile, ROOT } from "./measure.mjs";
import { cappedMatch, Database, rawStore, rawWriter, rowsOf } from "./raw-store.mjs";
import { syntheticClaims, syntheticQueries } from "./synthetic-claims.mjs";

const { values: options } = parseArgs({
  options: { claims: { type: "string", default: "100000" }, write: { type: "boolean", default: false } },
});
const LARGE = Number(options.claims);
const SMALL = 10_000;
const SINGLES = 2_000;
/** Claims in the store before anything is timed: a store in use, and a process that has run for a moment. */
const WARM_UP = 10_000;
const BULK = 20_000;
const BATCH = 200;
const folder = mkdtempSync(join(tmpdir(), "memorymaster-bench-"));
process.env.MEMORYMASTER_SPOOL_DIR = join(folder, "spool");
const table = createTable({
  title: "Foundation",
  name: "foundation",
  run: `node bench/foundation.mjs --claims ${LARGE}`,
});

async function openMemory(name) {
  const store = await openSqliteStore({ path: join(folder, name) });
  return { store, memory: createMemory({ store }) };
}

/** Our store and a raw one with the same claims in them, and the rows that the raw one is still to get. */
async function openPair(name, claims) {
  const source = await openMemory(`${name}-rows.db`);
  await source.memory.claims.ingestMany(bulkItems(claims));
  await source.store.close();
  const rows = rowsOf(join(folder, `${name}-rows.db`));
  const ours = await openMemory(`${name}.db`);
  await ours.memory.claims.ingestMany(bulkItems(claims.slice(0, WARM_UP)));
  const raw = await rawStore(join(folder, `${name}-raw.db`));
  const write = rawWriter(raw);
  for (let at = 0; at < WARM_UP; at += BATCH) write(rows.slice(at, at + BATCH));
  const close = async () => {
    await ours.store.close();
    raw.close();
  };
  return { memory: ours.memory, rows, write, close };
}

async function measureSingle() {
  const claims = syntheticClaims(WARM_UP + SINGLES, 11);
  const { memory, rows, write, close } = await openPair("single", claims);
  const times = { ours: [], raw: [] };
  // In turns, so that whatever else the machine does meets both.
  for (let at = WARM_UP; at < claims.length; at += 1) {
    times.ours.push(await elapsedMs(() => memory.claims.ingest(claims[at])));
    times.raw.push(await elapsedMs(() => write([rows[at]])));
  }
  await close();
  const [ours, floor] = [median(times.ours), median(times.raw)];
  const micros = (ms) => `${(ms * 1000).toFixed(0)} us`;
  const what = "ingest one claim, durable (p50)";
  table.add({ what, ours: micros(ours), floor: micros(floor), ratio: floor / ours, budget: ">= 0.4" });
}

async function measureBulk() {
  const claims = syntheticClaims(WARM_UP + BULK, 13);
  const { memory, rows, write, close } = await openPair("bulk", claims);
  const total = { ours: 0, raw: 0 };
  const step = 10 * BATCH;
  for (let at = WARM_UP; at < claims.length; at += step) {
    total.ours += await elapsedMs(() => memory.claims.ingestMany(bulkItems(claims.slice(at, at + step))));
    total.raw += await elapsedMs(() => {
      for (let start = at; start < at + step; start += BATCH) write(rows.slice(start, start + BATCH));
    });
  }
  await close();
  const rate = (ms) => `${((BULK / ms) * 1000).toFixed(0)} /s`;
  const what = `ingestMany, ${BULK} claims`;
  table.add({ what, ours: rate(total.ours), floor: rate(total.raw), ratio: total.raw / total.ours, budget: ">= 0.5" });
}

async function measureRecall(count) {
  const name = `recall-${count}.db`;
  const { store, memory } = await openMemory(name);
  const claims = syntheticClaims(count, 21);
  await memory.claims.ingestMany(bulkItems(claims));
  const database = new Database(join(folder, name), { readonly: true });
  const ids = database.prepare("select rowid from claims_fts where claims_fts match ? order by rank limit 240");
  const ask = (queryText) => memory.recall.query({ queryText, scopes: ["project:bench"] });
  for (const query of syntheticQueries(claims, 300, 23)) await ask(query);
  const queries = syntheticQueries(claims, 500, 22).map((text) => ({
    text,
    match: cappedMatch(database, text, count),
  }));
  const times = [];
  const raw = [];
  // In blocks by turns, so that whatever else the machine does meets both.
  for (let at = 0; at < queries.length; at += 50) {
    const block = queries.slice(at, at + 50);
    for (const { text } of block) times.push(await elapsedMs(() => ask(text)));
    for (const { match } of block) if (match !== "") raw.push(await elapsedMs(() => ids.all(match)));
  }
  await store.close();
  database.close();
  const p95 = (numbers) => quantile(numbers, 0.95);
  const both = (numbers) => `${median(numbers).toFixed(2)} / ${p95(numbers).toFixed(2)} ms`;
  const what = `text recall, ${count} claims (p50 / p95)`;
  table.add({ what, ours: both(times), floor: both(raw), ratio: p95(times) / p95(raw), budget: "p95 <= 4" });
  const size = statSync(join(folder, name)).size;
  const ours = `${(size / count / 1024).toFixed(2)} KB/claim`;
  table.add({ what: `store size, ${count} claims`, ours, budget: "<= 2.5 KB" });
  return name;
}

function processMs(command, args, runs = 9) {
  const times = [];
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    const done = spawnSync(command, args, { encoding: "utf8" });
    times.push(performance.now() - start);
    if (done.status !== 0) throw new Error(`${args.join(" ")} failed: ${done.stderr}`);
  }
  return median(times);
}

/** Milliseconds from starting the server process to its answer to `initialize`. */
function initializeMs(database) {
  return new Promise((done, failed) => {
    const start = performance.now();
    const server = spawn(process.execPath, [join(ROOT, "packages/mcp-server/dist/bin.js"), "--db", database], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    server.once("error", failed);
    server.stdout.once("data", () => {
      const elapsed = performance.now() - start;
      server.kill();
      server.once("exit", () => done(elapsed));
    });
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } };
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  });
}

async function measureStarts(largeStore) {
  const node = process.execPath;
  const cli = join(ROOT, "apps/cli/dist/bin.js");
  const floor = processMs(node, ["-e", ""]);
  const against = (what, ms, budget) =>
    table.add({ what, ours: `${ms.toFixed(0)} ms`, floor: `${floor.toFixed(0)} ms`, ratio: ms / floor, budget });
  against("process start: memorymaster --version", processMs(node, [cli, "--version"]), "");
  const query = [cli, "--db", join(folder, largeStore), "query", "staging port", "--scope-allowlist", "project:bench"];
  against(`process: memorymaster query, ${LARGE} claims`, processMs(node, query), "");
  const starts = [];
  for (let run = 0; run < 9; run += 1) starts.push(await initializeMs(join(folder, largeStore)));
  against(`MCP initialize, ${LARGE} claims`, median(starts), "< 500 ms");
}

try {
  await measureRecall(SMALL);
  const large = await measureRecall(LARGE);
  await measureSingle();
  await measureBulk();
  await measureStarts(large);
  if (options.write) table.write();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
