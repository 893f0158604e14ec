// Spanish made English by Apertium, rule-based and without a network (Debian packages apertium and apertium-eng-spa). Before
// an English encoder it stands in for a model of both languages where none can be had.
import { spawnSync } from "node:child_process";

/** Words that English does not have; three of them in a text make it Spanish. */
const COMMON = new Set(
  "de la el los las que en un una por con para del se es cual cuál qué quién fue como su".split(" "),
);

const isSpanish = (text) => text.split(/[^\p{L}]+/u).filter((word) => COMMON.has(word.toLowerCase())).length >= 3;

/** Texts in their order, those in Spanish in English. */
export function inEnglish(texts) {
  const spanish = texts.filter(isSpanish);
  if (spanish.length === 0) return texts;
  const input = spanish.map((text) => text.replace(/\s+/g, " ")).join("\n");
  // It opens its input by name, which only a pipe of the shell lets it.
  const { stdout, status, stderr } = spawnSync("sh", ["-c", "cat | apertium -u spa-eng"], {
    input: `${input}\n`,
    encoding: "utf8",
  });
  if (status !== 0) throw new TypeError(stderr);
  const translated = new Map(stdout.split("\n").map((line, at) => [spanish[at], line]));
  return texts.map((text) => translated.get(text) || text);
}
