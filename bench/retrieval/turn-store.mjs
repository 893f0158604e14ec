// Turns of conversations in a real store in memory, found by the search that every surface uses.
const SCOPE = "project:bench";
const DEEPEST = 100;

/**
 * @param turns `{ key, sessionId, position, speaker, role, content, timestamp }`
 * @returns `ask(question, asOf)` → `{ keys, sessions, evidence }`: keys of turns and sessions best first, and the keys in
 *   the packed output of each budget
 */
export async function openTurns({ core, sqlite }, turns) {
  const store = await sqlite.openSqliteStore({ path: ":memory:" });
  const memory = core.createMemory({ store });
  for (let at = 0; at < turns.length; at += 100) {
    const batch = turns.slice(at, at + 100).map(({ sessionId, position, speaker, role, content, timestamp }) => {
      return { sessionId, position, speaker, role, content, timestamp };
    });
    await memory.verbatim.storeTurns(batch, { scope: SCOPE, sourceAgent: "bench" });
  }
  const keyOf = new Map(turns.map(({ sessionId, position, key }) => [`${sessionId} ${position}`, key]));
  const toKey = ({ sessionId, position }) => keyOf.get(`${sessionId} ${position}`);

  return {
    close: () => store.close(),
    async ask(query, asOf, budgets = []) {
      const { rows } = await memory.verbatim.search({ query, scope: SCOPE, limit: DEEPEST, asOf });
      const keys = new Map(rows.map((row) => [row.id, toKey(row)]));
      const ranked = rows.map((turn) => ({ turn, score: turn.score, matchedTerms: turn.matchedTerms }));
      const evidence = budgets.map((tokenBudget) => {
        const { output, included } = core.packTurns(ranked, { tokenBudget });
        if (Buffer.byteLength(output) > 4 * tokenBudget) throw new RangeError(`${tokenBudget} tokens are passed`);
        return included.map((id) => keys.get(id));
      });
      return { keys: [...keys.values()], sessions: [...new Set(rows.map(({ sessionId }) => sessionId))], evidence };
    },
  };
}
