// Measures how recall, size and ingest change as a store grows, and what the chain and the filter cost, beside raw
// floors in the same run. Usage:
//   node bench/scale.mjs [--sizes 10000,100000,1000000] [--write]
// The floor of recall is the same capped full-text query for ids alone. Needs a build (`npm run build`).
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";

import { CLAIM_RELATED_FIELDS, CLAIM_ROLES, cleanRecord, createMemory } from "../packages/core/dist/index.js";
import { openSqliteStore } from "../packages/store-sqlite/dist/index.js";
import { bulkItems, createTable, elapsedMs, median, quantile } from "./measure.mjs";
import { cappedMatch, Database } from "./raw-store.mjs";
import { endlessClaims, syntheticClaims, syntheticQueries, take } from "./synthetic-claims.mjs";

const { values: options } = parseArgs({
  options: { sizes: { type: "string", default: "10000,100000,1000000" }, write: { type: "boolean", default: false } },
});
const SIZES = options.sizes.split(",").map(Number);
const SEED = 21;
const STEP = 2_000;
const table = createTable({ title: "Scale", name: "scale", run: `node bench/scale.mjs --sizes ${options.sizes}` });
const folder = mkdtempSync(join(tmpdir(), "memorymaster-scale-"));
const path = join(folder, "memory.db");

const ms = (number) => `${number.toFixed(2)} ms`;
const both = (numbers) => `${median(numbers).toFixed(2)} / ${quantile(numbers, 0.95).toFixed(2)} ms`;

async function grow(memory, claims, { from, to }) {
  const started = performance.now();
  for (let stored = from; stored < to; stored += STEP) {
    await memory.claims.ingestMany(bulkItems(take(claims, Math.min(STEP, to - stored))));
    if (stored % 100_000 === 0) process.stderr.write(`${stored} of ${to} claims\n`);
  }
  const rate = ((to - from) / (performance.now() - started)) * 1000;
  table.add({ what: `ingestMany from ${from} to ${to} claims`, ours: `${rate.toFixed(0)} /s` });
}

/** Times of the same questions at one size, ours and by hand in turns. */
async function askAll(memory, size, { warm, texts }) {
  const database = new Database(path, { readonly: true });
  const ids = database.prepare("select rowid from claims_fts where claims_fts match ? order by rank limit 240");
  const ask = (queryText) => memory.recall.query({ queryText, scopes: ["project:bench"] });
  for (const text of warm) await ask(text);
  const queries = texts.map((text) => ({ text, match: cappedMatch(database, text, size) }));
  const [ours, raw] = [[], []];
  for (let at = 0; at < queries.length; at += 50) {
    const block = queries.slice(at, at + 50);
    for (const { text } of block) ours.push(await elapsedMs(() => ask(text)));
    for (const { match } of block) if (match !== "") raw.push(await elapsedMs(() => ids.all(match)));
  }
  database.close();
  const ratio = quantile(ours, 0.95) / quantile(raw, 0.95);
  const what = `text recall, ${size} claims (p50 / p95)`;
  table.add({ what, ours: both(ours), floor: both(raw), ratio, budget: "p95 <= 4" });
  const bytes = statSync(path).size / size / 1024;
  table.add({ what: `store size, ${size} claims`, ours: `${bytes.toFixed(2)} KB/claim`, budget: "<= 2.5 KB" });
  return { p50: median(ours), p95: quantile(ours, 0.95) };
}

function reportGrowth(first, last) {
  const allowed = Math.sqrt(SIZES.at(-1) / SIZES[0]);
  for (const share of ["p50", "p95"]) {
    const factor = last[share] / first[share];
    const what = `growth of recall ${share}, ${SIZES[0]} to ${SIZES.at(-1)}`;
    table.add({ what, ours: `x ${factor.toFixed(1)}`, budget: `< x ${allowed.toFixed(0)}` });
  }
}

/** The walk along the chain, beside reading and hashing the same columns by hand. */
async function measureChain(memory) {
  const ours = await elapsedMs(() => memory.events.verify());
  const database = new Database(path, { readonly: true });
  const rows = database.prepare("select * from events order by id").raw();
  let events = 0;
  const raw = await elapsedMs(() => {
    for (const row of rows.iterate()) {
      createHash("sha256").update(row.join("\u001f")).digest("hex");
      events += 1;
    }
  });
  database.close();
  table.add({ what: `verify the chain of ${events} events`, ours: ms(ours), floor: ms(raw), ratio: ours / raw });
}

/** The secrets filter on one claim with its citation, as a share of storing it in bulk. */
async function measureFilter() {
  const claims = syntheticClaims(5_000, 31);
  const store = await openSqliteStore({ path: join(folder, "filter.db") });
  const whole = await elapsedMs(() => createMemory({ store }).claims.ingestMany(bulkItems(claims)));
  await store.close();
  const filter = await elapsedMs(() => {
    for (const claim of claims)
      cleanRecord(claim, CLAIM_ROLES, { onSecret: "reject", relatedFields: CLAIM_RELATED_FIELDS });
  });
  const each = (total) => `${((total / claims.length) * 1000).toFixed(0)} us`;
  table.add({
    what: "secrets filter, of the bulk time of a claim",
    ours: each(filter),
    floor: each(whole),
    ratio: filter / whole,
  });
}

/** Erasing one claim, with its bytes; by hand it is an update, an optimized index, a vacuum and a truncated log. */
async function measureErase(memory, size) {
  const erase = await elapsedMs(() => memory.claims.redact(1, { mode: "erase", actor: "bench" }));
  const database = new Database(path);
  const raw = await elapsedMs(() => {
    database.prepare("update claims set text = '[GONE]', content_hash = null where id = 2").run();
    database.exec("insert into claims_fts (claims_fts) values ('optimize')");
    database.exec("vacuum");
    database.pragma("wal_checkpoint(truncate)");
  });
  database.close();
  table.add({
    what: `erase a claim and its bytes, ${size} claims`,
    ours: ms(erase),
    floor: ms(raw),
    ratio: erase / raw,
  });
  const redact = [];
  for (let id = 10; id < 60; id += 1)
    redact.push(await elapsedMs(() => memory.claims.redact(id, { mode: "redact", actor: "bench" })));
  table.add({ what: `redact a claim (p50), ${size} claims`, ours: ms(median(redact)) });
}

try {
  const store = await openSqliteStore({ path });
  const memory = createMemory({ store });
  const claims = endlessClaims(SEED);
  const first = syntheticClaims(SIZES[0], SEED);
  const questions = { warm: syntheticQueries(first, 300, 23), texts: syntheticQueries(first, 500, 22) };
  const measured = [];
  for (const [index, size] of SIZES.entries()) {
    await grow(memory, claims, { from: SIZES[index - 1] ?? 0, to: size });
    measured.push(await askAll(memory, size, questions));
    if (index === SIZES.length - 2 || SIZES.length === 1) {
      await measureChain(memory);
      await measureErase(memory, size);
    }
  }
  if (measured.length > 1) reportGrowth(measured[0], measured.at(-1));
  await store.close();
  await measureFilter();
  if (options.write) table.write();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
