import { queryGroups } from "../../src/recall/query-groups.ts";
import { selectGroups } from "../../src/recall/select-groups.ts";
import { analyze, documentTerms } from "../../src/text/analyze.ts";
import type { RankedText, RankedTurn } from "../../src/verbatim/ranked-turn.ts";
import { rankTurns } from "../../src/verbatim/rank-turns.ts";

/** A turn a text: `speaker: what is said`, one behind the other in one session. */
export function sessionOf(
  said: readonly string[],
  { sessionId = "s1", day = "2026-03-02", firstId = 1 }: { sessionId?: string; day?: string; firstId?: number } = {},
): readonly RankedText[] {
  return said.map((line, position) => {
    const [speaker = "", content = ""] = line.split(/: (.*)/s);
    const timestamp = `${day}T10:00:00+00:00`;
    return { id: firstId + position, sessionId, position, speaker, role: "user", content, timestamp };
  });
}

/** The rank among these turns as the whole store. */
export function rank(
  turns: readonly RankedText[],
  queryText: string,
  now = "2026-03-10T00:00:00Z",
): readonly RankedTurn<RankedText>[] {
  const documents = turns.map(({ content }) => documentTerms(analyze(content, "index")));
  const counts = new Map<string, number>();
  for (const terms of documents) for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const stats = { claims: turns.length, terms: documents.flat().length };
  const query = selectGroups(queryGroups(queryText), counts, stats);
  return [...rankTurns(turns, { query, queryText, nowMs: Date.parse(now) })];
}

export const idsOf = (ranked: readonly RankedTurn<RankedText>[]): readonly number[] =>
  ranked.map(({ turn }) => turn.id);
