import type { FollowingValue } from "./secret-pattern.ts";

/** A value longer than this is judged by its beginning; a hit still covers all of it. */
const JUDGED = 256;

/** Signs that may stand between the operator and the value: emphasis, an escaped or plain quote, a bracket. */
const OPENER = /(?:\*\*|__)?[ \t]*[[(]?(?:[rbfu@]?(\\?["'`]))?/y;
const BLOCK = /[|>][+-]?[ \t]*\r?\n[ \t]+/y;
const BARE_END = /[\s"'`<>]|[;,](?=[\s"'`)\]}]|$)|;(?=[A-Za-z_ ]+=)|&(?=[A-Za-z_][\w.-]*=)|\\(?=[nrt"'])|$/;
const TRAILING_SIGNS = /(?<![.,;:)\]}])(?!\.\.)[.,;:)\]}]+$/;

/**
 * Reads the value at `at`: to the closing quote when it is quoted, otherwise to white space or a sign that ends a
 * value.
 *
 * @returns undefined when nothing stands there on the same line
 */
export function readAssignedValue(text: string, at: number): FollowingValue | undefined {
  BLOCK.lastIndex = at;
  const start = BLOCK.test(text) ? BLOCK.lastIndex : at;
  OPENER.lastIndex = start;
  const opener = OPENER.exec(text);
  const quote = opener?.[1];
  if (quote !== undefined) return readQuoted(text, OPENER.lastIndex, quote);
  return readBare(text, OPENER.lastIndex, JUDGED);
}

/** The end of a value that was judged by its beginning. */
export function wholeValueEnd(text: string, value: FollowingValue): number {
  if (value.end - value.start < JUDGED) return value.end;
  const rest = value.quoted ? /["'`\n]/g : /[\s"'`<>]/g;
  rest.lastIndex = value.end;
  return rest.exec(text)?.index ?? text.length;
}

function readQuoted(text: string, start: number, quote: string): FollowingValue | undefined {
  const limit = Math.min(text.length, start + JUDGED);
  for (let at = start; at < limit; at += 1) {
    if (text.charCodeAt(at) === 10) return readBare(text, start, at - start);
    if (text.startsWith(quote, at)) return at === start ? undefined : { start, end: at, quoted: true };
    if (text[at] === "\\" && quote.length === 1) at += 1;
  }
  return limit === start ? undefined : { start, end: limit, quoted: true };
}

function readBare(text: string, start: number, room: number): FollowingValue | undefined {
  const ahead = text.slice(start, start + room);
  const found = ahead.slice(0, BARE_END.exec(ahead)?.index);
  const value = found.length === JUDGED ? found : found.replace(TRAILING_SIGNS, (signs) => kept(found, signs));
  return value === "" ? undefined : { start, end: start + value.length, quoted: false };
}

/** Closing brackets that belong to the value because it opens them. */
function kept(found: string, signs: string): string {
  const opens = found.split(/[([{]/).length - 1;
  const closes = found.split(/[)\]}]/).length - 1;
  return opens > 0 && opens >= closes && /^[)\]}]+$/.test(signs) ? signs : "";
}
