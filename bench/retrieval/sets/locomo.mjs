// Long conversations between two people: a turn is a document, a store holds one conversation. Tuning is conversations
// 0-2, check the rest.
import { existsSync, readFileSync } from "node:fs";

import { allAt, anyAt, ndcgAt, recallAt, reciprocalRank } from "../metrics.mjs";
import { plainBm25 } from "../plain-bm25.mjs";
import { openTurns } from "../turn-store.mjs";

const FILES = ["locomo-0-4.json", "locomo10.json"];
const EVIDENCE = /D:?(\d+):(\d+)/g;
const TUNING_CONVERSATIONS = 3;
const BUDGETS = [500, 1_000, 2_000];
const DAY_MS = 86_400_000;

/** "1:56 pm on 8 May, 2023" as milliseconds since the epoch. */
function timeOf(text) {
  const [, hour, minute, half, day, month, year] = /(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)/.exec(text);
  const hours = (Number(hour) % 12) + (half === "pm" ? 12 : 0);
  return Date.parse(`${day} ${month} ${year} ${hours}:${minute} UTC`);
}

const stored = (ms) => new Date(ms).toISOString().replace(".000Z", "+00:00");

function turnsOf(conversation) {
  const sessions = Object.keys(conversation).filter((key) => /^session_\d+$/.test(key));
  return sessions.flatMap((sessionId) => {
    const timestamp = stored(timeOf(conversation[`${sessionId}_date_time`]));
    return conversation[sessionId].map(({ speaker, dia_id: key, text, blip_caption: caption }, position) => {
      const content = caption === undefined ? text : `${text} [image: ${caption}]`;
      return { key, sessionId, position, speaker, role: "user", content, timestamp };
    });
  });
}

function questionsOf(qa, conversation, turns) {
  const sessionOf = new Map(turns.map(({ key, sessionId }) => [key, sessionId]));
  return qa.flatMap(({ question, evidence, category }, at) => {
    const named = [...evidence.join(" ").matchAll(EVIDENCE)].map(([, session, turn]) => `D${session}:${turn}`);
    const gold = new Set(named.filter((key) => sessionOf.has(key)));
    if (gold.size === 0) return [];
    const sessions = new Set([...gold].map((key) => sessionOf.get(key)));
    return [{ id: `locomo-${conversation}-${at}`, text: question, category, gold, sessions }];
  });
}

export function loadLocomo(path) {
  const file = FILES.map((name) => `${path}/${name}`).find(existsSync);
  return JSON.parse(readFileSync(file, "utf8")).map(({ conversation, qa }, index) => {
    const turns = turnsOf(conversation);
    const last = Math.max(...turns.map(({ timestamp }) => Date.parse(timestamp)));
    return {
      split: index < TUNING_CONVERSATIONS ? "tuning" : "check",
      turns,
      questions: questionsOf(qa, index, turns),
      asOf: stored(last + DAY_MS),
    };
  });
}

const ranks = (keys, gold, what) =>
  Object.fromEntries([
    ...[5, 10, 20].map((k) => [`${what} recall@${k}`, recallAt(keys, gold, k)]),
    ...[5, 10, 20].map((k) => [`${what} any@${k}`, anyAt(keys, gold, k)]),
    ...[5, 10, 20].map((k) => [`${what} all@${k}`, allAt(keys, gold, k)]),
    [`${what} MRR`, reciprocalRank(keys, gold)],
    [`${what} nDCG@10`, ndcgAt(keys, gold, 10)],
  ]);

/** What fits a budget when turns are written "speaker: text" in the order of the plain rank. */
function plainEvidence(keys, turns, budget) {
  const texts = new Map(turns.map(({ key, speaker, content }) => [key, `${speaker}: ${content}\n`]));
  let bytes = 0;
  return keys.filter((key) => {
    const more = bytes + Buffer.byteLength(texts.get(key));
    if (more > 4 * budget) return false;
    bytes = more;
    return true;
  });
}

export async function runLocomo(packages, path, splits) {
  const results = [];
  for (const { split, turns, questions, asOf } of loadLocomo(path)) {
    if (!splits.includes(split)) continue;
    const store = await openTurns(packages, turns);
    const documents = turns.map(({ key, speaker, content }) => ({ key, text: `${speaker}: ${content}` }));
    const plain = plainBm25(packages.core, documents);
    const sessionOf = new Map(turns.map(({ key, sessionId }) => [key, sessionId]));
    for (const { id, text, category, gold, sessions } of questions) {
      const found = await store.ask(text, asOf, BUDGETS);
      const plainKeys = plain(text);
      const plainSessions = [...new Set(plainKeys.map((key) => sessionOf.get(key)))];
      const within = (evidence) =>
        BUDGETS.map((budget, at) => [`evidence in ${budget} tokens`, recallAt(evidence[at], gold, Infinity)]);
      results.push({
        id,
        set: "locomo",
        split,
        groups: [`category ${category}`, ...(category < 5 ? ["categories 1-4"] : [])],
        scores: {
          ...ranks(found.keys, gold, "turn"),
          ...ranks(found.sessions, sessions, "session"),
          ...Object.fromEntries(within(found.evidence)),
        },
        plain: {
          ...ranks(plainKeys, gold, "turn"),
          ...ranks(plainSessions, sessions, "session"),
          ...Object.fromEntries(within(BUDGETS.map((budget) => plainEvidence(plainKeys, turns, budget)))),
        },
      });
    }
    await store.close();
  }
  return results;
}
