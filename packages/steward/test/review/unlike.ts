/** A text that shares no word with those of other numbers. */
export function unlike(number: number): string {
  const word = number.toString().replace(/\d/g, (digit) => "bcdfghjklm".charAt(Number(digit)) + "o");
  return `${word}ra ${word}ta ${word}za`;
}
