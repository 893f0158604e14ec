import { openMemoryMaster } from "@memorymaster/runtime";
import type { MemoryMaster } from "@memorymaster/runtime";
import { FOREIGN_TEXT, teamVariables, tenantDatabases, UNGRANTED_SCOPE } from "@memorymaster/test-support";
import type { ForeignClaim, Owner } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { COMMANDS } from "../src/table/commands.ts";
import { createWorld, documentOf } from "./support/cli.ts";
import type { World } from "./support/cli.ts";
import type { Finished } from "./support/finished.ts";

const STANDING_CLOCK = { MEMORYMASTER_TEST_NOW: "2026-01-02T03:04:05Z" };

type Call = readonly string[];

/** How a claim is named differs from one foreign claim to the next. */
function nameOf({ id, humanId, uid }: ForeignClaim): string {
  return [String(id), humanId, uid][id % 3] ?? uid;
}

const withName = (of: (name: string) => readonly Call[]) => (foreign: ForeignClaim) => of(nameOf(foreign));
const alone =
  (...calls: readonly Call[]) =>
  () =>
    calls;

/** Calls of each command that name a foreign claim, ask for its words, count, or reach for the whole store. */
const CALLS: Readonly<Record<string, (foreign: ForeignClaim) => readonly Call[]>> = {
  show: withName((name) => [[name]]),
  "list-claims": ({ id }) => [
    ["--all-scopes", "--include-archived"],
    ["--ids", `1,${id}`],
    ["--all-scopes", "--limit", "1"],
    ["--scope", UNGRANTED_SCOPE],
  ],
  pin: withName((name) => [[name], [name, "--unpin"]]),
  query: alone(
    ["quokka rotation", "--explain"],
    ["ledger service invoices"],
    ["quokka", "--scope-allowlist", "global"],
  ),
  context: alone(["quokka rotation", "--json"]),
  "federated-query": alone(
    ["quokka rotation"],
    ["quokka", "--current-scope", UNGRANTED_SCOPE],
    ["x", "--also", "o.db"],
  ),
  "recall-analysis": alone(["--query", "quokka rotation", "--limit", "1"]),
  "search-verbatim": alone(["quokka"], ["quokka", "--scope", UNGRANTED_SCOPE]),
  "verbatim-cleanup": alone([], ["--apply"]),
  "mine-transcript": alone(["--input", "o.db"]),
  recall: alone(["quokka rotation"], ["quokka", "--scope-allowlist", UNGRANTED_SCOPE]),
  confirm: withName((name) => [[name, "mm-0000"]]),
  archive: withName((name) => [[name], [name, "--dry-run"]]),
  undo: ({ pinEvent, proposalEvent }) => [
    [String(pinEvent)],
    [String(proposalEvent), "--dry-run"],
    [String(pinEvent), "--run", "--yes"],
  ],
  ready: alone(["--confidence-threshold", "1"]),
  "steward-proposals": alone([], ["--include-resolved", "--limit", "1"]),
  "resolve-proposal": ({ id, proposalEvent }) => [
    ["--action", "approve", "--proposal-event-id", String(proposalEvent)],
    ["--action", "reject", "--claim-id", String(id)],
  ],
  "recompute-tiers": alone([]),
  "run-cycle": alone([]),
  "run-daemon": alone(["--max-cycles", "1"]),
  "check-staleness": alone([]),
  "verify-claims": alone(["--scope", UNGRANTED_SCOPE]),
  dedup: alone(["--dry-run"], ["--scope", UNGRANTED_SCOPE]),
  "resolve-conflicts": alone([], ["--dry-run"]),
  "auto-resolve": alone([]),
  "detect-contradictions": alone([]),
  compact: alone(["--retain-days", "0", "--dry-run"]),
  "archive-by-source": alone(["quokka", "--apply"]),
  "run-steward": alone([], ["--apply"]),
  "review-queue": alone(["--limit", "100"]),
  "llm-steward": alone(["--delay", "0"]),
  "extract-claims": alone(["--input", "o.db"]),
  "compact-summaries": alone(["--dry-run"]),
  "evolve-skills": alone([]),
  "quality-scores": alone([]),
  "feedback-stats": alone([]),
  "recompute-confidence-priors": alone([]),
  "redact-claim": withName((name) => [[name], [name, "--yes"], [name, "--mode", "erase", "--yes"]]),
  "list-events": ({ id }) => [[], ["--claim-id", String(id)], ["--event-type", "pin"], ["--limit", "1"], ["--verify"]],
  history: withName((name) => [[name]]),
  link: withName((name) => [
    ["1", name],
    [name, "1"],
  ]),
  unlink: withName((name) => [["1", name]]),
  links: withName((name) => [[name], ["1"]]),
  snapshot: alone([]),
  snapshots: alone([]),
  rollback: alone(["nogit", "--yes"]),
  diff: alone(["nogit"]),
  backup: alone(["--output", "copy.db"]),
  restore: alone(["o.db"]),
  "install-hook": alone([]),
  export: alone([], ["--output", "copy.jsonl"]),
  import: alone(["o.db"]),
  "import-legacy": alone(["o.db"]),
  "export-delta": alone(["--output", "copy.jsonl"]),
  "merge-db": alone(["--source", "o.db"], ["--source", "o.db", "--dry-run"]),
  "init-db": alone([], ["--team-role", "postgres"]),
  where: alone([]),
  stats: alone([], ["--scope", UNGRANTED_SCOPE]),
  config: alone(["show"]),
  completion: alone(["bash"]),
  integrity: alone([], ["--status"], ["--repair-fts"], ["--checkpoint"]),
  doctor: alone([]),
  "drain-spool": alone([]),
  "stealth-status": alone([]),
  models: alone(["list"]),
  "qdrant-sync": alone([]),
  "qdrant-reconcile": alone([], ["--full", "--force"]),
  "qdrant-search": alone(["quokka rotation"]),
  observe: alone(["--text", "Quokkas never rest", "--scope", UNGRANTED_SCOPE], ["--text", "x"]),
  // What it writes has ids that tell how much else there is, so it comes last.
  ingest: (foreign) => [
    ["--text", "Quokkas rest at one", "--supersedes", nameOf(foreign)],
    ["--text", FOREIGN_TEXT],
    ["--text", "Other words", "--idempotency-key", "quokka"],
    ["--text", "In a scope of others", "--scope", UNGRANTED_SCOPE],
    ["--text", "In the name of another", "--source-agent", "luis"],
  ],
};

/** What differs from one database or moment to the next, whatever is in it. */
const MOMENTARY: readonly (readonly [RegExp, string])[] = [
  [/postgres(?:ql)?:\/\/[^"\s]+/g, "DATABASE"],
  [/[^"\s]*\/(?:shared|alone)\//g, "FOLDER/"],
  [/mm_test_\w+/g, "ROLE"],
  [/"query_ms":[\d.]+/g, '"query_ms":0'],
  [/\d+ MiB free, \d+ % used/g, "DISK"],
];

/** The output; of an ingest without the ids of the new claim. */
function toldBy([command]: Call, { exitCode, stdout, stderr }: Finished): unknown {
  const plain = (text: string): string => MOMENTARY.reduce((said, [what, word]) => said.replace(what, word), text);
  if (command !== "ingest" || exitCode !== 0) return [exitCode, plain(stdout), plain(stderr)];
  const { data, meta } = documentOf({ exitCode, stdout, stderr });
  const ids = { id: 0, uid: "", human_id: "", citations: [] };
  return { ...(data as object), ...ids, meta: { ...meta, query_ms: 0, proposal_event_id: undefined } };
}

function openDatabase(db: string, owner: Owner): Promise<MemoryMaster> {
  const around = { surface: "test", env: STANDING_CLOCK, cwd: import.meta.dirname, writeLog: () => undefined };
  return openMemoryMaster({ ...owner, ...around, db, create: true });
}

/** What the built program tells a member of acme, connected to a database. */
function caller(world: World, principal: string, db: string): (call: Call) => Promise<unknown> {
  const variables = { ...teamVariables(world.temp.path, db), MEMORYMASTER_MCP_PRINCIPAL: principal };
  const env = { ...STANDING_CLOCK, ...variables };
  return async (call) => toldBy(call, await world.runProgram(call, { env }));
}

test("there are calls of every command, and of no other", () => {
  expect(Object.keys(CALLS).sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
});

const BACKENDS = ["SQLite", "Postgres"] as const;
const MANY_CALLS = { timeout: 400_000 };

test.each(BACKENDS)("on %s no command tells a team of the claims of others", MANY_CALLS, async (backend) => {
  using world = createWorld();
  world.temp.write("project/o.db", "no database");
  await using databases = await tenantDatabases(backend, world.temp.path, openDatabase);
  const { shared, foreign } = databases;
  const calls = Object.entries(CALLS).flatMap(([command, callsOf], place) => {
    const claim = foreign[place % foreign.length];
    return claim === undefined ? [] : callsOf(claim).map((call): Call => [command, ...call]);
  });

  const answers = [caller(world, "ana", shared), caller(world, "ana", databases.alone)];

  for (const call of calls) {
    const [told, expected] = await Promise.all(answers.map((answerTo) => answerTo(call)));
    expect.soft([call, told]).toEqual([call, expected]);
  }

  expect(world.temp.exists("project/copy.db") || world.temp.exists("project/copy.jsonl")).toBe(false);
  expect(JSON.stringify(await caller(world, "luis", shared)(["query", "quokka rotation"]))).toContain("midnight");
});
