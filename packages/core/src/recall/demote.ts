/** Puts the rows that await a correction behind all others; the order of either part stays. */
export function demote<Row>(rows: readonly Row[], isPending: (row: Row) => boolean): readonly Row[] {
  const pending = rows.filter(isPending);
  return pending.length === 0 ? rows : [...rows.filter((row) => !isPending(row)), ...pending];
}
