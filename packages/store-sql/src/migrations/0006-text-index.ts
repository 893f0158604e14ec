import type { Migration } from "./migration.ts";

/**
 * The analyzer's terms come joined by one space, and every ASCII sign counts as part of a term: only spaces separate, so
 * that `c++`, `src/app.ts` and `--no-verify` stay whole. The table keeps no texts; a row is replaced as a whole.
 */
const TOKEN_SIGNS = "!\"\"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~";

const CLAIMS_FTS = `create virtual table claims_fts using fts5(
  text, subject, predicate, object_value,
  content='', contentless_delete=1,
  tokenize="ascii tokenchars '${TOKEN_SIGNS}'"
)`;

export const textIndex: Migration = {
  version: 28,
  description: "text index and facts about the store",
  up: {
    sqlite: [
      CLAIMS_FTS,
      "create table store_meta (key text primary key, value text not null) without rowid",
      "insert into store_meta (key, value) values ('indexed_claims', '0'), ('indexed_terms', '0')",
    ],
  },
};
