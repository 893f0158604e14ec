import { decodeBase64, decodeHex } from "./decode-base64.ts";
import { jsonMembers } from "./json-members.ts";
import { TRAITS } from "./secret-pattern.ts";
import { surveyText } from "./survey-text.ts";
import type { Survey } from "./survey-text.ts";
import { unwrap } from "./unwrap.ts";

export interface SurveyedText {
  readonly text: string;
  readonly survey: Survey;
}

/** A way to hide a text, undone: the text that came out, or undefined when this way was not used. */
interface Decoder {
  /** `TRAITS`; without any of them the decoder has nothing to do. */
  readonly traits: number;
  readonly decode: (text: string) => string | undefined;
}

/** No text is decoded into more variants than this, itself included. */
const MAX_VARIANTS = 64;

const INVISIBLE =
  /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u206A-\u206F\uFE00-\uFE0F\uFEFF]/g;
/** Cyrillic and Greek letters, each followed by the Latin letter it looks like. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  (
    "аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw кk мm тt вb нh гr АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЈJ ЅS " +
    "αa βb εe ιi κk νv οo ρp τt υu χx ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX"
  )
    .split(" ")
    .map((pair): [string, string] => [pair.charAt(0), pair.charAt(1)]),
);
const LOOK_ALIKE = new RegExp(`[${[...LOOK_ALIKES.keys()].join("")}]`, "g");

const DECODERS: readonly Decoder[] = [
  {
    traits: TRAITS.nonAscii,
    decode: (text) => text.normalize("NFKC").replace(LOOK_ALIKE, (letter) => LOOK_ALIKES.get(letter) ?? letter),
  },
  { traits: TRAITS.nonAscii, decode: (text) => text.replace(INVISIBLE, "") },
  { traits: TRAITS.backslash | TRAITS.escape, decode: (text) => unwrap(text)?.text },
  {
    traits: TRAITS.backslash,
    decode: (text) => text.replace(/(?:\\x[0-9a-fA-F]{2}){4,}/g, (run) => decodeHex(run.replaceAll("\\x", "")) ?? run),
  },
  { traits: TRAITS.percent, decode: (text) => text.replace(/(?:%[0-9a-fA-F]{2})+/g, percentDecoded) },
  {
    traits: TRAITS.longToken | TRAITS.encodedRun,
    decode: (text) => joinedRuns(text, /[A-Za-z0-9+/]{20,}={0,2}/g, decodeBase64),
  },
  {
    traits: TRAITS.longToken | TRAITS.encodedRun,
    decode: (text) => joinedRuns(text, /[A-Za-z0-9_-]{20,}={0,2}/g, decodeBase64),
  },
  {
    traits: TRAITS.longToken,
    decode: (text) => joinedRuns(text, /(?<![0-9a-fA-F])(?:[0-9a-fA-F]{2}){12,}(?![0-9a-fA-F])/g, decodeHex),
  },
  { traits: TRAITS.brace, decode: jsonMembers },
];

/** Traits that some decoder answers to. */
export const DECODABLE: number = DECODERS.reduce((sum, decoder) => sum | decoder.traits, 0);

/**
 * What a text turns into when the usual encodings are undone, alone and one inside another: breadth first, without
 * repetitions, the text itself left out, at most 63 variants.
 *
 * @param original a text and its survey
 */
export function* decodedVariants(original: SurveyedText): Generator<SurveyedText> {
  const seen = new Set([original.text]);
  const queue = [original];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const { traits, decode } of DECODERS) {
      const text = (next.survey.traits & traits) === 0 ? undefined : decode(next.text);
      if (text === undefined || text === "" || seen.has(text)) continue;
      if (seen.size >= MAX_VARIANTS) return;
      seen.add(text);
      const variant = { text, survey: surveyText(text) };
      queue.push(variant);
      yield variant;
    }
  }
}

function percentDecoded(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}

/** All runs that decode to text, one a line; runs that were one before they were cut into lines are joined again. */
function joinedRuns(text: string, runs: RegExp, decode: (run: string) => string | undefined): string | undefined {
  const decoded: string[] = [];
  let lineEnd = -1;
  for (const match of text.matchAll(runs)) {
    const part = decode(match[0]) ?? decodedSegments(match[0], decode);
    if (part === undefined) continue;
    const isNextLine = /^\r?\n$/.test(text.slice(lineEnd, match.index));
    decoded.push(isNextLine ? "" : "\n", part);
    lineEnd = match[0].length % 4 === 0 && match[0].length >= 40 ? match.index + match[0].length : -1;
  }
  return decoded.length === 0 ? undefined : decoded.join("").trim();
}

/** A run with slashes may be a path, one of whose parts is encoded. */
function decodedSegments(run: string, decode: (run: string) => string | undefined): string | undefined {
  if (!run.includes("/")) return undefined;
  return (
    run
      .split("/")
      .flatMap((part) => (part.length < 20 ? [] : (decode(part) ?? [])))
      .join("\n") || undefined
  );
}
