// How well gates tell claims to keep from claims to drop, on labelled claims. Usage:
//   node bench/steward/gate.mjs [FILE] [--write]
// A line of the file: {claim_id, label: "positive"|"negative", text, subject, predicate, object_value, citation_count,
// prior_confidence}. Weights and thresholds are chosen on the tuning half alone. Reads the sources of the packages.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { ROOT } from "../measure.mjs";
import { openSources } from "../retrieval/source.mjs";
import { candidateFeatures } from "./gate/features.mjs";
import { areaUnderCurve, bestThreshold, fitLogistic, intervals, rates } from "./gate/statistics.mjs";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean", default: false } },
});
const file = resolve(positionals[0] ?? join(ROOT, "../shared/data/labels/memorymaster-steward_eval.jsonl"));
if (!existsSync(file)) {
  process.stderr.write(`Give the path of a file with labelled claims: ${file} does not exist\n`);
  process.exit(2);
}

const sources = await openSources();
const { EVIDENCE_GATE, keepProbability } = await sources.load("steward/src/calibration/promotion-gate.ts");
const { validationScore } = await sources.load("steward/src/validator/score.ts");
await sources.close();

/** What a claim has when it is validated for the first time. */
const FRESH = { confidence: 0.5, citationCount: 1 };
const FORMULA = 0.58;
const HALVES = ["tuning", "check"];

const halfOf = (id) => HALVES[createHash("sha256").update(String(id)).digest()[0] % 2];
const claims = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line))
  .map((row) => ({
    half: halfOf(row.claim_id),
    keep: row.label === "positive",
    text: row.text,
    subject: row.subject || undefined,
    predicate: row.predicate || undefined,
    objectValue: row.object_value || undefined,
    confidence: row.prior_confidence,
    citationCount: row.citation_count,
  }));
const inHalf = (half) => claims.filter((claim) => claim.half === half);
const formulaScore = ({ citationCount, ...claim }) => validationScore({ ...claim, citations: Array(citationCount) });
const features = candidateFeatures(EVIDENCE_GATE.signs);
const kept = EVIDENCE_GATE.signs.map(({ name }) => name);
const words = Object.keys(features).filter((name) => name !== "borrowed tuple");

/** A gate of these features, fitted on the tuning half. */
function fitted(names) {
  const valuesOf = (claim) => names.map((name) => features[name](claim));
  const model = fitLogistic(inHalf("tuning").map((claim) => ({ keep: claim.keep, values: valuesOf(claim) })));
  return { ...model, names, score: (claim) => model.probability(valuesOf(claim)) };
}

const all = fitted(Object.keys(features));
const byWords = fitted(words);
const twoSigns = fitted(kept);
const tuned = (score) => bestThreshold(inHalf("tuning").map((claim) => ({ keep: claim.keep, score: score(claim) })));
const gate = (what, score, threshold = tuned(score)) => ({ what, score, threshold });
const fresh = (claim) => formulaScore({ ...claim, ...FRESH });

const gates = [
  gate("formula, score >= 0.58 (default)", formulaScore, FORMULA),
  gate("formula, as new: confidence 0.5, one citation, score >= 0.58", fresh, FORMULA),
  gate("formula, best threshold", formulaScore),
  gate("formula, as new, best threshold", fresh),
  gate("**evidence gate**: two signs, fixed weights", keepProbability, EVIDENCE_GATE.threshold),
  gate(`all ${all.names.length} features`, all.score),
  gate("all features but the borrowed tuple", byWords.score),
  gate("borrowed tuple alone", (claim) => -features["borrowed tuple"](claim)),
  gate("pasted section alone", (claim) => -features["pasted section"](claim)),
];
const leaks = [
  gate("citations >= 2 (duplicates add theirs later)", ({ citationCount }) => citationCount, 2),
  gate("confidence, best threshold (written by validation)", ({ confidence }) => confidence),
];

const figure = (number) => (Number.isNaN(number) ? "-" : number.toFixed(2));
const cells = (values) => `| ${values.join(" | ")} |`;
const table = (heads, rows) => [cells(heads), cells(heads.map(() => "---")), ...rows.map(cells)];

function measured({ what, score, threshold }) {
  const judged = (half) => inHalf(half).map((claim) => ({ keep: claim.keep, passes: score(claim) >= threshold }));
  const [tuning, check] = HALVES.map((half) => rates(judged(half)));
  const range = intervals(judged("check"));
  const area = areaUnderCurve(inHalf("check").map((claim) => ({ keep: claim.keep, score: score(claim) })));
  const keys = ["precision", "recall", "dropsPassed"];
  return [
    what,
    keys.map((key) => figure(tuning[key])).join(" / "),
    ...keys.map((key) => `${figure(check[key])} (${range[key].map(figure).join("–")})`),
    figure(area),
  ];
}

const HEADS = [
  "gate",
  "tuning: precision / recall / drops passed",
  "check: precision",
  "recall",
  "drops passed",
  "AUC",
];
const count = (half, keep, isOn) => inHalf(half).filter((claim) => claim.keep === keep && isOn(claim)).length;
const weightOf = (model, name) => figure(model.weights[model.names.indexOf(name)] ?? Number.NaN);
const support = Object.entries(features).map(([name, read]) => [
  name,
  ...HALVES.map((half) => [true, false].map((keep) => count(half, keep, (claim) => read(claim) >= 0.5)).join(" / ")),
  weightOf(twoSigns, name),
  weightOf(all, name),
]);
const isBorrowed = (claim) => features["borrowed tuple"](claim) === 1;
const strata = [
  ["with a borrowed tuple", isBorrowed],
  ["without one", (claim) => !isBorrowed(claim)],
  ["without one, no pasted section", (claim) => !isBorrowed(claim) && features["pasted section"](claim) === 0],
].map(([name, belongs]) => {
  const rows = claims.filter(belongs).map((claim) => ({ keep: claim.keep, score: byWords.score(claim) }));
  const keeps = rows.filter(({ keep }) => keep).length;
  return [name, `${keeps} / ${rows.length - keeps}`, figure(areaUnderCurve(rows))];
});
const sizes = HALVES.map((half) => `${half} ${[true, false].map((keep) => count(half, keep, () => true)).join(" / ")}`);

const body = [
  `Claims to keep / to drop: ${sizes.join(", ")}. In brackets 95 % of 2,000 resamples of the check half.\n`,
  ...table(HEADS, gates.map(measured)),
  "\nWhat changes once a claim is kept, and a gate must not read from these labels:\n",
  ...table(HEADS, leaks.map(measured)),
  `\nFeatures: claims that have them (keep / drop), fitted weights (base ${figure(twoSigns.base)} of two, ${figure(all.base)} of all):\n`,
  ...table(["feature", "tuning", "check", "weight, two signs", "weight, all"], support),
  "\nHow well the words alone tell, both halves (weights of the tuning half):\n",
  ...table(["claims", "keep / drop", "AUC"], strata),
];
process.stdout.write(`${body.join("\n")}\n`);

const NOTES = `The labels are what an earlier product's own gate did with real claims of one store: keep = confirmed and still so
with a confidence of 0.75 or more; drop = conflicted, archived or superseded without ever being confirmed. They are no
person's judgement, and near twins may lie in both halves. The check half is no untouched one: texts of both halves were
looked at while features were thought of, and check figures stood beside when the two signs were chosen. Most drops carry a tuple that was read out of their text (\`server\`, \`ip_address\`), of which only one could be
confirmed at a time there: the label then tells of the collision more than of the claim. "Borrowed" = such a tuple on a
text of more than 120 characters (a bound that was not fitted). This product reads no subject out of a text, so that
among its own claims the gate holds back pasted sections alone, unless a caller gives such a tuple; most come with
older stores.

Addresses, URLs and bare port numbers were left out of "concrete value", since they make the collisions. Length and
number of sentences were not taken into the gate: the store has no short claim that was kept, and a short fact with a
source is a good one. The other words are too rare here to be weighed, or add nothing on the check half. Locators,
excerpts and kinds of citations are not in the labelled claims. None of the texts is in this repository.`;
if (options.write) {
  const git = (...args) => spawnSync("git", ["-C", ROOT, ...args], { encoding: "utf8" }).stdout.trim();
  const dirty = git("status", "--porcelain", "--", "packages/steward") === "" ? "" : " with uncommitted changes";
  const head = [
    "# Steward: the promotion gate\n",
    `Commit ${git("rev-parse", "--short", "HEAD")}${dirty}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}.`,
    `Run: \`node bench/steward/gate.mjs FILE --write\` on ${claims.length} labelled claims.\n`,
    `${NOTES}\n`,
  ];
  writeFileSync(join(ROOT, "bench/results/steward-gate.md"), `${[...head, ...body].join("\n")}\n`);
}
