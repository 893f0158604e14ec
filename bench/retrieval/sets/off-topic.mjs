// Questions of other fields, asked of stores that cannot answer them; and, of true questions, those whose claim the floor
// took away though it was among the best twenty without it.
import { openClaims } from "../claim-store.mjs";
import { openTurns } from "../turn-store.mjs";
import { loadCoding } from "./coding.mjs";
import { loadLocomo } from "./locomo.mjs";
import { loadScifact } from "./scifact.mjs";
import { loadXquad } from "./xquad.mjs";

const LIMIT = 20;
const FOREIGN_PER_STORE = 150;
const FOREIGN_PER_CONVERSATION = 30;

/** So many of them, evenly spread. */
function spread(questions, count) {
  const step = Math.max(1, Math.floor(questions.length / count));
  return questions.filter((_, at) => at % step === 0).slice(0, count);
}

/** Stores beside the questions that belong to them; `path` is the folder of all data sets. */
function load(path) {
  const coding = loadCoding();
  const scifact = loadScifact(`${path}/scifact`);
  const xquad = loadXquad(`${path}/xquad`);
  return [
    { store: "coding", documents: coding.documents, questions: coding.questions },
    ...["en", "es"].map((one) => ({
      store: `xquad ${one}`,
      documents: xquad.documents[one],
      questions: xquad.questions[one],
      also: xquad.questions[one === "en" ? "es" : "en"],
    })),
    { store: "scifact", documents: scifact.documents, questions: scifact.questions },
  ];
}

/** Of conversations: a true question is lost when nothing at all is found. */
async function ofConversations(packages, conversations, foreign) {
  const results = [];
  for (const [at, { split, turns, questions, asOf }] of conversations.entries()) {
    const store = await openTurns(packages, turns);
    const record = (id, scores) => {
      results.push({ id: `${id}@${at}`, set: "off-topic, locomo", split, groups: [], scores, plain: {} });
    };
    for (const { id, text } of foreign) {
      record(id, { "answers nothing": (await store.ask(text, asOf)).keys.length === 0 ? 1 : 0 });
    }
    for (const { id, text } of questions) {
      record(id, { "true question lost": (await store.ask(text, asOf)).keys.length === 0 ? 1 : 0 });
    }
    await store.close();
  }
  return results;
}

export async function runOffTopic(packages, path, splits) {
  const stores = load(path);
  const conversations = loadLocomo(`${path}/locomo`).filter(({ split }) => splits.includes(split));
  const strangers = stores.flatMap(({ questions }) => spread(questions, FOREIGN_PER_CONVERSATION));
  const results = await ofConversations(packages, conversations, strangers);
  for (const { store: name, documents, questions, also = [] } of stores) {
    const related = new Set([questions, also]);
    const others = stores.map((one) => one.questions).filter((one) => !related.has(one));
    const foreign = others.flatMap((one) => spread(one, FOREIGN_PER_STORE));
    const store = await openClaims(packages, documents);
    const open = await openClaims(packages, documents, { standingFloor: 0 });
    for (const { id, text, split } of foreign.filter((one) => splits.includes(one.split))) {
      const { keys } = await store.ask(text, LIMIT);
      const { keys: without } = await open.ask(text, LIMIT);
      const scores = { "answers nothing": keys.length === 0 ? 1 : 0 };
      const plain = { "answers nothing": without.length === 0 ? 1 : 0 };
      results.push({ id: `${id}@${name}`, set: `off-topic, ${name}`, split, groups: [], scores, plain });
    }
    for (const { id, text, split, gold } of questions.filter((one) => splits.includes(one.split))) {
      const holds = ({ keys }) => keys.some((key) => gold.has(key));
      if (!holds(await open.ask(text, LIMIT))) continue;
      const scores = { "true question lost": holds(await store.ask(text, LIMIT)) ? 0 : 1 };
      results.push({
        id: `${id}@own`,
        set: `off-topic, ${name}`,
        split,
        groups: [],
        scores,
        plain: { "true question lost": 0 },
      });
    }
    await store.close();
    await open.close();
  }
  return results;
}
