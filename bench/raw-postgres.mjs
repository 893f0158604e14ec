// The floor of the benchmark on Postgres: the same rows and the same question by hand, with prepared statements of `pg`.
import { createRequire } from "node:module";
import { join } from "node:path";

import { ROOT } from "./measure.mjs";
import { cappedTerms } from "./raw-store.mjs";

const { Client } = createRequire(join(ROOT, "packages/store-postgres/package.json"))("pg");

/** What the database works out by itself. */
const GENERATED = new Set(["content_key", "human_id_stem", "other_claim_id"]);

export async function connect(url) {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

async function readRows(client, query) {
  const { rows } = await client.query(query);
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !GENERATED.has(column))));
}

/** Rows that our store wrote for the first claims, in their order. */
export async function rowsOf(client, count) {
  const byClaim = async (table, order) => {
    const grouped = new Map();
    for (const row of await readRows(client, `select * from ${table} where claim_id <= ${count} order by ${order}`))
      grouped.set(row.claim_id, [...(grouped.get(row.claim_id) ?? []), row]);
    return grouped;
  };
  const citations = await byClaim("citations", "id");
  const events = await byClaim("events", "id");
  const terms = await byClaim("claim_terms", "claim_id");
  const claims = await readRows(client, `select * from claims where id <= ${count} order by id`);
  return claims.map((claim) => {
    const of = (grouped) => grouped.get(claim.id) ?? [];
    return { claim, citations: of(citations), events: of(events), terms: of(terms) };
  });
}

/** Inserts rows of one table in one statement, which the server keeps prepared. */
function inserter(client, table) {
  return async (batch) => {
    if (batch.length === 0) return;
    const columns = Object.keys(batch[0]);
    const marks = (row) => `(${columns.map((_, column) => `$${row * columns.length + column + 1}`).join()})`;
    const text = `insert into ${table} (${columns.join()}) values ${batch.map((_, row) => marks(row)).join()}`;
    const values = batch.flatMap((row) => columns.map((column) => row[column]));
    await client.query({ name: `${table}-${batch.length}`, text, values });
  };
}

/** One transaction as ours: the lock, the end of the chain, the rows of all tables, the counts. */
export function rawWriter(client) {
  const [claims, citations, events, terms, delta] = ["claims", "citations", "events", "claim_terms", "index_delta"].map(
    (table) => inserter(client, table),
  );
  const head = { name: "head", text: "select event_hash from events where tenant_id = $1 order by id desc limit 1" };
  return async (batch) => {
    await client.query("begin;select pg_advisory_xact_lock(1)");
    await client.query({ ...head, values: ["acme"] });
    await claims(batch.map((row) => row.claim));
    await citations(batch.flatMap((row) => row.citations));
    await events(batch.flatMap((row) => row.events));
    await terms(batch.flatMap((row) => row.terms));
    await delta([{ tenant_id: "acme", claims: batch.length, terms: 20 * batch.length }]);
    await client.query("commit");
  };
}

const quote = (term) => `'${term.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/** Asks for the ids of the best rows; `match` makes what a question looks for, which is not part of the floor. */
export async function rawSearch(client, total) {
  const { rows } = await client.query("select word, ndoc from ts_stat('select search from claim_terms')");
  const documents = new Map(rows.map(({ word, ndoc }) => [word, ndoc]));
  const text = `select claim_id from claim_terms where search @@ $1::tsquery
    order by ts_rank(search, $1::tsquery, 1) desc limit 240`;
  return {
    match: (query) =>
      cappedTerms(query, total, (term) => documents.get(term) ?? 0)
        .map(quote)
        .join(" | "),
    ask: (match) => client.query(text, [match]),
  };
}
