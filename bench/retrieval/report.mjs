// The record of a run: its table and the configuration that made it.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../measure.mjs";

const NOTES = `Each figure is a mean over questions; numbers of questions as tuning + check. Settings were chosen by the
tuning split, but check figures of claims stood beside it while they were, and the floor was set with both in view: the check
split is no untouched one. "Plain" is BM25 (k1 1.2, b .75) over all words of the same analyzer, turns with their speaker in front; for off-topic
questions it is the same recall without the floor. Data sets: their own licences, none of their text is
in this repository.`;

/** @param model - what claims are found by beside their words; absent = nothing, and the record is another one */
export function writeReport(rows, configuration, model) {
  const [name, flags] = model === undefined ? ["retrieval", ""] : ["retrieval-with-vectors", " --embedder URL"];
  const git = (...args) => spawnSync("git", ["-C", ROOT, ...args], { encoding: "utf8" }).stdout.trim();
  const dirty = git("status", "--porcelain", "--", "packages") === "" ? "" : " with uncommitted changes";
  const cells = (values) => `| ${values.join(" | ")} |`;
  const day = new Date().toISOString().slice(0, 10);
  const text = [
    "# Retrieval\n",
    `Commit ${git("rev-parse", "--short=10", "HEAD")}${dirty}, Node ${process.version}, ${day}.`,
    `Run: \`node bench/retrieval/run.mjs${flags} --write\`. Model: ${model ?? "none"}.\n`,
    `${NOTES}\n`,
    cells(["what", "questions", "tuning", "check", "plain, tuning", "plain, check"]),
    "|---|---|---|---|---|---|",
    ...rows.map(({ what, n, cells: figures }) => cells([what, n, ...figures])),
    "\n## Configuration\n",
    "```json",
    JSON.stringify(configuration, undefined, 2),
    "```",
  ];
  writeFileSync(join(ROOT, `bench/results/${name}.md`), `${text.join("\n")}\n`);
}
