// Measures search by vectors in the SQLite store beside the floor that a table of the extension's own kind sets, and how
// many of the exact neighbours it finds. Usage:
//   node bench/vectors.mjs [--claims 100000] [--write]
// The vectors are made up: clusters that all lean to one side, as those of models do. Needs a build (`npm run build`).
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";

import {
  createMemory,
  embeddingContentHash,
  embeddingSpec,
  LOCAL_OPERATOR,
  viewerOf,
} from "../packages/core/dist/index.js";
import { openSqliteStore } from "../packages/store-sqlite/dist/index.js";
import { syntheticClaims, syntheticQueries } from "./synthetic-claims.mjs";
import { bulkItems, createTable, elapsedMs, median, quantile } from "./measure.mjs";
import { Database } from "./raw-store.mjs";

const { values: options } = parseArgs({
  options: { claims: { type: "string", default: "100000" }, write: { type: "boolean", default: false } },
});
const CLAIMS = Number(options.claims);
const DIMS = 384;
const CLUSTERS = 500;
const LEAN = 2;
const QUERIES = 50;
const LIMIT = 40;
const sqliteVec = createRequire(new URL("../packages/store-sqlite/package.json", import.meta.url))("sqlite-vec");
const table = createTable({ title: "Vectors", name: "vectors", run: `node bench/vectors.mjs --claims ${CLAIMS}` });
const folder = mkdtempSync(join(tmpdir(), "memorymaster-vectors-"));
const path = join(folder, "memory.db");

const both = (numbers) => `${median(numbers).toFixed(2)} / ${quantile(numbers, 0.95).toFixed(2)} ms`;

let state = 7;
const uniform = () => ((state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) + 0.5) / 2 ** 32;
const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
const direction = () => Float32Array.from({ length: DIMS }, normal);
const lean = direction();
const centers = Array.from({ length: CLUSTERS }, direction);

function clustered() {
  const center = centers[Math.floor(uniform() * CLUSTERS)];
  const vector = direction().map((noise, index) => noise + center[index] + LEAN * lean[index]);
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}

/** The claims, and then their vectors; gives the uids in the order of the vectors. */
async function fill(store, spec, vectors) {
  await createMemory({ store }).claims.ingestMany(bulkItems(claims));
  await store.files.checkpoint();
  const before = statSync(path).size;
  const [storeId, viewer] = [await store.vectors.storeId(), viewerOf(LOCAL_OPERATOR)];
  await store.vectorIndex.ensure(spec);
  const uids = [];
  let spent = 0;
  for (let afterId = 0; ;) {
    const page = await store.vectors.page(viewer, { afterId, limit: 500 });
    if (page.length === 0) break;
    const points = page.map((claim) => {
      const { uid: claimUid, scope, status } = claim;
      uids.push(claimUid);
      vectors.push(clustered());
      const hash = embeddingContentHash(claim);
      return { storeId, tenantId: "local", claimUid, scope, status, hash, fp: spec.fp, vector: vectors.at(-1) };
    });
    spent += await elapsedMs(() => store.vectorIndex.upsert(points));
    afterId = page.at(-1).id;
  }
  await store.files.checkpoint();
  table.add({ what: "vectors written", ours: `${((1000 * uids.length) / spent).toFixed(0)} /s` });
  const bytes = (statSync(path).size - before) / uids.length;
  table.add({
    what: "bytes of a claim for its vector",
    ours: `${bytes.toFixed(0)} B`,
    floor: `${4 * DIMS} B`,
    ratio: bytes / (4 * DIMS),
  });
  return { uids, storeId };
}

/** Uids of the nearest, by comparing all. */
function exactNearest(asked, vectors, uids) {
  const scores = Float64Array.from(vectors, (vector) => {
    let dot = 0;
    for (let index = 0; index < DIMS; index += 1) dot += vector[index] * asked[index];
    return dot;
  });
  const least = scores.slice().sort().at(-LIMIT);
  const near = uids.map((uid, at) => ({ uid, score: scores[at] })).filter(({ score }) => score >= least);
  return near.sort((one, other) => other.score - one.score).map(({ uid }) => uid);
}

/** The same vectors in a table of the extension's own kind, and in an ordinary one that is read from end to end. */
function openFloors(vectors) {
  const database = new Database(join(folder, "floor.db"));
  sqliteVec.load(database);
  database.exec(
    `create virtual table own using vec0 (id integer primary key, embedding float[${DIMS}] distance_metric=cosine)`,
  );
  database.exec("create table plain (id integer primary key, embedding blob)");
  const inserts = ["own", "plain"].map((name) =>
    database.prepare(`insert into ${name} values (cast(? as integer), ?)`),
  );
  database.transaction(() => {
    for (const [at, vector] of vectors.entries())
      for (const one of inserts) one.run(at + 1, Buffer.from(vector.buffer));
  })();
  const own = database.prepare("select id, distance from own where embedding match ? and k = ?");
  const plain = database.prepare(
    "select id, vec_distance_cosine(embedding, ?) as distance from plain order by distance limit ?",
  );
  return { own: (asked) => own.all(asked, LIMIT), plain: (asked) => plain.all(asked, LIMIT) };
}

/** Whole recall, by words and by meaning, but for the model, which answers at once. */
async function askInWordsToo(store, spec) {
  const embed = async (texts) => texts.map(clustered);
  const embedder = { spec, noiseFloor: 0.65, isSemantic: true, degraded: false, embed };
  const memory = createMemory({ store, vectors: { embedder, index: store.vectorIndex } });
  const questions = syntheticQueries(claims, QUERIES);
  for (const mode of ["legacy", "hybrid"]) {
    const times = [];
    for (const queryText of questions) {
      const request = { queryText, scopes: ["project:bench"], retrievalMode: mode };
      let meta;
      times.push(await elapsedMs(async () => ({ meta } = await memory.recall.query(request))));
      if (meta.semantic !== (mode === "hybrid")) throw new TypeError(`${mode}: ${meta.containmentReason}`);
    }
    const what = mode === "hybrid" ? "recall by words and meaning (p50 / p95)" : "recall by words (p50 / p95)";
    table.add({ what, ours: both(times), ...(mode === "hybrid" && { budget: "p95 <= 30 ms" }) });
  }
}

async function ask(spec, { uids, storeId, vectors }) {
  const asked = Array.from({ length: QUERIES }, clustered);
  const store = await openSqliteStore({ path, create: false });
  const filter = { storeId, tenantId: "local" };
  const query = (vector) => store.vectorIndex.query({ vector, fp: spec.fp, limit: LIMIT, filter });
  await store.vectorIndex.describe();
  const first = await elapsedMs(() => query(asked[0]));
  table.add({ what: "first search of a process (codes read)", ours: `${first.toFixed(0)} ms` });
  const floors = openFloors(vectors);
  const times = { ours: [], own: [], plain: [] };
  const found = { 10: 0, 40: 0 };
  for (const vector of asked) {
    let hits;
    times.ours.push(await elapsedMs(async () => (hits = await query(vector))));
    const bytes = Buffer.from(vector.buffer);
    times.own.push(await elapsedMs(() => floors.own(bytes)));
    times.plain.push(await elapsedMs(() => floors.plain(bytes)));
    const exact = exactNearest(vector, vectors, uids);
    for (const count of [10, 40]) {
      const best = new Set(exact.slice(0, count));
      found[count] += hits.slice(0, count).filter(({ claimUid }) => best.has(claimUid)).length / count;
    }
  }
  await askInWordsToo(store, spec);
  await store.close();
  const ratio = (floor) => quantile(times.ours, 0.95) / quantile(times[floor], 0.95);
  const what = `search, limit ${LIMIT} (p50 / p95)`;
  table.add({
    what,
    ours: both(times.ours),
    floor: `vec0 ${both(times.own)}`,
    ratio: ratio("own"),
  });
  table.add({
    what: `${what}, beside a scan`,
    ours: both(times.ours),
    floor: both(times.plain),
    ratio: ratio("plain"),
  });
  for (const count of [10, 40]) {
    table.add({
      what: `exact neighbours found, of ${count}`,
      ours: `${((100 * found[count]) / QUERIES).toFixed(1)} %`,
    });
  }
}

const spec = embeddingSpec({ provider: "bench", model: "clustered", revision: "", dims: DIMS });
const claims = syntheticClaims(CLAIMS);
const vectors = [];
const started = performance.now();
const store = await openSqliteStore({ path, synchronous: "normal" });
const filled = await fill(store, spec, vectors);
await store.close();
await ask(spec, { ...filled, vectors });
process.stderr.write(`${((performance.now() - started) / 1000).toFixed(0)} s\n`);
if (options.write) table.write();
rmSync(folder, { recursive: true });
