/** JSON in a text is looked for in at most this many places. */
const MAX_STARTS = 16;
/** Members deeper than this are left out. */
const MAX_DEPTH = 64;
const START = /[[{]\s*["{[]/g;
/** Keys that say nothing about their value, so that the key above speaks for it. */
export const EMPTY_KEYS: RegExp = /^(?:value|val|values|data|text|string|content|current|raw|plain|default|\d*)$/i;

/** The strings of JSON in a text, and its members as `key=value`, one a line; undefined when there is no JSON. */
export function jsonMembers(text: string): string | undefined {
  const lines: string[] = [];
  START.lastIndex = 0;
  for (let starts = 0; starts < MAX_STARTS; starts += 1) {
    const start = START.exec(text)?.index;
    if (start === undefined) break;
    const end = closingOf(text, start);
    const value = end === undefined ? undefined : parsed(text.slice(start, end));
    START.lastIndex = value === undefined || end === undefined ? start + 1 : end;
    if (value !== undefined) list(value, { key: "", depth: 0, lines });
  }
  return lines.length === 0 ? undefined : lines.join("\n");
}

/** Where the bracket at `start` is closed again, brackets inside strings left out. */
function closingOf(text: string, start: number): number | undefined {
  let depth = 0;
  let isString = false;
  for (let at = start; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (isString) {
      if (sign === "\\") at += 1;
      else if (sign === '"') isString = false;
      continue;
    }
    if (sign === '"') isString = true;
    depth += bracket(sign);
    if (depth === 0) return at + 1;
  }
  return undefined;
}

function bracket(sign: string): number {
  if (sign === "{" || sign === "[") return 1;
  return sign === "}" || sign === "]" ? -1 : 0;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function list(value: unknown, at: { readonly key: string; readonly depth: number; readonly lines: string[] }): void {
  if (typeof value === "string" || typeof value === "number") {
    at.lines.push(at.key === "" ? String(value) : `${at.key}=${value}`);
    return;
  }
  if (typeof value !== "object" || value === null || at.depth === MAX_DEPTH) return;
  for (const [key, member] of Object.entries(value)) {
    list(member, { ...at, key: EMPTY_KEYS.test(key) ? at.key : key, depth: at.depth + 1 });
  }
}
