/** SQL says null where TypeScript says undefined; these are the two directions, with an optional translation. */
export function present<Stored>(stored: Stored | null): Stored | undefined;
export function present<Stored, Value>(stored: Stored | null, decode: (stored: Stored) => Value): Value | undefined;
export function present(stored: unknown, decode?: (stored: unknown) => unknown): unknown {
  if (stored === null) return undefined;
  return decode === undefined ? stored : decode(stored);
}

export function absent<Value>(value: Value | undefined): Value | null;
export function absent<Value, Stored>(value: Value | undefined, encode: (value: Value) => Stored): Stored | null;
export function absent(value: unknown, encode?: (value: unknown) => unknown): unknown {
  if (value === undefined) return null;
  return encode === undefined ? value : encode(value);
}
