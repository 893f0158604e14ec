// Paragraphs of an encyclopaedia and questions, the same in English and Spanish. Tuning is every second article.
import { existsSync, readFileSync } from "node:fs";

import { openClaims } from "../claim-store.mjs";
import { recallAt, reciprocalRank } from "../metrics.mjs";
import { plainBm25 } from "../plain-bm25.mjs";

const LANGUAGES = ["en", "es"];

function read(path, language) {
  const file = [`${path}/xquad.${language}.half.json`, `${path}/xquad.${language}.json`].find(existsSync);
  const { data } = JSON.parse(readFileSync(file, "utf8"));
  const paragraphs = data.flatMap(({ paragraphs: all }, article) => all.map((one) => ({ ...one, article })));
  return paragraphs.map(({ context, qas, article }, at) => ({ key: `p${at}`, text: context, qas, article }));
}

export function loadXquad(path) {
  const sides = Object.fromEntries(LANGUAGES.map((language) => [language, read(path, language)]));
  const questionsOf = (language) =>
    sides[language].flatMap(({ key, qas, article }) =>
      qas.map(({ id, question }) => ({
        id: `xquad-${language}-${id}`,
        text: question,
        gold: new Set([key]),
        split: article % 2 === 0 ? "tuning" : "check",
      })),
    );
  return {
    documents: Object.fromEntries(LANGUAGES.map((one) => [one, sides[one].map(({ key, text }) => ({ key, text }))])),
    questions: Object.fromEntries(LANGUAGES.map((one) => [one, questionsOf(one)])),
  };
}

export async function runXquad(packages, path, splits) {
  const { documents, questions } = loadXquad(path);
  const scores = (keys, gold) => ({
    "recall@1": recallAt(keys, gold, 1),
    "recall@5": recallAt(keys, gold, 5),
    "MRR@10": reciprocalRank(keys, gold, 10),
  });
  const results = [];
  for (const side of LANGUAGES) {
    const store = await openClaims(packages, documents[side]);
    const plain = plainBm25(packages.core, documents[side]);
    for (const language of LANGUAGES) {
      for (const { id, text, gold, split } of questions[language].filter((one) => splits.includes(one.split))) {
        const { keys } = await store.ask(text, 10);
        const set = `xquad ${language}->${side}`;
        results.push({
          id: `${id}-${side}`,
          set,
          split,
          groups: [],
          scores: scores(keys, gold),
          plain: scores(plain(text), gold),
        });
      }
    }
    await store.close();
  }
  return results;
}
