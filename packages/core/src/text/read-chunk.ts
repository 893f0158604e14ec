import { fold } from "./fold.ts";
import { dropApostrophes, hasHumps, isWord, type TrimmedChunk, trimChunk } from "./identifiers.ts";
import type { ChunkTerms } from "./read-terms.ts";
import { hasDigit, valueOfWord, valuesBesideWord, valuesOfSigns } from "./value-words.ts";

/** What a piece of text between white space adds to a signature, whatever stands around it. */
export interface ChunkReading {
  /** Values among the signs in front: they stand before the name that the chunk may end. */
  readonly leading: readonly string[];
  /** The folded word when its capitals can make it a name or a part of one; `""` when they cannot. */
  readonly capitalised: string;
  /** One capital at the start of a sentence says nothing; humps and two capitals or more say something anywhere. */
  readonly nameAnywhere: boolean;
  /** An identifier with signs in it, a name by itself; `""` when the chunk is none. */
  readonly identifier: string;
  readonly terms: readonly string[];
  readonly values: readonly string[];
  /** The identifier, terms and values as {@link linesOf} writes them, in the order of the chunk. */
  readonly lines: string;
  readonly endsClause: boolean;
  readonly endsSentence: boolean;
}

type Kind = "term" | "value" | "name";

const CAPITALISED = /^\p{Lu}[\p{Ll}\p{Mn}\p{Mc}]*$/u;
const ALL_CAPS = /^\p{Lu}{2,}$/u;
/** Looked for in the last few signs after a word only. */
const SENTENCE_END = /[.!?:。！？…]["')\]]*$/u;
const CLAUSE_END = /[.!?:,;。！？…)\]]["')\]]*$/u;

const NOTHING: ChunkReading = {
  leading: [],
  capitalised: "",
  nameAnywhere: false,
  identifier: "",
  terms: [],
  values: [],
  lines: "",
  endsClause: false,
  endsSentence: false,
};

/**
 * Reads a chunk of a script with spaces between its words.
 * @param termsOf asked when the chunk is a word or an identifier.
 */
export function readChunk(chunk: string, termsOf: (chunk: string) => ChunkTerms): ChunkReading {
  const trimmed = trimChunk(chunk);
  const { body } = trimmed;
  if (body === "") {
    const values = valuesOfSigns(chunk);
    return { ...NOTHING, values, lines: linesOf("value", values), endsSentence: true };
  }
  const value = valueOfWord(body);
  const word = value === undefined ? readWord(body, firstTerms(termsOf(chunk))) : readValue(value);
  return body === chunk ? word : withSigns(word, trimmed);
}

/** What a run of a script without spaces, or a Korean word, adds to a signature. */
export function readRun(terms: readonly string[]): ChunkReading {
  return { ...NOTHING, terms, lines: linesOf("term", terms) };
}

/** One line a text, each begun by a line break and its kind: no two lists make the same lines. */
export function linesOf(kind: Kind, texts: readonly string[]): string {
  return texts.length === 0 ? "" : ["", ...texts].join(`\n${kind} `);
}

function readValue(value: string): ChunkReading {
  return { ...NOTHING, values: [value], lines: linesOf("value", [value]) };
}

function readWord(body: string, terms: readonly string[]): ChunkReading {
  const word = dropApostrophes(body);
  if (!isWord(word)) {
    const identifier = fold(word);
    return { ...NOTHING, identifier, terms, lines: [linesOf("name", [identifier]), linesOf("term", terms)].join("") };
  }
  const nameAnywhere = hasHumps(word) || ALL_CAPS.test(word);
  const canBeName = nameAnywhere || (word !== "I" && CAPITALISED.test(word));
  return { ...NOTHING, capitalised: canBeName ? fold(word) : "", nameAnywhere, terms, lines: linesOf("term", terms) };
}

function withSigns(word: ChunkReading, { body, before, after }: TrimmedChunk): ChunkReading {
  const besideNumber = hasDigit(body);
  const trailing = valuesBesideWord(after, besideNumber);
  const end = after.slice(-4);
  return {
    ...word,
    leading: valuesBesideWord(before, besideNumber),
    values: [...word.values, ...trailing],
    lines: [word.lines, linesOf("value", trailing)].join(""),
    endsClause: CLAUSE_END.test(end),
    endsSentence: SENTENCE_END.test(end),
  };
}

/** Of each group the first: the others are alternatives to it. */
function firstTerms(groups: ChunkTerms): readonly string[] {
  return groups.map(([first = ""]) => first);
}
