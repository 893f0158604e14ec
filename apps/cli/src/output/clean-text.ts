const ESC = "(?:\\u001b\\[|\\u009b)";
/** ECMA-48 control sequences, operating system commands (titles, links) and two-byte escapes. */
const SEQUENCES = new RegExp(
  `${ESC}[0-?]*[ -/]*[@-~]|(?:\\u001b\\]|\\u009d)[^\\u0007\\u001b\\u009c]*(?:\\u0007|\\u001b\\\\|\\u009c)?|\\u001b[ -/]*[0-~]`,
  "g",
);
const CONTROLS = /(?![\n\t])\p{Cc}/gu;
const LINE_BREAKS = /\s*(?:\r\n|[\n\r\u2028\u2029])\s*/g;

/** Text without ANSI sequences and control characters, so that it cannot act on a terminal. Line breaks and tabs stay. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(SEQUENCES, "").replace(CONTROLS, "");
}

/** The same on one line, so that a value cannot look like another line of the output. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(LINE_BREAKS, " ").replaceAll("\t", " ");
}
