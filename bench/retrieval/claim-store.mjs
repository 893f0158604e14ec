// Documents as claims of a real store in a file of memory, found by the recall that every surface uses.
const SCOPE = "project:bench";

/**
 * @param documents `{ key, text, … }`; what is longer than a claim may be becomes several claims of one key
 * @returns `ask(question, limit)` → `{ keys, rows, meta }`, keys best first, each once
 */
export async function openClaims({ core, sqlite, settings: configured, embedder }, documents, settings = {}) {
  const store = await sqlite.openSqliteStore({ path: ":memory:" });
  const vectors = embedder && { embedder, index: core.createMemoryVectorIndex() };
  const memory = core.createMemory({
    store,
    vectors,
    settings: { ...core.SETTINGS_DEFAULTS, ...configured, ...settings },
  });
  const pieces = documents.flatMap((document) =>
    piecesOf(document.text, core.LIMITS.text).map((text) => ({ ...document, text })),
  );
  const items = pieces.map(({ key, text, subject, predicate, objectValue }, at) => ({
    line: at + 1,
    input: {
      text,
      subject,
      predicate,
      objectValue,
      scope: SCOPE,
      sourceAgent: "bench",
      citations: [{ source: `bench/${key}` }],
    },
  }));
  const { rows } = await memory.claims.ingestMany(items);
  const keys = new Map();
  for (const [at, row] of rows.entries()) {
    if (row.error !== undefined) throw row.error;
    keys.set(row.claimId, [...(keys.get(row.claimId) ?? []), pieces[at].key]);
  }
  const synced = vectors && (await memory.vectors.sync());
  if (synced?.errors > 0) throw new RangeError(`${synced.errors} claims got no vector: ${synced.reason}`);
  return {
    memory,
    pieces: pieces.length,
    close: () => store.close(),
    async ask(queryText, limit) {
      // The embedder keeps what it has embedded: on a busy machine a question would else miss its deadline.
      await embedder?.embed([queryText], "query");
      const { rows: found, meta } = await memory.recall.query({ queryText, limit, scopes: [SCOPE] });
      if (vectors && !meta.semantic) throw new RangeError(`no vectors took part: ${meta.containmentReason}`);
      return { keys: [...new Set(found.flatMap(({ claim }) => keys.get(claim.id)))], rows: found, meta };
    },
  };
}

/** Cut at white space into pieces of at most `limit` code points. */
function piecesOf(text, limit) {
  const points = Array.from(text);
  if (points.length <= limit) return [text];
  const end = points.lastIndexOf(" ", limit);
  const at = end > 0 ? end : limit;
  return [points.slice(0, at).join(""), ...piecesOf(points.slice(at).join("").trimStart(), limit)];
}
