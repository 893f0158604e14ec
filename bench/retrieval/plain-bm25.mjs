// The floor: BM25 (k1 1.2, b .75) over all words of the product's analyzer, nothing else.
export function plainBm25(core, documents) {
  const read = documents.map(({ key, text }) => {
    const terms = core.documentTerms(core.analyze(text, "index"));
    const frequencies = new Map();
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    return { key, length: terms.length, frequencies };
  });
  const holders = new Map();
  for (const document of read) {
    for (const term of document.frequencies.keys()) {
      const known = holders.get(term);
      if (known === undefined) holders.set(term, [document]);
      else known.push(document);
    }
  }
  const average = read.reduce((sum, { length }) => sum + length, 0) / read.length;

  return (question) => {
    const scores = new Map();
    for (const term of new Set(core.queryGroups(question).flatMap(({ terms }) => terms))) {
      const found = holders.get(term) ?? [];
      const idf = Math.log(1 + (read.length - found.length + 0.5) / (found.length + 0.5));
      for (const { key, length, frequencies } of found) {
        const tf = frequencies.get(term);
        const weight = (idf * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * length) / average));
        scores.set(key, (scores.get(key) ?? 0) + weight);
      }
    }
    return [...scores].sort((a, b) => b[1] - a[1]).map(([key]) => key);
  };
}
