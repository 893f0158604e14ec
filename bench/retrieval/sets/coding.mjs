// What a project knows and what its developers ask, in English and Spanish, written for this benchmark: near misses of
// each fact stand beside it. One store holds both languages.
import { readFileSync } from "node:fs";

import { openClaims } from "../claim-store.mjs";
import { recallAt, reciprocalRank } from "../metrics.mjs";
import { plainBm25 } from "../plain-bm25.mjs";

const FOLDER = new URL("../coding/", import.meta.url);

function read(name) {
  const lines = readFileSync(new URL(name, FOLDER), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

export function loadCoding() {
  const questions = read("questions.jsonl").map((one) => ({ ...one, gold: new Set(one.gold) }));
  return { documents: read("claims.jsonl"), questions };
}

export async function runCoding(packages, _path, splits) {
  const { documents, questions } = loadCoding();
  const store = await openClaims(packages, documents);
  const plain = plainBm25(packages.core, documents);
  const scores = (keys, gold) => ({
    "recall@1": recallAt(keys, gold, 1),
    "recall@5": recallAt(keys, gold, 5),
    MRR: reciprocalRank(keys, gold),
  });
  const results = [];
  for (const { id, text, gold, split, language } of questions.filter((one) => splits.includes(one.split))) {
    const { keys } = await store.ask(text, 20);
    const set = `coding ${language}`;
    results.push({ id, set, split, groups: [], scores: scores(keys, gold), plain: scores(plain(text), gold) });
  }
  await store.close();
  return results;
}
