const SEGMENTER = new Intl.Segmenter("en", { granularity: "sentence" });

/** What starts a paragraph: a blank line, a heading, an item of a list, a quotation. */
const BREAK = /\n[ \t]*\n|\n(?=[ \t]*(?:[-*+>]|#{1,6}|\d+[.)])[ \t])/u;
const MARK = /^\s*(?:[-*+>]|#{1,6}|\d+[.)])[ \t]+/u;

/** Lengths of what may be a statement, in code points. */
const MIN_CHARACTERS = 10;
const MAX_CHARACTERS = 500;

/** The sentences of a text, or of Markdown, each once; what is too short or too long to state anything is left out. */
export function sentencesOf(text: string): readonly string[] {
  const paragraphs = text.split(BREAK).map((part) => part.replace(MARK, "").replace(/\s+/gu, " "));
  const sentences = paragraphs.flatMap((part) => [...SEGMENTER.segment(part)].map(({ segment }) => segment.trim()));
  return [...new Set(sentences)].filter((one) => {
    const { length } = [...one];
    return length >= MIN_CHARACTERS && length <= MAX_CHARACTERS;
  });
}
