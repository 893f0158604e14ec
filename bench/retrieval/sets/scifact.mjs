// Scientific abstracts, and statements that some of them support or deny: title and text as one claim, several when that
// is too long for one. Tuning is every second statement.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

import { openClaims } from "../claim-store.mjs";
import { ndcgAt, recallAt } from "../metrics.mjs";
import { plainBm25 } from "../plain-bm25.mjs";

const linesOf = (text) => text.split("\n").filter((line) => line !== "");

export function loadScifact(path) {
  const documents = linesOf(gunzipSync(readFileSync(`${path}/corpus.jsonl.gz`)).toString("utf8"))
    .map((line) => JSON.parse(line))
    .map(({ _id, title, sentences, text }) => ({ key: String(_id), text: `${title} ${text ?? sentences.join(" ")}` }));
  const gold = new Map();
  for (const line of linesOf(readFileSync(`${path}/qrels-test.tsv`, "utf8")).slice(1)) {
    const [query, document, relevance] = line.split("\t");
    if (Number(relevance) > 0) gold.set(query, new Set([...(gold.get(query) ?? []), document]));
  }
  const questions = linesOf(readFileSync(`${path}/queries-test.jsonl`, "utf8"))
    .map((line) => JSON.parse(line))
    .filter(({ _id }) => gold.has(String(_id)))
    .map(({ _id, text }, at) => {
      return { id: `scifact-${_id}`, text, gold: gold.get(String(_id)), split: at % 2 === 0 ? "tuning" : "check" };
    });
  return { documents, questions };
}

export async function runScifact(packages, path, splits) {
  const { documents, questions } = loadScifact(path);
  const store = await openClaims(packages, documents);
  const plain = plainBm25(packages.core, documents);
  const scores = (keys, gold) => ({ "nDCG@10": ndcgAt(keys, gold, 10), "recall@100": recallAt(keys, gold, 100) });
  const results = [];
  for (const { id, text, gold, split } of questions.filter((one) => splits.includes(one.split))) {
    const { keys } = await store.ask(text, 100);
    results.push({
      id,
      set: "scifact",
      split,
      groups: [],
      scores: scores(keys, gold),
      plain: scores(plain(text), gold),
    });
  }
  await store.close();
  return results;
}
