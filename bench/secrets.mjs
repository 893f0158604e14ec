// Measures the sensitivity filter on labelled cases, in refuse and in redact mode. Usage:
//   node bench/secrets.mjs [cases.jsonl]
// A line of the file: {"kind", "secret": true|false, "text_b64", "note"?}. A secret is caught when the text is refused or
// changed; a look-alike must come out as it went in. Cases with a note are arguable and counted apart. Ends with exit
// code 1 below a recall of 0.97 or above a false-positive rate of 0.02. Needs a build (`npm run build`).
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const built = resolve(root, "packages/core/dist/index.js");
const file = resolve(process.argv[2] ?? resolve(root, "../shared/data/secrets/cases.jsonl"));
const RECALL = 0.97;
const FALSE_POSITIVES = 0.02;

for (const [path, what] of [
  [built, "Build first (npm run build)"],
  [file, "Give the path of a file with cases"],
]) {
  if (existsSync(path)) continue;
  process.stderr.write(`${what}: ${path} does not exist\n`);
  process.exit(2);
}

const { sanitizePersistedText, scanText } = await import(built);
const cases = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => JSON.parse(line))
  .map((row) => ({ ...row, text: Buffer.from(row.text_b64, "base64").toString("utf8") }));

const modes = {
  refuse: (text) => scanText(text),
  redact: (text) => {
    const { text: after, findings } = sanitizePersistedText(text);
    return after === text ? [] : findings;
  },
};
const groups = {
  secret: cases.filter((row) => row.secret),
  plain: cases.filter((row) => !row.secret && row.note === undefined),
  arguable: cases.filter((row) => !row.secret && row.note !== undefined),
};
const rate = (part, whole) => (whole.length === 0 ? 0 : part.length / whole.length);
const share = (part, whole) => `${rate(part, whole).toFixed(4)} (${part.length} of ${whole.length})`;

let failed = false;
for (const [mode, findingsIn] of Object.entries(modes)) {
  const hits = new Map(cases.map((row) => [row, findingsIn(row.text)]));
  const isHit = (row) => hits.get(row).length > 0;
  const caught = groups.secret.filter(isHit);
  const changed = groups.plain.filter(isHit);
  const changedArguable = groups.arguable.filter(isHit);
  failed ||= rate(caught, groups.secret) < RECALL || rate(changed, groups.plain) > FALSE_POSITIVES;
  process.stdout.write(
    `${mode.padEnd(7)} caught ${share(caught, groups.secret)}, at least ${RECALL}\n` +
      `        look-alikes changed ${share(changed, groups.plain)}, at most ${FALSE_POSITIVES}\n` +
      `        arguable ones changed ${share(changedArguable, groups.arguable)}\n`,
  );
  // Kinds only: a missed secret must not appear in a log either.
  for (const row of groups.secret.filter((one) => !isHit(one))) {
    process.stdout.write(`        missed ${row.kind}${row.note === undefined ? "" : ` (${row.note})`}\n`);
  }
  for (const row of [...changed, ...changedArguable]) {
    process.stdout.write(
      `        changed ${row.kind} [${hits.get(row).join(", ")}]${row.note === undefined ? "" : ` (${row.note})`}\n`,
    );
  }
}
process.exitCode = failed ? 1 : 0;
