/** The property at the end of a path; `undefined` where the way there breaks off. */
export function dig(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? (at as Readonly<Record<string, unknown>>)[key] : undefined),
    value,
  );
}
