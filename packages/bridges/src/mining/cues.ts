/** Words by which a sentence says something that is worth keeping; the first one that fits names the type. */
const CUES: readonly (readonly [claimType: string, cue: RegExp])[] = [
  ["bug", /\b(?:root )?cause (?:was|is|turned out)\b/i],
  ["bug", /\b(?:bug|fix|issue|error) (?:was|is) (?:caused|due|because)\b/i],
  ["decision", /\b(?:decided|chose|going with|switched to)\b/i],
  ["gotcha", /\b(?:workaround|solution|trick) (?:is|was) to\b/i],
  ["constraint", /\b(?:never|always|must|don['’]t)\b.{5,30}?\b(?:because|or else|otherwise)\b/i],
  ["architecture", /\b(?:architecture|pattern|approach) (?:is|uses|follows)\b/i],
  ["environment", /\b(?:configured|set up|installed|deployed)\b/i],
];

/** Plans, wishes and questions state no fact, whatever words stand in them. */
const NO_STATEMENT =
  /^(?:let me|let['’]s|i['’]ll|i will|i need to|next,?|now,? (?:let|i)|should|would|could|if you|do you)\b|\?$/i;
/** Code, tables and quoted output are not what the assistant says. */
const NO_PROSE = /```[^]*?(?:```|(?![^]))|^(?: {4}|\t|\s*[|>]).*$/gm;
const SENTENCE_END = /(?<=[.!?])\s+(?=["'(`*\p{Lu}\d])|\n+/u;
const MARKUP = /^\s*(?:#{1,6}\s+|[-*+]\s+|\d+[.)]\s+)|\*\*|__/g;
const MARK = "[REDACTED";
const MIN_SENTENCE = 20;
const MAX_TEXT = 500;

/** What a turn says that may become a claim. */
export interface CuedStatement {
  readonly claimType: string;
  /** The sentence with its neighbours, ≤ 500 code points. */
  readonly text: string;
}

/** Sentences as they stand in the text, without markup and code. */
function sentencesOf(text: string): readonly string[] {
  return text
    .replace(NO_PROSE, "\n")
    .split(SENTENCE_END)
    .map((sentence) => sentence.replace(MARKUP, "").replace(/\s+/g, " ").trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
}

function typeOf(sentence: string | undefined): string | undefined {
  if (sentence === undefined || [...sentence].length < MIN_SENTENCE || NO_STATEMENT.test(sentence)) return undefined;
  if (sentence.includes(MARK)) return undefined;
  return CUES.find(([, cue]) => cue.test(sentence))?.[0];
}

const joined = (one: string, other: string): string => `${one}${/[.!?:;,]$/.test(one) ? " " : "; "}${other}`;

/** The sentence, with the one behind and the one before while there is room; a long one alone is cut at a word. */
function withNeighbours(sentences: readonly string[], at: number): string {
  const sentence = sentences[at] ?? "";
  if ([...sentence].length > MAX_TEXT)
    return [...sentence]
      .slice(0, MAX_TEXT)
      .join("")
      .replace(/\s+\S*$/, "");
  const states = (one: string | undefined): one is string =>
    one !== undefined && !one.includes(MARK) && !NO_STATEMENT.test(one);
  const [before, behind] = [sentences[at - 1], sentences[at + 1]];
  const followed = states(behind) ? joined(sentence, behind) : sentence;
  const text = [...followed].length <= MAX_TEXT ? followed : sentence;
  const led = states(before) ? joined(before, text) : text;
  return [...led].length <= MAX_TEXT ? led : text;
}

/**
 * The statements of a redacted text, in order. A cue beside one that was taken is in its text already.
 *
 * @see the table of cues in the specification of transcripts
 */
export function cuedStatements(text: string): readonly CuedStatement[] {
  const sentences = sentencesOf(text);
  const found: CuedStatement[] = [];
  let lastTaken = -2;
  sentences.forEach((sentence, at) => {
    const claimType = typeOf(sentence);
    if (claimType === undefined || at - lastTaken < 2) return;
    found.push({ claimType, text: withNeighbours(sentences, at) });
    lastTaken = at;
  });
  return found;
}
