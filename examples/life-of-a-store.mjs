// The life of one store, through the program alone: 200 claims about a real repository are confirmed, their evidence is
// edited, moved and deleted, they are contradicted, age, and are put away. Prints what became of them. Usage:
//   node examples/life-of-a-store.mjs                 on a SQLite file
//   node examples/life-of-a-store.mjs --both          on Postgres too, and says whether every figure is the same
// Needs a build and git. The clock of the program is set by MEMORYMASTER_TEST_NOW, which only tests should do.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { devNull, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const PROGRAM = join(ROOT, "apps", "cli", "dist", "bin.js");
const FILES = 40;
const CLAIMS = 200;
const DAY_MS = 86_400_000;
const START_MS = Date.parse("2026-03-01T09:00:00Z");
const GIT = { ...process.env, GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: "1" };

const git = (folder, ...args) => execFileSync("git", ["-C", folder, ...args], { env: GIT, encoding: "utf8" });
const commit = (folder, message) => {
  git(folder, "add", "--all");
  git(folder, "-c", "user.name=life", "-c", "user.email=life@example.test", "commit", "--quiet", "-m", message);
};

/** Long enough sentences of the sources, each with its place: what claims of this life are about. */
function citedLines(folder) {
  const sources = git(folder, "ls-files", "packages/*/src/*.ts").trim().split("\n");
  const perFile = sources.map((path) => {
    const lines = readFileSync(join(folder, path), "utf8").split("\n");
    const seen = new Map();
    for (const line of lines) seen.set(line, (seen.get(line) ?? 0) + 1);
    return lines.flatMap((line, at) =>
      line.length > 60 &&
      line.length < 400 &&
      /^ \* [A-Z]|^\/\*\* [A-Z]|^ {2}\/\*\* [A-Z]/.test(line) &&
      seen.get(line) === 1
        ? [{ path, line: at + 1, text: line }]
        : [],
    );
  });
  const rich = perFile.filter((lines) => lines.length >= CLAIMS / FILES).slice(0, FILES);
  return rich.flatMap((lines) => lines.slice(0, CLAIMS / FILES)).slice(0, CLAIMS);
}

/** A clone of this repository, a database and a clock. */
function createLife(database, folder) {
  const repository = join(folder, "shop");
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", ROOT, repository], { env: GIT });
  let nowMs = START_MS;
  return {
    repository,
    wait: (days) => void (nowMs += days * DAY_MS),
    run: (args, input = "") => {
      const env = { PATH: process.env.PATH, HOME: folder, MEMORYMASTER_TEST_NOW: new Date(nowMs).toISOString() };
      nowMs += 60_000;
      const options = { cwd: repository, env, input, encoding: "utf8", maxBuffer: 1 << 28 };
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [PROGRAM, "--json", "--db", database, ...args],
        options,
      );
      if (status !== 0) throw new Error(`${args.join(" ")}: exit ${status}\n${stdout}${stderr}`);
      return JSON.parse(stdout).data;
    },
  };
}

/** Whole lines of a file, changed. */
function rewrite(file, change) {
  writeFileSync(file, change(readFileSync(file, "utf8").split("\n")).join("\n"));
}

const byStatus = (life) => life.run(["stats"]).by_status;

/** Ingests the lines as claims with citations and confirms what is well founded. */
function grow(life, cited) {
  const items = cited.map(({ path, line, text }) => ({
    text: `${path} says in line ${line}: ${text}`,
    citations: [{ source: path, locator: `L${line}` }],
  }));
  life.run(["init-db"]);
  const input = items.map((item) => JSON.stringify(item)).join("\n");
  const { ingested } = life.run(["ingest", "--input", "-"], input);
  const { validator } = life.run(["run-cycle", "--batch-limit", "2000"]);
  return { ingested, confirmed: validator.confirmed, pending: validator.pending };
}

/** Edits, moves and deletes cited files, and takes an edit back. */
function change(life, cited) {
  const paths = [...new Set(cited.map(({ path }) => path))];
  const [edited, shifted, moved, deleted] = [0, 1, 2, 3].map((part) => paths.filter((_, at) => at % 8 === part));
  const at = (path) => join(life.repository, path);
  const firstOf = (path) => cited.find((one) => one.path === path).line;
  for (const path of edited)
    rewrite(at(path), (lines) => lines.with(firstOf(path) - 1, "Something else stands here now."));
  for (const path of shifted) rewrite(at(path), (lines) => ["", "A new beginning.", "", ...lines]);
  for (const path of moved) git(life.repository, "mv", path, path.replace(/\.ts$/, "-moved.ts"));
  for (const path of deleted) rmSync(at(path));
  commit(life.repository, "changes");
  const found = life.run(["check-staleness", "--limit", "1000"]);
  const [restored] = edited;
  git(life.repository, "checkout", "--quiet", "HEAD~1", "--", restored);
  const again = life.run(["check-staleness", "--limit", "1000"]);
  const stale = found.details.filter(({ applied }) => applied).map(({ claim_id: id }) => id);
  const lost = stale.at(-1);
  const last = life.run(["history", String(lost)]).timeline.findLast(({ event_type: type }) => type === "staleness");
  return {
    expected_stale: edited.length + cited.filter(({ path }) => deleted.includes(path)).length,
    stale: found.stale_detected,
    expected_moved: cited.filter(({ path }) => [...shifted, ...moved].includes(path)).length,
    moved: found.moved,
    restored: again.restored,
    reason: last.details.replace(/:.*/, ""),
    says_what_changed: last.payload.content_digest !== undefined,
  };
}

/** Two claims of one attribute: a conflict, a proposal, a person's word, and its undo. */
function contradict(life) {
  const tell = (port) => {
    const text = `The gateway of the shop listens on port ${port} in each of its environments, as operations says in the handbook`;
    const tuple = ["--subject", "gateway", "--predicate", "port", "--object", port];
    return life.run(["ingest", "--text", text, "--source", "handbook", ...tuple]);
  };
  const first = tell("8443");
  life.run(["run-cycle", "--batch-limit", "2000"]);
  const second = tell("9443");
  const { proposals } = life.run(["steward-proposals"]);
  const [proposal] = proposals.filter(({ claim_id: id }) => id === first.id);
  const id = String(proposal.proposal_event_id);
  const approved = life.run(["resolve-proposal", "--action", "approve", "--proposal-event-id", id, "--actor", "ana"]);
  const statusOf = (claim) => life.run(["show", String(claim.id)]).claim.status;
  const conflicted = [statusOf(first), statusOf(second)];
  life.run(["undo", String(approved.audit_event_id), "--actor", "ana"]);
  return {
    decision: proposal.proposal_decision,
    approved: approved.applied,
    conflicted,
    undone: [statusOf(first), statusOf(second)],
  };
}

/** Ninety days go by, then forty more. */
function age(life) {
  life.wait(90);
  const { decay, recompute_tiers: tiers } = life.run(["run-cycle", "--batch-limit", "2000"]);
  life.wait(40);
  const compacted = life.run(["compact", "--limit", "1000"]);
  const graph = JSON.parse(
    readFileSync(join(life.repository, "artifacts", "compaction", "summary_graph.json"), "utf8"),
  );
  return {
    decayed: decay.decayed,
    to_stale: decay.to_stale,
    tiers,
    ...compacted,
    written_first: graph.nodes.claims.length,
  };
}

function live(database, folder) {
  const life = createLife(database, folder);
  const cited = citedLines(life.repository);
  const story = { grow: grow(life, cited), change: change(life, cited), contradict: contradict(life), age: age(life) };
  const { valid, events } = life.run(["list-events", "--verify"]);
  return { ...story, end: byStatus(life), chain: { valid, events } };
}

const folder = mkdtempSync(join(tmpdir(), "memorymaster-life-"));
let server;
try {
  const sqlite = live(join(folder, "memory.db"), mkdtempSync(join(folder, "sqlite-")));
  process.stdout.write(`${JSON.stringify(sqlite, null, 2)}\n`);
  if (process.argv.includes("--both")) {
    const { startPostgres } = await import("../packages/test-support/src/postgres-server.mjs");
    const { createDatabase } = await import("../packages/test-support/src/postgres-database.mjs");
    server = await startPostgres();
    const postgres = live(await createDatabase(server.url), mkdtempSync(join(folder, "postgres-")));
    const isSame = JSON.stringify(sqlite) === JSON.stringify(postgres);
    process.stdout.write(isSame ? "Every figure is the same on Postgres.\n" : `${JSON.stringify(postgres, null, 2)}\n`);
    if (!isSame) process.exitCode = 1;
  }
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}
