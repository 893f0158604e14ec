// Preferences that change: the old one is stored, corrected by the new one, and the present one is asked for. Without the
// file of changes, which is not at hand, one preference of a person takes the place of another of the same kind. Tuning is
// every second person.
import { readFileSync } from "node:fs";

const SCOPE = "project:bench";
const BEFORE = Date.parse("2025-01-01T00:00:00Z");
const AFTER = Date.parse("2025-06-01T00:00:00Z");
const BETWEEN = "2025-03-01T00:00:00Z";

const read = (file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

function changesOf({ persona }, split) {
  const { name } = persona.fixed.basic_info;
  const kinds = Object.values(persona.dynamic?.preferences ?? persona.preferences ?? {});
  return kinds.flatMap(({ init }) => {
    const liked = init.memory_points.filter(({ type }) => type === "like");
    if (liked.length < 2) return [];
    const [before, after] = liked.map(({ type_description: kind, specific_item: item, reason }) => {
      const topic = kind.replace(/ I like$/, "").toLowerCase();
      return { text: `${name} likes these ${topic} most: ${item}. ${reason}`, item, topic };
    });
    return [{ split, name, before, after, question: `which ${before.topic} does ${name} like most` }];
  });
}

/** The same claims at two moments of a clock that is set by hand. */
async function tell({ memory, clock }, { name, before, after }) {
  const claim = ({ text, item, topic }) => ({
    text,
    subject: name,
    predicate: `likes most of ${topic}`,
    objectValue: item,
    scope: SCOPE,
    sourceAgent: "bench",
    citations: [{ source: "bench/halumem" }],
  });
  clock.ms = BEFORE;
  const old = await memory.claims.ingest(claim(before));
  clock.ms = AFTER;
  const present = await memory.claims.ingest({ ...claim(after), supersedes: old.claim.id });
  return { old: old.claim, present: present.claim };
}

function openMemory({ core }, store) {
  const clock = { ms: BEFORE };
  const memory = core.createMemory({ store, clock: { nowMs: () => clock.ms } });
  const ask = async (queryText, asOf) => {
    const { rows } = await memory.recall.query({ queryText, asOf, scopes: [SCOPE], limit: 10 });
    return rows.map(({ claim }) => claim.id);
  };
  return { memory, clock, ask };
}

const isTrue = (condition) => (condition ? 1 : 0);

function presentScores(found, { old, present }) {
  const [oldAt, presentAt] = [old.id, present.id].map((id) => found.indexOf(id));
  return {
    "stale first": isTrue(oldAt === 0),
    "stale before present": isTrue(oldAt !== -1 && oldAt < presentAt),
    "present found": isTrue(presentAt !== -1),
  };
}

/** First while the correction is only proposed, then when it is done. */
async function askAll(open, stories, stage) {
  const results = [];
  for (const [at, { split, question, old, present }] of stories.entries()) {
    const scores = presentScores(await open.ask(question), { old, present });
    if (stage === "superseded") {
      const then = await open.ask(question, BETWEEN);
      scores["as-of: old found, present not"] = isTrue(then.includes(old.id) && !then.includes(present.id));
    }
    results.push({ id: `halumem-${stage}-${at}`, set: `supersession, ${stage}`, split, groups: [], scores, plain: {} });
  }
  return results;
}

export async function runHalumem(packages, path, splits) {
  const file = `${path}/stage2_2_extend_preference.jsonl`;
  const changes = read(file).flatMap((person, at) => changesOf(person, at % 2 === 0 ? "tuning" : "check"));
  const store = await packages.sqlite.openSqliteStore({ path: ":memory:" });
  const open = openMemory(packages, store);
  const stories = [];
  for (const change of changes.filter(({ split }) => splits.includes(split))) {
    stories.push({ ...change, ...(await tell(open, change)) });
  }
  const proposed = await askAll(open, stories, "proposed");
  for (const { old, present } of stories) {
    await open.memory.claims.transition(old.id, "superseded", { replacedBy: present.id });
  }
  const superseded = await askAll(open, stories, "superseded");
  await store.close();
  return [...proposed, ...superseded];
}
