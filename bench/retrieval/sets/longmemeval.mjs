// Chats of a person with an assistant: find the session that answers. `haystacks`: each question has its own sessions;
// `pool`: sixteen long conversations among the sessions of another one. `absent`: what was asked about was never said.
// Tuning is every second question.
import { existsSync, readFileSync } from "node:fs";

import { anyAt, recallAt, reciprocalRank } from "../metrics.mjs";
import { plainBm25 } from "../plain-bm25.mjs";
import { openTurns } from "../turn-store.mjs";

const read = (path, name) => JSON.parse(readFileSync(`${path}/${name}`, "utf8"));

/** "2023/05/20 (Sat) 02:21" in stored form. */
function timeOf(text) {
  const [, day, time] = /([\d/]+) \(\w+\) ([\d:]+)/.exec(text ?? "") ?? ["", "2023/05/30", "23:00"];
  return `${day.replaceAll("/", "-")}T${time}:00+00:00`;
}

function turnsOf(sessionId, messages, date) {
  return messages.map(({ role, content, date: own }, position) => {
    const timestamp = timeOf(own ?? date);
    return { key: `${sessionId} ${position}`, sessionId, position, role, content, timestamp };
  });
}

/** The order in the file is a ranking: the sessions are sorted by name, so that nothing of it is taken over. */
function haystacks(path) {
  const lines = readFileSync(`${path}/mempalace_s20_ranked.jsonl`, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => {
    const { question_id: id, question, retrieval_results: results } = JSON.parse(line);
    const items = results.ranked_items.toSorted((a, b) => (a.corpus_id < b.corpus_id ? -1 : 1));
    const turns = items.flatMap(({ corpus_id: session, text }) =>
      turnsOf(
        session,
        text.split("\n").map((content) => ({ role: "user", content })),
      ),
    );
    const gold = new Set(items.flatMap(({ corpus_id: session }) => (session.startsWith("answer_") ? [session] : [])));
    return { set: "longmemeval haystacks", turns, questions: [{ id: `longmemeval-${id}`, text: question, gold }] };
  });
}

function pool(path) {
  const [single] = read(path, "s_single.json");
  const others = single.haystack_sessions.flatMap((messages, at) =>
    turnsOf(single.haystack_session_ids[at], messages, single.haystack_dates[at]),
  );
  const { data } = read(path, "oracle_sample.json");
  const questions = data.flatMap(({ id, questions: asked }) =>
    asked.map(({ question }) => ({ id: `longmemeval-pool-${id}`, text: question, gold: new Set([id]) })),
  );
  questions.push({ id: "longmemeval-pool-single", text: single.question, gold: new Set(single.answer_session_ids) });
  const turns = [...others, ...data.flatMap(({ id, conversation }) => turnsOf(id, conversation))];
  return [{ set: "longmemeval pool", turns, questions }];
}

function absent(path) {
  return read(path, "abstain_sample.json").data.map(({ id, conversation, questions }) => ({
    set: "longmemeval absent",
    turns: turnsOf(id, conversation),
    questions: questions.map(({ question }) => ({ id: `longmemeval-${id}`, text: question, gold: new Set() })),
  }));
}

const scoresOf = (sessions, gold) =>
  gold.size === 0
    ? { "answers nothing": sessions.length === 0 ? 1 : 0 }
    : {
        ...Object.fromEntries([1, 5, 10].map((k) => [`session recall@${k}`, recallAt(sessions, gold, k)])),
        "session any@5": anyAt(sessions, gold, 5),
        "session MRR": reciprocalRank(sessions, gold),
      };

export async function runLongmemeval(packages, path, splits) {
  if (!existsSync(path)) throw new Error(`${path} does not exist`);
  const results = [];
  let asked = 0;
  for (const { set, turns, questions } of [...haystacks(path), ...pool(path), ...absent(path)]) {
    const store = await openTurns(packages, turns);
    const sessionOf = new Map(turns.map(({ key, sessionId }) => [key, sessionId]));
    const plain = plainBm25(
      packages.core,
      turns.map(({ key, content }) => ({ key, text: content })),
    );
    for (const { id, text, gold } of questions) {
      const split = asked % 2 === 0 ? "tuning" : "check";
      asked += 1;
      if (!splits.includes(split)) continue;
      const { sessions } = await store.ask(text, "2023-06-01T00:00:00Z");
      const plainSessions = [...new Set(plain(text).map((key) => sessionOf.get(key)))];
      results.push({
        id,
        set,
        split,
        groups: [],
        scores: scoresOf(sessions, gold),
        plain: scoresOf(plainSessions, gold),
      });
    }
    await store.close();
  }
  return results;
}
