const NON_ASCII = /[\u0080-\uffff]/;
const ZERO_WIDTH = /\p{Default_Ignorable_Code_Point}/gu;
const MARKS = /[\u0300-\u036f]/g;
const SPECIAL = /[ßςıæœøłđ]/g;
const SPECIAL_FOLDS: Readonly<Record<string, string>> = {
  ß: "ss",
  ς: "σ",
  ı: "i",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
};

const MAX_TERM_CODE_POINTS = 64;

export function isAscii(text: string): boolean {
  return !NON_ASCII.test(text);
}

/**
 * The text in compatibility form (NFKC), one kind of apostrophe and hyphen, nothing of zero width. Case and accents
 * stay, since they mark identifiers and names.
 */
export function normalizeText(text: string): string {
  if (isAscii(text)) return text;
  return text
    .normalize("NFKC")
    .replace(/[’ʼ]/g, "'")
    .replace(/[\u2010-\u2012]/g, "-")
    .replace(ZERO_WIDTH, "");
}

/**
 * Lower case of no language, without diacritics, special letters written out (`ß` → `ss`). Marks go before letters are
 * written out, so that `ǿ` ends as `o` too and folding twice changes nothing.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (isAscii(lower)) return lower;
  return lower
    .normalize("NFD")
    .replace(MARKS, "")
    .replace(SPECIAL, (letter) => SPECIAL_FOLDS[letter] ?? letter)
    .normalize("NFC");
}

/** The first 64 code points: no term is longer. */
export function cutTerm(term: string): string {
  if (term.length <= MAX_TERM_CODE_POINTS) return term;
  // Twice the limit in UTF-16 units always holds the limit in code points, however long the text is.
  return Array.from(term.slice(0, 2 * MAX_TERM_CODE_POINTS))
    .slice(0, MAX_TERM_CODE_POINTS)
    .join("");
}
