// The floor of the benchmarks: the same rows and the same question by hand, with prepared statements.
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { analyze, documentTerms } from "../packages/core/dist/index.js";
import { openSqliteStore } from "../packages/store-sqlite/dist/index.js";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
export const Database = createRequire(join(root, "packages/store-sqlite/package.json"))("better-sqlite3");

/** All rows that our store wrote, in the order of the claims. */
export function rowsOf(path) {
  const database = new Database(path, { readonly: true });
  const byClaim = (table) => {
    const grouped = new Map();
    for (const row of database
      .prepare(`select * from ${table} order by ${table === "event_contents" ? "event_id" : "id"}`)
      .all()) {
      // The database works it out by itself.
      delete row.other_claim_id;
      grouped.set(row.claim_id, [...(grouped.get(row.claim_id) ?? []), row]);
    }
    return grouped;
  };
  const citations = byClaim("citations");
  const events = byClaim("events");
  const claims = database.prepare("select * from claims order by id").all();
  database.close();
  const field = (text) => (text === null ? "" : documentTerms(analyze(text, "index")).join(" "));
  return claims.map((claim) => ({
    claim,
    citations: citations.get(claim.id) ?? [],
    events: events.get(claim.id) ?? [],
    index: {
      rowid: claim.id,
      text: field(claim.text),
      subject: field(claim.subject),
      predicate: field(claim.predicate),
      object_value: field(claim.object_value),
    },
  }));
}

/** An empty store with our schema, opened by hand with the same pragmas. */
export async function rawStore(path) {
  const store = await openSqliteStore({ path });
  await store.close();
  const database = new Database(path);
  for (const pragma of ["journal_mode = wal", "synchronous = full", "foreign_keys = on", "secure_delete = on"])
    database.pragma(pragma);
  return database;
}

function inserter(database, table, or = "") {
  const statements = new Map();
  return (batch) => {
    if (batch.length === 0) return;
    const columns = Object.keys(batch[0]);
    const key = `${batch.length}:${columns.join()}`;
    let statement = statements.get(key);
    if (statement === undefined) {
      const marks = `(${columns.map(() => "?").join()})`;
      statement = database.prepare(
        `insert ${or} into ${table} (${columns.join()}) values ${batch.map(() => marks).join()}`,
      );
      statements.set(key, statement);
    }
    statement.run(batch.flatMap((row) => columns.map((column) => row[column])));
  };
}

export function rawWriter(database) {
  const claims = inserter(database, "claims");
  const citations = inserter(database, "citations");
  const events = inserter(database, "events");
  const index = inserter(database, "claims_fts", "or replace");
  const head = database.prepare("select event_hash from events order by id desc limit 1");
  const counters = database.prepare("update store_meta set value = value + ? where key = ?");
  const begin = database.prepare("begin immediate");
  const commit = database.prepare("commit");
  return (batch) => {
    begin.run();
    head.get();
    claims(batch.map((row) => row.claim));
    citations(batch.flatMap((row) => row.citations));
    events(batch.flatMap((row) => row.events));
    index(batch.map((row) => row.index));
    counters.run(batch.length, "indexed_claims");
    counters.run(batch.length * 20, "indexed_terms");
    commit.run();
  };
}

const quote = (term) => `"${term.replaceAll('"', '""')}"`;

/** The capped query that any answer needs: the rarest terms of the question until 5,000 postings. */
export function cappedTerms(query, total, documentsOf) {
  const groups = analyze(query, "query")
    .map(({ terms }) => ({ terms, df: Math.max(0, ...terms.map(documentsOf)) }))
    .filter(({ df }) => df > 0)
    .sort((a, b) => a.df - b.df);
  const informative = groups.some(({ df }) => df <= 0.2 * total)
    ? groups.filter(({ df }) => df <= Math.max(50, 0.2 * total))
    : groups;
  const kept = [];
  let postings = 0;
  for (const group of informative) {
    if (kept.length > 0 && postings + group.df > 5_000) break;
    kept.push(group);
    postings += group.df;
  }
  return [...new Set(kept.flatMap(({ terms }) => terms))];
}

/** The same as FTS5 takes it. */
export function cappedMatch(database, query, total) {
  database.exec("create virtual table if not exists temp.vocabulary using fts5vocab(main, claims_fts, row)");
  const count = database.prepare("select doc from temp.vocabulary where term = ?");
  return cappedTerms(query, total, (term) => count.get(term)?.doc ?? 0)
    .map(quote)
    .join(" OR ");
}
