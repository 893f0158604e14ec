export interface Diversified<Row> {
  /** At most `cap` rows of each session, in their order. */
  readonly kept: readonly Row[];
  /** What exceeds the cap, in its order: it stands behind the rest. */
  readonly surplus: readonly Row[];
}

/** Keeps one session from filling the answer. A row whose session is not known stands for itself. */
export function diversify<Row>(
  rows: readonly Row[],
  cap: number,
  sessionOf: (row: Row) => string | undefined,
): Diversified<Row> {
  const counts = new Map<string, number>();
  const kept: Row[] = [];
  const surplus: Row[] = [];
  for (const row of rows) {
    const session = sessionOf(row);
    const before = session === undefined ? 0 : (counts.get(session) ?? 0);
    if (session !== undefined) counts.set(session, before + 1);
    (cap > 0 && before >= cap ? surplus : kept).push(row);
  }
  return { kept, surplus };
}
