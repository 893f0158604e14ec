const ON = new Set(["1", "true", "yes", "on"]);
const OFF = new Set(["0", "false", "no", "off"]);
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** `1 true yes on` and `0 false no off` in any case; `undefined` for another word. */
export function parseBoolean(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (ON.has(word)) return true;
  return OFF.has(word) ? false : undefined;
}

/** A decimal number; `undefined` for anything else, `0x10` and `Infinity` among it. */
export function parseNumber(text: string): number | undefined {
  const digits = text.trim();
  if (!NUMBER.test(digits)) return undefined;
  const value = Number(digits);
  return Number.isFinite(value) ? value : undefined;
}

/** The items of a comma list, trimmed; empty ones are kept, so that a list of numbers can be counted. */
export function parseList(text: string): readonly string[] {
  return text.split(",").map((item) => item.trim());
}
