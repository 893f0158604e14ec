import type { JsonValue } from "./event.ts";

function compareCodePoints(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const difference = (left[index]?.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

const isAsciiKey = (key: string): boolean => /^[\x20-\x7e]*$/.test(key);

function sortedKeys(object: Readonly<Record<string, JsonValue>>): string[] {
  const keys = Object.keys(object);
  if (keys.length < 2) return keys;
  // For ASCII the default order, by UTF-16 unit, is the order by code point.
  return keys.every(isAsciiKey) ? keys.sort() : keys.sort(compareCodePoints);
}

/** JSON with keys in code-point order, no spaces, non-ASCII kept: one text for one value. */
export function canonicalJson(value: JsonValue): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => canonicalJson(item)).join(",")}]`;
  const object = value as Readonly<Record<string, JsonValue>>;
  const members = sortedKeys(object).map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key] ?? null)}`);
  return `{${members.join(",")}}`;
}
