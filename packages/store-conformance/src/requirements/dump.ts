export const DUMP = {
  "dump.tables": ["storage §16", "reads every table with all of its columns, page by page in the order of its key"],
  "dump.code_points": ["style §3.6", "orders texts by code point"],
  "dump.copy": [
    "storage §16",
    "fills an empty store with the rows of another: same rows, same index, ids going on above them",
  ],
  "dump.write_refusals": ["storage §3", "takes no row twice, and none whose claim, event or project is not there"],
  "dump.large_ids": ["style §3.6", "keeps ids far beyond 32 bits"],
  "dump.amend": ["storage §16", "sets columns of a row that waited for others, and nothing else"],
  "dump.uids": ["storage §16", "tells the uids of claims, and the claims of uids"],
  "dump.of_claims": ["storage §10", "reads the rows that belong to claims, links by either end"],
  "dump.fresh_ids": ["storage §10", "gives the next ids to rows without, and finds such claims by their words"],
  "dump.history": ["storage §3", "keeps events of other stores by claim, in their order, and knows their hashes"],
  "dump.history_erased": [
    "core §2",
    "empties the events of other stores when their claim is erased, and keeps them otherwise",
  ],
  "dump.head": ["storage §16", "tells the hash of the newest event"],
  "dump.snapshot": ["storage §16", "reads one state, whatever is written meanwhile, and only outside of transactions"],
  "dump.round_trip": [
    "storage §16",
    "exports, imports and exports to the same bytes, and importing again adds nothing",
  ],
  "dump.damaged": ["storage §16", "takes nothing of a file that was cut or changed, and names the line"],
  "dump.secrets": ["storage §16", "takes nothing of a file with a secret in it, unless that shall be redacted"],
} as const;
