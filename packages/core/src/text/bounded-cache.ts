export interface BoundedCache<V> {
  readonly get: (key: string) => V | undefined;
  readonly set: (key: string, value: V) => void;
}

/**
 * A map that cannot grow without end: entries stand in a young and an old generation; when the young one holds `limit`
 * entries it becomes the old one, and what was old is forgotten. Cheaper per hit than keeping an order of use.
 * @param limit entries of one generation; at most twice as many are held.
 */
export function createBoundedCache<V>(limit: number): BoundedCache<V> {
  let young = new Map<string, V>();
  let old = new Map<string, V>();
  const set = (key: string, value: V): void => {
    if (young.size >= limit) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  };
  const get = (key: string): V | undefined => {
    const recent = young.get(key);
    if (recent !== undefined) return recent;
    const aged = old.get(key);
    if (aged !== undefined) set(key, aged);
    return aged;
  };
  return { get, set };
}

/**
 * The same text in memory of its own. V8 keeps a cut of 13 characters or more as a view into the string it was cut
 * from, so a cached word would keep a whole document alive.
 */
export function detached(text: string): string {
  return ` ${text}`.slice(1);
}
