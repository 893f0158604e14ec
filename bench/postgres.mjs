// Measures ingest and recall on Postgres beside `pg` doing the same by hand, and beside SQLite, all in one run. Usage:
//   node bench/postgres.mjs [--claims 100000] [--write]
// A floor is the same work by hand: the same rows into the same schema with prepared statements; the same capped
// full-text query for ids alone. The server is one of its own that waits for its disk, or that of
// MEMORYMASTER_TEST_POSTGRES_URL. Needs a build (`npm run build`).
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";

import { createMemory, LOCAL_OPERATOR } from "../packages/core/dist/index.js";
import { openPostgresStore } from "../packages/store-postgres/dist/index.js";
import { openSqliteStore } from "../packages/store-sqlite/dist/index.js";
import { createDatabase } from "../packages/test-support/src/postgres-database.mjs";
import { startPostgres } from "../packages/test-support/src/postgres-server.mjs";
import { bulkItems, createTable, elapsedMs, median, quantile } from "./measure.mjs";
import { connect, rawSearch, rawWriter, rowsOf } from "./raw-postgres.mjs";
import { syntheticClaims, syntheticQueries } from "./synthetic-claims.mjs";

const { values: options } = parseArgs({
  options: { claims: { type: "string", default: "100000" }, write: { type: "boolean", default: false } },
});
const LARGE = Number(options.claims);
const SMALL = 10_000;
/** Claims in a store before an ingest is timed: a store in use, and a process that has run for a moment. */
const WARM_UP = 5_000;
const SINGLES = 1_000;
const BULK = 10_000;
const BATCH = 200;
const SCOPES = ["project:bench"];
const BINDING = { tenantId: "acme", principal: "ana", scopes: SCOPES };

const folder = mkdtempSync(join(tmpdir(), "memorymaster-postgres-bench-"));
const server = await startPostgres(process.env, { durable: true });
const databases = [];
const closing = [];

const micros = (ms) => `${(ms * 1000).toFixed(0)} us`;
const both = (times) => `${median(times).toFixed(2)} / ${p95(times).toFixed(2)} ms`;
const kilobytes = (bytes, claims) => `${(bytes / claims / 1024).toFixed(2)} KB/claim`;
const p95 = (times) => quantile(times, 0.95);

/** The operator of one tenant, whom the team shares its claims with. */
const memoryOf = (store) => createMemory({ store, authority: { ...LOCAL_OPERATOR, tenantId: BINDING.tenantId } });

async function opened(store) {
  closing.push(() => store.close());
  return { store, memory: memoryOf(store) };
}

/** A new database of a role that is no superuser, and a bare connection to it. */
async function openPostgres() {
  const database = await createDatabase(server.url);
  databases.push(database);
  const owner = await database.createRole();
  const admin = await connect(database.url);
  await admin.query(`alter database ${database.name} owner to ${owner.name}`);
  const ours = await opened(await openPostgresStore({ url: owner.url }));
  closing.push(() => admin.end());
  return { ...ours, admin, database };
}

const openSqlite = async (name) => opened(await openSqliteStore({ path: join(folder, name) }));

/** The same store, served to one caller under the role of a team. */
async function openTeam({ store, database }) {
  const role = await database.createRole();
  await store.roles.grant(role.name);
  const served = await openPostgresStore({ url: role.url, binding: BINDING });
  closing.push(() => served.close());
  const authority = { ...LOCAL_OPERATOR, mode: "team", tenantId: "acme", principal: "ana", grantedScopes: SCOPES };
  return createMemory({ store: served, authority });
}

const ingest = (memory, claims) => memory.claims.ingestMany(bulkItems(claims));

/** Times of each contender on the same work, in blocks by turns, so that whatever else the machine does meets all. */
async function timed(contenders, work, blockOf) {
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let at = 0; at < work.length; at += blockOf) {
    for (const [name, run] of Object.entries(contenders)) {
      for (const piece of work.slice(at, at + blockOf)) times[name].push(await elapsedMs(() => run(piece)));
    }
  }
  return times;
}

async function sizeOf({ admin }) {
  const { rows } = await admin.query(
    "select sum(pg_total_relation_size(oid)) as bytes from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  return Number(rows[0].bytes);
}

/** Asks stores of one size the same questions. */
async function measureRecall({ postgres, sqlite, count, claims }) {
  await postgres.admin.query("analyze");
  const search = await rawSearch(postgres.admin, count);
  const asking = (memory) => (question) => memory.recall.query({ queryText: question.text, scopes: SCOPES });
  const contenders = {
    ours: asking(postgres.memory),
    raw: ({ match }) => search.ask(match),
    sqlite: asking(sqlite.memory),
    ...(count === LARGE && { team: asking(await openTeam(postgres)) }),
  };
  const questions = (many, seed) =>
    syntheticQueries(claims, many, seed)
      .map((text) => ({ text, match: search.match(text) }))
      .filter(({ match }) => match !== "");
  await timed(contenders, questions(100, 23), 50);
  const times = await timed(contenders, questions(300, 22), 50);
  return { ...times, bytes: await sizeOf(postgres), sqliteBytes: statSync(sqlite.path).size };
}

/** The same stores first small, then large. */
async function measureGrowth() {
  const claims = syntheticClaims(LARGE, 21);
  const postgres = await openPostgres();
  const sqlite = { ...(await openSqlite("recall.db")), path: join(folder, "recall.db") };
  const measured = [];
  for (const [from, count] of [
    [0, SMALL],
    [SMALL, LARGE],
  ]) {
    for (const { memory } of [postgres, sqlite])
      for (let at = from; at < count; at += 10 * BATCH)
        await ingest(memory, claims.slice(at, Math.min(at + 10 * BATCH, count)));
    process.stderr.write(`${count} claims after ${(performance.now() / 1000).toFixed(0)} s\n`);
    measured.push({ count, ...(await measureRecall({ postgres, sqlite, count, claims: claims.slice(0, SMALL) })) });
  }
  return { measured, postgres, claims };
}

/** The first claims once more, into new stores: one by one, and in bulk. */
async function measureIngest({ postgres, claims }) {
  const rows = await rowsOf(postgres.admin, WARM_UP + SINGLES + BULK);
  const [ours, bare, sqlite] = [await openPostgres(), await openPostgres(), await openSqlite("ingest.db")];
  const raw = rawWriter(bare.admin);
  const place = (from, step) => ({ claims: claims.slice(from, from + step), rows: rows.slice(from, from + step) });
  for (let at = 0; at < WARM_UP; at += BATCH) {
    const warm = place(at, BATCH);
    for (const { memory } of [ours, sqlite]) await ingest(memory, warm.claims);
    await raw(warm.rows);
  }
  for (const { admin } of [ours, bare]) await admin.query("analyze");
  const singles = Array.from({ length: SINGLES }, (_, index) => place(WARM_UP + index, 1));
  const batches = Array.from({ length: BULK / BATCH }, (_, index) => place(WARM_UP + SINGLES + index * BATCH, BATCH));
  const write = (work) => raw(work.rows);
  return {
    singles: await timed(
      {
        ours: (work) => ours.memory.claims.ingest(work.claims[0]),
        raw: write,
        sqlite: (work) => sqlite.memory.claims.ingest(work.claims[0]),
      },
      singles,
      1,
    ),
    bulk: await timed(
      {
        ours: (work) => ingest(ours.memory, work.claims),
        raw: write,
        sqlite: (work) => ingest(sqlite.memory, work.claims),
      },
      batches,
      10,
    ),
  };
}

const rate = (times) => `${((BATCH / median(times)) * 1000).toFixed(0)} /s`;

function reportFloors(table, { singles, bulk, measured }) {
  const ratio = ({ ours, raw }) => median(raw) / median(ours);
  const one = { ours: micros(median(singles.ours)), floor: micros(median(singles.raw)), ratio: ratio(singles) };
  table.add({ what: "ingest one claim, durable (p50)", ...one });
  table.add({
    what: `ingestMany, batches of ${BATCH}`,
    ours: rate(bulk.ours),
    floor: rate(bulk.raw),
    ratio: ratio(bulk),
  });
  for (const { count, ours, team, raw, bytes } of measured) {
    const against = (times) => ({ ours: both(times), floor: both(raw), ratio: p95(times) / p95(raw) });
    table.add({ what: `text recall, ${count} claims (p50 / p95)`, ...against(ours), budget: "p95 <= 4" });
    if (team !== undefined) table.add({ what: `the same under the role of a team`, ...against(team) });
    table.add({ what: `store size, ${count} claims`, ours: kilobytes(bytes, count) });
  }
  const [small, large] = [measured[0], measured.at(-1)];
  for (const [name, share] of [
    ["p50", median],
    ["p95", p95],
  ]) {
    const factor = share(large.ours) / share(small.ours);
    const allowed = `< x ${Math.sqrt(large.count / small.count).toFixed(1)}`;
    table.add({
      what: `growth of recall ${name}, ${small.count} to ${large.count}`,
      ours: `x ${factor.toFixed(1)}`,
      budget: allowed,
    });
  }
}

function reportParity(table, { singles, bulk, measured }) {
  table.section({ ours: "Postgres", floor: "SQLite" });
  const ratio = ({ ours, sqlite }) => median(ours) / median(sqlite);
  const one = { ours: micros(median(singles.ours)), floor: micros(median(singles.sqlite)), ratio: ratio(singles) };
  table.add({ what: "ingest one claim, durable (p50)", ...one });
  table.add({
    what: `ingestMany, batches of ${BATCH}`,
    ours: rate(bulk.ours),
    floor: rate(bulk.sqlite),
    ratio: ratio(bulk),
  });
  for (const { count, ours, sqlite, bytes, sqliteBytes } of measured) {
    table.add({
      what: `text recall, ${count} claims (p50 / p95)`,
      ours: both(ours),
      floor: both(sqlite),
      ratio: median(ours) / median(sqlite),
    });
    const sizes = { ours: kilobytes(bytes, count), floor: kilobytes(sqliteBytes, count), ratio: bytes / sqliteBytes };
    table.add({ what: `store size, ${count} claims`, ...sizes });
  }
}

try {
  const grown = await measureGrowth();
  const figures = { measured: grown.measured, ...(await measureIngest(grown)) };
  const { rows } = await grown.postgres.admin.query("select current_setting('server_version') as version");
  const table = createTable({
    title: `Postgres ${rows[0].version}`,
    name: "postgres",
    run: `node bench/postgres.mjs --claims ${LARGE}`,
  });
  reportFloors(table, figures);
  reportParity(table, figures);
  if (options.write) table.write();
} finally {
  for (const close of closing.reverse()) await close();
  for (const database of databases) await database.drop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
