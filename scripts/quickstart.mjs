// Shows the main job on real input: this repository's own decisions and history, through the real command line program.
// Everything is stored in a temporary folder, which is named at the end.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const cli = join(root, "apps", "cli", "dist", "bin.js");
const folder = mkdtempSync(join(tmpdir(), "memorymaster-quickstart-"));
const database = join(folder, "memory.db");

const say = (line = "") => process.stdout.write(`${line}\n`);
const heading = (line) => say(`\n== ${line}`);
const indent = (text) => text.trimEnd().replaceAll(/^/gm, "   ");

function fail(why) {
  process.stderr.write(`quickstart failed: ${why}\nThe folder ${folder} holds what was stored.\n`);
  process.exit(1);
}

/** Environment without settings of the user's own, so that everybody sees the same. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith("MEMORYMASTER_") && !name.startsWith("GIT_")),
);
environment.MEMORYMASTER_SPOOL_DIR = join(folder, "spool");

/** Runs the program as a user would; `shown` is what the screen shows of the command line. */
function memorymaster(args, { expectExit = 0, shown = args, json = false } = {}) {
  const quoted = shown.map((word) => (/^[\w./:@=-]+$/.test(word) ? word : `"${word}"`)).join(" ");
  say(`\n$ memorymaster ${quoted}`);
  const globals = ["--db", database, "--workspace", root, ...(json ? ["--json"] : ["--text"])];
  const run = spawnSync(process.execPath, [cli, ...globals, ...args], {
    encoding: "utf8",
    env: environment,
    cwd: root,
  });
  if (run.status !== expectExit) {
    fail(`"memorymaster ${quoted}" ended with exit ${run.status ?? run.signal}\n${run.stdout}${run.stderr}`);
  }
  return run;
}

function show(args, options) {
  const run = memorymaster(args, options);
  say(indent(`${run.stdout}${run.stderr}`));
  return run;
}

/** The bullets under "## Decision" of each decision record: facts that stand alone, cited by file and line. */
function claimsOfDecisions() {
  const decisions = join(root, "docs", "decisions");
  const claims = [];
  for (const name of readdirSync(decisions)
    .filter((file) => file.endsWith(".md"))
    .sort()) {
    const lines = readFileSync(join(decisions, name), "utf8").split(/\r?\n/);
    const title = lines[0]?.replace(/^#\s*[\d.]*\s*/, "") ?? name;
    let inDecision = false;
    for (const [index, line] of lines.entries()) {
      if (line.startsWith("## ")) inDecision = line === "## Decision";
      if (!inDecision || !line.startsWith("- ")) continue;
      const locator = `L${index + 1}`;
      claims.push({
        text: line.slice(2),
        claim_type: "decision",
        subject: title,
        citations: [{ source: `docs/decisions/${name}`, locator, excerpt: line }],
      });
    }
  }
  return claims;
}

/** Subjects of the newest commits, cited by commit id. A copy without git, or a shallow one, has few or none. */
function claimsOfHistory() {
  const git = spawnSync("git", ["-C", root, "log", "-n", "100", "--no-merges", "--format=%H%x1f%cI%x1f%s"], {
    encoding: "utf8",
  });
  if (git.error !== undefined || git.status !== 0) return [];
  return git.stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split("\u001f"))
    .map(([commit, at, subject]) => ({
      text: `Commit ${commit.slice(0, 10)}: ${subject}`,
      claim_type: "event",
      event_time: at,
      citations: [{ source: `commit:${commit}`, excerpt: subject }],
    }));
}

function firstRow(run) {
  return JSON.parse(run.stdout).data[0];
}

if (!existsSync(cli)) fail(`${cli} is missing; run "npm run quickstart", which builds it`);
say("MemoryMaster quickstart: real input, the real program, everything in a temporary folder.");

heading("1. An empty store");
show(["init-db"], { shown: ["init-db"] });
show(["where"]);

heading("2. Facts with citations go in: the decisions and the history of this repository");
const fromDecisions = claimsOfDecisions();
const fromHistory = claimsOfHistory();
const bulk = join(folder, "claims.jsonl");
writeFileSync(bulk, [...fromDecisions, ...fromHistory].map((claim) => `${JSON.stringify(claim)}\n`).join(""));
say(`   ${fromDecisions.length} facts from docs/decisions, ${fromHistory.length} from the git history -> ${bulk}`);
if (fromHistory.length < 10) say("   (the history at hand is short: the documents carry this demonstration)");
show(["ingest", "--input", bulk]);

heading("3. A claim can be checked: file, line, hash of the words, git blob");
const question = "which synchronous mode does the database run in";
const cited = firstRow(memorymaster(["query", question, "--limit", "1"], { json: true }));
if (cited === undefined) fail("the query found nothing");
const detail = JSON.parse(memorymaster(["show", String(cited.claim.id)], { json: true }).stdout).data.claim;
say(indent(detail.text));
for (const citation of detail.citations) {
  say(indent(`cited: ${citation.path ?? citation.source} line ${citation.line_start ?? "-"}`));
  say(indent(`  sha256 of the words ${citation.excerpt_hash ?? "-"}`));
  say(indent(`  git blob            ${citation.git_blob ?? "- (not a git work tree)"}`));
}

heading("4. A secret does not go in");
// Assembled here, so that no scanner of repositories takes it for a real one.
const secret = ["ghp", `${"R4nd0mLook1ngV4lue".repeat(2)}`].join("_");
const refused = memorymaster(["ingest", "--text", `The deploy bot logs in with ${secret}`], {
  expectExit: 1,
  shown: ["ingest", "--text", "The deploy bot logs in with ghp_…"],
});
say(indent(`${refused.stdout}${refused.stderr}(exit 1)`));
const files = readdirSync(folder).filter((name) => name.startsWith("memory.db"));
if (files.some((name) => readFileSync(join(folder, name)).includes(secret))) fail("the secret is on disk");
say(indent(`no byte of it is in ${files.join(", ")}`));

heading("5. A changed value and a correction are noticed");
const nodeSource = ["--source", "docs/decisions/0010-toolchain.md|L11"];
show(["ingest", "--text", "MemoryMaster supports Node 22.19 and later.", ...nodeSource]);
say("   The same statement with another value: both are kept, the answer names the other one, and a proposal");
say("   waits for a person. Now the same as a correction of a claim that is named:");
const outdated = firstRow(
  memorymaster(["query", "single and bulk ingest share one code path in batches", "--limit", "1"], { json: true }),
);
const correction = "Single and bulk ingest work in batches of at most 500 claims.";
show(["ingest", "--text", correction, "--source", "quickstart", "--supersedes", outdated.claim.human_id]);
show(["query", "single and bulk ingest share one code path", "--limit", "4"]);
say("   The corrected claim keeps its state until a person decides, but from this moment it stands last and says so.");

heading("6. Plain questions find the right claim");
show(["query", question, "--limit", "1"]);
show(["query", "what happens to a claim that holds a secret", "--limit", "1"]);
say("\n   In Spanish. Without an embedding model search compares words, so a Spanish question finds an English claim");
say("   by what both languages share: names, numbers, identifiers, and words of one root (secret, secreto).");
show(["query", "¿en qué modo synchronous y WAL corre SQLite?", "--limit", "1"]);
show(["query", "¿qué pasa cuando se va la luz?", "--limit", "1"]);
say("   The second one shares no word with its English answer, and nothing is invented: no row.");
show(["ingest", "--text", "Los respaldos de staging se hacen cada noche a las 03:00", "--source", "quickstart"]);
show(["query", "¿cuándo se hace el respaldo de staging?", "--limit", "1"]);

heading("7. What an agent gets: the claims that matter, within a token budget");
show(["context", "how are secrets and citations handled", "--budget", "300"]);

heading("8. The audit chain");
show(["list-events", "--limit", "3"]);
show(["list-events", "--verify"]);

heading("Done");
say(`Everything is in ${folder}; delete it when you have looked around:`);
say(`  node ${cli} --db ${database} --workspace ${root} query "your question"`);
say(`Next: README.md shows the MCP configuration for your agent.`);
