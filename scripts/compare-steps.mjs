// What `compare-backends.mjs` runs on both sides, in this order. `{newest}` is the id of the newest event, `{other}` the
// project folder of the other side, `{copy}` the second database.

const fact = (fields) => JSON.stringify(fields);

/** What databases easily store, sort or find differently, and rows that are refused. */
const FACTS = [
  fact({ text: "The staging API listens on port 7443", citations: ["docs/ops.md|L12|listens on 7443"] }),
  fact({ text: "CI runs Node 20", subject: "ci", predicate: "node_version", object_value: "20", claim_type: "fact" }),
  fact({ text: "用PostgreSQL16部署的数据库在东京", subject: "データベース" }),
  fact({ text: "La contraseña vive en la bóveda: ñandú, Ångström, ﬁle", volatility: "high", confidence: 0.8 }),
  fact({ text: `Pass --no-verify with C++ and v20.04; it's \\ and % and _ and "it" 🚀`, confidence: 0.1234567891 }),
  fact({ text: "getUserById calls src/app.ts and snake_case_name", scope: "global" }),
  fact({ text: "Ana prefers tabs", holder: "ana", visibility: "private", source_agent: "ana" }),
  fact({ text: "The fair ran in May", event_time: "2026-05-01T10:00:00+02:00", valid_from: "2026-05-01T00:00:00Z" }),
  fact({ text: "Deploys happen on Monday", valid_from: "2026-01-01T00:00:00Z", valid_until: "2026-03-01T00:00:00Z" }),
  fact({ text: "Deploys happen on Friday", idempotency_key: "deploy-day" }),
  fact({ text: "Deploys happen on Friday, I said", idempotency_key: "deploy-day" }),
  fact({ text: "zebra sorts before Zebra, ä after z", subject: "Übung" }),
  fact({ text: "the staging api listens on PORT 7443" }),
  fact({ text: "nul \u0000 inside" }),
  fact({ text: "half a pair \ud800" }),
  fact({ text: "" }),
  fact({ text: "x".repeat(10_001) }),
  fact({ text: "no such level", confidence: 2 }),
  "{ no json",
];

const said = (type, content, second) =>
  JSON.stringify({
    type,
    sessionId: "talk",
    timestamp: `2026-05-01T10:00:0${second}Z`,
    message: { role: type, content },
  });

/** A conversation, with a secret and what databases easily sort or find differently. */
const TALK = [
  said("user", "Why does the staging gateway time out after lunch?", 1),
  said(
    "assistant",
    "The root cause was the pool of the gateway: it held ten connections, and the ledger took them all.",
    2,
  ),
  said("user", "用PostgreSQL16部署的数据库在东京也是这样吗？请看一下网关的连接池配置。", 3),
  said("assistant", "Ångström asked the same; the token is ghp_a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2 for now.", 4),
];

/** Files in the project of each side. */
export const INPUT = {
  "notes.md": "We decided to deploy on Tuesdays. Nobody said anything else.\n",
  "talk.jsonl": `${TALK.join("\n")}\n`,
  "facts.jsonl": FACTS.join("\n"),
  "more.jsonl": Array.from({ length: 250 }, (_, i) =>
    fact({ text: `Machine ${i} in rack ${i % 7} runs job ${i * i}` }),
  ).join("\n"),
};

/** A database of the earlier product, with a claim that is refused. */
export const LEGACY = `
create table claims (id integer primary key, text text, status text, scope text default 'project', subject text,
  predicate text, pinned integer default 0, confidence real default 0.5, created_at text, updated_at text,
  supersedes_claim_id integer, replaced_by_claim_id integer);
create table citations (id integer primary key, claim_id integer, source text, created_at text);
create table events (id integer primary key, claim_id integer, event_type text, created_at text);
insert into claims (text, status, created_at, updated_at) values
  ('Ana owns the queue', 'confirmed', '2025-06-01T10:00:00.5+02:00', '2025-06-01'), (' ', 'stale', '2025', '2025');
insert into citations (claim_id, source, created_at) values (1, 'docs/ops.md', '2025-06-01T10:00:00Z');
insert into events (claim_id, event_type, created_at) values (1, 'ingest', '2025-06-01T10:00:00Z');`;

export const ENVIRONMENT = { MEMORYMASTER_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64") };

/**
 * Each line: exit code, what it is about (the `main` database, the `copy`, the database as a `file`, which Postgres is
 * not, or something that `each` has its own words for), command line. What differs by intent comes late: events of a
 * tenant are a chain of their own on Postgres, and ids of what was rolled back are not given again. Claims 1 and 2 are
 * the ports, 3 and 4 the versions of Node, 5 the redacted one.
 */
export const STEPS = `
2 each stats
0 main init-db
0 main init-db
0 main where
0 main config show
0 main completion bash
0 main stealth-status
0 main ingest --text 'The staging API listens on port 7443' --source 'docs/ops.md|L12|listens on 7443'
0 main ingest --text 'The staging API listens on port 7444' --idempotency-key once
0 main ingest --text 'said again with the key of the second' --idempotency-key once
0 main ingest --text 'CI runs Node 20' --subject CI --predicate node --object 20 --claim-type fact
0 main ingest --text 'CI runs Node 22' --subject ci --predicate node --object 22 --supersedes 3
1 main ingest --text 'the key is AKIAABCDEFGHIJKLMN0P'
0 main ingest --text 'the key is AKIAABCDEFGHIJKLMN0P' --redact
0 main ingest --text 'Bo likes spaces' --holder bo --visibility private --source-agent bo --scope user
1 main ingest --text 'of nobody' --supersedes 999
1 main ingest --input facts.jsonl --verbose
1 main ingest --input facts.jsonl
0 main ingest --input more.jsonl
0 main stats
0 main list-claims --all-scopes --limit 1000
0 main list-claims --status candidate --limit 3
0 main list-claims --ids 4,2,999
0 main show 1
1 main show 999
0 main query 'which port does staging use' --explain
0 main query 'machine rack job' --limit 7
0 main query 'contraseña BOVEDA nandu' --explain
0 main query 東京 --explain
2 main query '--no-verify C++ snake_case_name src/app.ts' --explain
0 main query -- '--no-verify C++ snake_case_name src/app.ts v20.04'
0 main query 'deploys happen' --as-of 2026-02-01
0 main query %_
0 main recall-analysis --query 'which port does staging use' --limit 5
0 main recall 'staging port' --budget 200
0 main mine-transcript --input talk.jsonl
0 main mine-transcript --input talk.jsonl
0 main search-verbatim 'why does the gateway time out' --window 2 --scope project
0 main search-verbatim 東京 --mode hybrid --scope project
0 main search-verbatim 'who asked about the ledger' --budget 200 --scope project
0 main observe --text 'We decided to move the ledger to its own pool'
0 main context 'staging port, node of ci' --budget 300
0 main context 'machine in rack' --format xml --limit 20
0 main ready
0 main steward-proposals
0 main resolve-proposal --action approve --claim-id 3
0 main undo {newest}
0 main undo {newest}
0 main resolve-proposal --action reject --claim-id 1
0 main steward-proposals --include-resolved
0 main confirm 1 --reason 'seen by myself'
0 main query 'staging port' --trusted --explain
0 main pin 1
0 main pin 1 --unpin
0 main pin 2
0 main archive 5 --reason gone
0 main history 5
0 main list-events --event-type transition --limit 3
0 main undo {newest} --reason 'still there'
0 main undo {newest}
0 main link 1 2 --type supports
0 main link 2 3
0 main links 2
0 main unlink 1 2
0 main redact-claim 7 --reason asked --yes
0 main show 7
0 main undo {newest}
0 main show 7
0 main redact-claim 8 --mode erase --yes
0 main drain-spool
0 main recompute-tiers
0 main list-events --limit 1000
0 main list-events --verify
0 main history 3
0 main integrity --full
0 main integrity --repair-fts
0 main integrity --fix
0 main verbatim-cleanup --analyze-only
0 main verbatim-cleanup --purge-junk --retention
0 main verbatim-cleanup --apply
0 main models list
0 main qdrant-sync
0 main qdrant-reconcile --full
2 main qdrant-search 'staging port'
0 main install-hook
3 each doctor
0 main export --output whole.jsonl
0 copy import {other}/whole.jsonl
0 copy import {other}/whole.jsonl
0 copy list-claims --all-scopes --include-archived --limit 1000
0 copy query 'staging port' --explain
0 main federated-query 'staging port' --also {copy}
0 copy export --output again.jsonl
0 copy integrity --full
3 copy import-legacy old.db
3 copy import-legacy old.db
0 main ingest --tenant acme --text 'A tenant has its own port 7443' --source docs/acme.md
0 main list-claims --tenant acme
0 main query 'own port' --tenant acme
0 main stats
1 main confirm 4 999
0 main archive 5 6 --dry-run
0 main undo {newest} --dry-run
1 main undo 1
1 main undo 999999
0 main link 3 4
1 main link 3 4
0 main import {other}/whole.jsonl
0 copy import {other}/whole.jsonl --dry-run
0 main merge-db --source {copy}
0 main merge-db --source {copy}
0 main export-delta --since 2026-01-01 --output delta.db
0 copy merge-db --source delta.db --keep-status
0 copy list-claims --all-scopes --include-archived --limit 1000
0 copy integrity --full
0 copy drain-spool
0 main review-queue
0 main resolve-conflicts --dry-run
0 main resolve-conflicts
0 main dedup --dry-run
0 main dedup
0 main auto-resolve
0 main detect-contradictions
0 main archive-by-source nobody --apply
0 main check-staleness
0 main verify-claims
0 main compact --dry-run
0 main quality-scores
0 main llm-steward --delay 0
0 main compact-summaries --dry-run
0 main evolve-skills
0 main feedback-stats
0 main recompute-confidence-priors
0 main run-steward
0 main extract-claims --input notes.md
0 main run-cycle
0 main run-cycle --policy-mode cadence
0 main run-daemon --max-cycles 1
0 main list-claims --all-scopes --include-archived --limit 1000
0 main integrity --full
1 file snapshot -m 'before the change'
1 file snapshots
1 file diff 7565115b
1 file rollback 7565115b --yes
1 file backup --output backup.db
1 file restore {other}/../../memory.db
1 file integrity --status
`;
