import { findSecrets } from "./find-secrets.ts";
import type { SecretSpan } from "./find-secrets.ts";
import { TRAITS } from "./secret-pattern.ts";
import type { SecretPattern } from "./secret-pattern.ts";
import { surveyText } from "./survey-text.ts";
import type { Survey } from "./survey-text.ts";
import { unwrap } from "./unwrap.ts";

export interface Redacted {
  readonly text: string;
  /** Kinds of what was replaced, each once, in order of first appearance. Empty when the text is unchanged. */
  readonly findings: readonly string[];
}

/** What takes the place of a secret. */
const MARK = /\[REDACTED(?::[a-z0-9_]{1,64})?\]/g;
/** What is left after replacing may read as a secret again; after this many rounds the whole text goes. */
const MAX_ROUNDS = 8;
/** JSON inside a string of JSON inside a string of JSON is unwrapped; deeper is not. */
const MAX_WRAPS = 3;
const NO_SPANS: readonly SecretSpan[] = [];

/** Text for a finding: `[REDACTED:github_token]`. */
export function redactionMark(finding: string): string {
  return `[REDACTED:${finding}]`;
}

/**
 * Replaces each secret by `[REDACTED:<finding>]`, also one that is escaped as in JSON, interrupted by terminal
 * colours, or
 * cut by a backslash at the end of a line. Doing it twice is the same as doing it once.
 */
export function redactText(original: string): Redacted {
  let text = original;
  const findings = new Set<string>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const spans = secretSpans(text);
    if (spans.length === 0) return { text, findings: [...findings] };
    for (const span of spans) for (const finding of span.findings) findings.add(finding);
    text = replaced(text, spans);
  }
  return { text: redactionMark("encoded_secret"), findings: [...findings, "encoded_secret"] };
}

/** The secrets that can be read in a text as it stands or unwrapped, in order of position. */
function secretSpans(text: string): readonly SecretSpan[] {
  const unmarked = withoutMarks(text);
  return spansIn(unmarked, surveyText(unmarked));
}

/** The same for a text without marks whose survey is at hand. */
export function spansIn(text: string, { patterns, traits }: Survey): readonly SecretSpan[] {
  const direct = patterns.length === 0 ? NO_SPANS : findSecrets(text, patterns);
  if ((traits & (TRAITS.backslash | TRAITS.escape)) === 0) return direct;
  return merged([...direct, ...wrappedSpans(text)]);
}

/** Replaces spans, given in order and not overlapping, by marks. */
export function replaced(text: string, spans: readonly SecretSpan[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, findings } of spans) {
    parts.push(text.slice(from, start), redactionMark(findings[0] ?? "secret"));
    from = end;
  }
  return parts.join("") + text.slice(from);
}

/** The text with its marks blotted out, for the decoders. */
export function withBlots(text: string): string {
  return text.includes("[REDACTED") ? text.replace(MARK, (mark) => "*".repeat(mark.length)) : text;
}

/** Spans of patterns that are no secrets, marks left alone. */
export function spansOf(text: string, patterns: readonly SecretPattern[]): readonly SecretSpan[] {
  return findSecrets(withoutMarks(text), patterns);
}

/** The text with its marks turned into line ends, which no value goes across. */
export function withoutMarks(text: string): string {
  return text.includes("[REDACTED") ? text.replace(MARK, (mark) => "\n".repeat(mark.length)) : text;
}

function wrappedSpans(original: string): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  let place = (start: number, end: number): readonly [number, number] => [start, end];
  let text = original;
  for (let depth = 0; depth < MAX_WRAPS; depth += 1) {
    const unwrapped = unwrap(text);
    if (unwrapped === undefined) return found;
    const { starts, ends } = unwrapped;
    const outer = place;
    place = (start, end) => outer(starts[start] ?? 0, ends[end - 1] ?? 0);
    text = unwrapped.text;
    const { patterns } = surveyText(text);
    for (const { start, end, findings } of findSecrets(text, patterns)) {
      const [from, to] = place(start, end);
      found.push({ start: from, end: to, findings });
    }
  }
  return found;
}

function merged(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const result: SecretSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last === undefined || span.start >= last.end) {
      result.push(span);
      continue;
    }
    const findings = [...new Set([...last.findings, ...span.findings])];
    result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end), findings };
  }
  return result;
}
