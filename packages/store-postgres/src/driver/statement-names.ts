/** More than the shapes of the store's own statements. */
const CAPACITY = 500;

/** A search is planned for its own words: the server knows which of them are common. */
const SEARCH = "::tsquery";

const names = new Map<string, string>();

/** The name under which servers keep a statement and its plan, the same on every connection; of later shapes none. */
export function statementName(sql: string): string | undefined {
  if (sql.includes(SEARCH)) return undefined;
  const known = names.get(sql);
  if (known !== undefined || names.size === CAPACITY) return known;
  const name = `mm${names.size + 1}`;
  names.set(sql, name);
  return name;
}
