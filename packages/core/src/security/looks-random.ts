/**
 * For each first letter the second letters that hardly ever follow it in English or Spanish words or in identifiers.
 */
const IMPROBABLE: readonly string[] =
  `ah cfhnqvwxz bdfgjnvwxz hkqxz - bcdghjkmnpqvwxz cdfjkqvwxz dfghjkqvwxz hiwy bcdfghjklmnpqrtvwxyz bghjkmoqrvxyz hjnqwxz
  fghjkqrvwxz x q jnqvz abcdefghijkmnopqrstvwxyz hjx gjxz jkqvz hkquvwy bcdfghjklnpqrstvwxyz bcfgjkmpqtuvwxyz
  bdfgjklmnqsuvwxyz fghjkqvx bcdfghjklmnpqrstvwxy`.split(/\s+/);

const PIECES = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;
const LOWER_A = 97;

/** Letter runs of an identifier, split at signs, digits and camel humps; digit runs stand between them. */
export function piecesOf(text: string): readonly string[] {
  return text.match(PIECES) ?? [];
}

/** Whether a run of letters could be a word: it has a vowel and no pair of letters that words do not have. */
export function isWordLike(piece: string): boolean {
  const word = piece.toLowerCase();
  if (word.length < 3 || !/[aeiouy]/.test(word)) return false;
  for (let at = 1; at < word.length; at += 1) {
    const follows = IMPROBABLE[word.charCodeAt(at - 1) - LOWER_A];
    if (follows?.includes(word.charAt(at)) === true) return false;
  }
  return true;
}

/**
 * Whether a value looks drawn by a machine rather than written by a person: digits scattered between letters, or
 * letters
 * that form no words. Numbers alone do not.
 */
export function looksRandom(value: string): boolean {
  let letters = 0;
  let wordLetters = 0;
  let words = 0;
  let digits = 0;
  let digitRuns = 0;
  for (const piece of piecesOf(value)) {
    if (piece.charCodeAt(0) < 58) {
      digits += piece.length;
      digitRuns += 1;
    } else {
      letters += piece.length;
      words += 1;
      if (isWordLike(piece)) wordLetters += piece.length;
    }
  }
  if (letters === 0) return false;
  if (digitRuns >= 3 && digits >= 4) return true;
  // Letters whose case changes at every third place are no camel humps.
  if (letters >= 16 && letters < 3.7 * words) return true;
  return wordLetters < 0.6 * letters;
}
