import { epochMsOf } from "../claims/time.ts";
import { isIdentifier, SHORT_QUERY_GROUPS } from "../recall/cut.ts";
import { standing } from "../recall/lexical-score.ts";
import { sixDecimals } from "../recall/score.ts";
import { queryGroups } from "../recall/query-groups.ts";
import type { SelectedQuery, WeightedGroup } from "../recall/select-groups.ts";
import type { WordCounts } from "./count-words.ts";
import { createWordCounter } from "./count-words.ts";
import type { DateRange } from "./rank-dates.ts";
import { readDates } from "./rank-dates.ts";
import { withoutRepeats } from "./rank-repeats.ts";
import type { NamedSpeakers } from "./rank-speakers.ts";
import { namedSpeakers } from "./rank-speakers.ts";
import type { RankedText, RankedTurn } from "./ranked-turn.ts";

export interface TurnQuery {
  /** Words weighted by how many turns hold each. */
  readonly query: SelectedQuery;
  readonly queryText: string;
  /** The time that relative dates of the question count from, in milliseconds since the epoch. */
  readonly nowMs: number;
}

export interface TurnRanking {
  /** BM25 term saturation and length normalisation. */
  readonly k1: number;
  readonly b: number;
  /** What a word counts that stands in the turn one, two, … before this one, and after it, of what it counts there. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** What further occurrences of a word around a turn add to the best one. */
  readonly repeated: number;
  /** Share of the best turn of its session that each turn gets. */
  readonly session: number;
  /** Factor of turns of other speakers when the question names one. */
  readonly otherSpeaker: number;
  /** Factor of turns that end in a question: they seldom answer one. */
  readonly asking: number;
  /** When no turn stands as high (`LexicalScore.standing`), the question is about something else. */
  readonly floor: number;
  /** Added to the factor 1 of a turn of a time that the question names. */
  readonly dated: number;
  /** A turn tells of what happened before: so long after the time named, the addition has gone to 0. */
  readonly datedDays: number;
}

/** Set by `bench/retrieval` on its tuning split. */
const TURN_RANKING: TurnRanking = {
  k1: 0.9,
  b: 0.3,
  before: [0.7, 0.4],
  after: [0.4, 0.2],
  repeated: 0.25,
  session: 0.3,
  otherSpeaker: 0.7,
  asking: 0.8,
  floor: 0.55,
  dated: 2,
  datedDays: 7,
};

const DAY_MS = 86_400_000;
const ENDS_ASKING = /[?？]["')\]]*\s*(?:\[[^\]]*\]\s*)?$/u;

interface OwnMatch {
  /** For each word of the query its BM25 weight in the turn, 0 when absent. */
  readonly weights: readonly number[];
  readonly matched: readonly number[];
  readonly total: number;
}

/** What is asked for, read once a question. */
interface Wanted {
  readonly query: SelectedQuery;
  /** Places of the words that rank. */
  readonly words: ReadonlySet<number>;
  readonly speakers: NamedSpeakers["names"];
  readonly dates: readonly DateRange[];
  /** Weight of the words that rank, those of dates aside. */
  readonly askedWeight: number;
  /** Whether so little is asked for, or so exactly, that whatever matches is an answer. */
  readonly takesAll: boolean;
}

/** Every match by its place, and the best of each session; no match = no word of the question. */
interface Conversation {
  readonly matches: ReadonlyMap<string, OwnMatch>;
  readonly best: ReadonlyMap<string, number>;
}

/**
 * Hits and their neighbours in any order, best first, near-identical ones once; turns without relevance are left out. An
 * answer often shares no word with the question that stands before it, so that a word counts for its neighbours too.
 */
export function rankTurns<T extends RankedText>(
  turns: readonly T[],
  { query, queryText, nowMs }: TurnQuery,
  ranking: TurnRanking = TURN_RANKING,
): Iterable<RankedTurn<T>> {
  const wanted = readQuestion(turns, { query, queryText, nowMs });
  const conversation = readConversation(turns, wanted, ranking);
  const found = turns.map((turn) => ({ turn, evidence: evidenceOf(turn, conversation, ranking) }));
  const most = found.reduce((best, { evidence }) => Math.max(best, evidence), 0);
  const { askedWeight, takesAll } = wanted;
  const { absentWeight } = query;
  if (!takesAll && standing(most, { askedWeight, absentWeight }) < ranking.floor) return [];
  const ranked = found.flatMap(({ turn, evidence }): readonly RankedTurn<T>[] => {
    if (evidence === 0) return [];
    const relevance = evidence + ranking.session * (conversation.best.get(turn.sessionId) ?? 0);
    const score = sixDecimals(relevance * factorOf(turn, wanted, ranking));
    const matched = conversation.matches.get(placeOf(turn))?.matched ?? [];
    return [{ turn, score, matchedTerms: matched.map((place) => query.groups[place]?.label ?? "") }];
  });
  return withoutRepeats(ranked.sort((a, b) => b.score - a.score || b.turn.id - a.turn.id));
}

/** Names of speakers rank only when the question has no other word. */
function readQuestion(turns: readonly RankedText[], { query, queryText, nowMs }: TurnQuery): Wanted {
  const { names, terms } = namedSpeakers(turns, queryText);
  const { dates, rest } = readDates(queryText, nowMs);
  const isOther = (group: WeightedGroup): boolean => group.terms.every((term) => !terms.has(term));
  const hasOthers = query.groups.some((group) => group.documents > 0 && isOther(group));
  const words = query.groups.flatMap((group, place) => (!hasOthers || isOther(group) ? [place] : []));
  const undated = new Set(queryGroups(rest).flatMap((group) => group.terms));
  const asked = query.groups.filter(
    (group, place) => words.includes(place) && group.terms.some((one) => undated.has(one)),
  );
  const isExact = asked.some((group) => group.documents > 0 && isIdentifier(group));
  return {
    query,
    words: new Set(words),
    speakers: names,
    dates,
    askedWeight: asked.reduce((sum, { weight }) => sum + weight, 0),
    takesAll: isExact || asked.length <= SHORT_QUERY_GROUPS,
  };
}

function placeOf({ sessionId, position }: RankedText, by = 0): string {
  return `${position + by} ${sessionId}`;
}

function readConversation(turns: readonly RankedText[], wanted: Wanted, ranking: TurnRanking): Conversation {
  const matches = new Map<string, OwnMatch>();
  const best = new Map<string, number>();
  const countWords = createWordCounter(wanted.query.groups);
  for (const turn of turns) {
    const counts = countWords(turn.content);
    // Of several turns at one place the last one counts.
    if (counts === undefined) {
      matches.delete(placeOf(turn));
      continue;
    }
    const match = ownMatch(counts, wanted, ranking);
    matches.set(placeOf(turn), match);
    best.set(turn.sessionId, Math.max(match.total, best.get(turn.sessionId) ?? 0));
  }
  return { matches, best };
}

function ownMatch({ frequencies, length }: WordCounts, { query, words }: Wanted, { k1, b }: TurnRanking): OwnMatch {
  const norm = k1 * (1 - b + (query.averageTerms === 0 ? b : (b * length) / query.averageTerms));
  const weights = query.groups.map(({ weight }, place) => {
    const frequency = words.has(place) ? (frequencies[place] ?? 0) : 0;
    return (weight * frequency * (k1 + 1)) / (frequency + norm);
  });
  const matched = weights.flatMap((weight, place) => (weight > 0 ? [place] : []));
  return { weights, matched, total: weights.reduce((sum, weight) => sum + weight, 0) };
}

/** For each word its best occurrence in or beside the turn, and a little for the others. */
function evidenceOf(turn: RankedText, { matches }: Conversation, ranking: TurnRanking): number {
  const shares: readonly (readonly [number, number])[] = [
    [0, 1],
    ...ranking.before.map((share, at) => [-1 - at, share] as const),
    ...ranking.after.map((share, at) => [1 + at, share] as const),
  ];
  const around = shares.flatMap(([by, share]) => {
    const match = matches.get(placeOf(turn, by));
    return match === undefined ? [] : [match.weights.map((weight) => share * weight)];
  });
  const words = around[0]?.map((_, place) => {
    const found = around.map((weights) => weights[place] ?? 0);
    const most = Math.max(...found);
    return most + ranking.repeated * (found.reduce((sum, weight) => sum + weight, 0) - most);
  });
  return words?.reduce((sum, word) => sum + word, 0) ?? 0;
}

function factorOf(turn: RankedText, { speakers, dates }: Wanted, ranking: TurnRanking): number {
  const isOther = speakers.size === 1 && !speakers.has(turn.speaker ?? "");
  const near = nearness(turn.timestamp, dates, ranking.datedDays * DAY_MS);
  return (
    (isOther ? ranking.otherSpeaker : 1) *
    (ENDS_ASKING.test(turn.content) ? ranking.asking : 1) *
    (1 + ranking.dated * near)
  );
}

/** 1 within a time that the question names, falling to 0 over the days after it; 0 before it and without one. */
function nearness(timestamp: string, dates: readonly DateRange[], fadeMs: number): number {
  const at = dates.length === 0 ? undefined : epochMsOf(timestamp);
  if (at === undefined) return 0;
  return dates.reduce((best, { fromMs, toMs }) => {
    const late = Math.max(0, at - toMs);
    return at < fromMs ? best : Math.max(best, 1 - late / fadeMs);
  }, 0);
}
