import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { tinyOnnx } from "./tiny-onnx.ts";

/** Length of the vectors of the tiny model. */
export const TINY_DIMS = 8;

/** Words by what they mean: those of one line lie close together. */
const TOPICS = [
  ["postgres", "database", "sql", "table", "base", "datos"],
  ["deploy", "release", "server", "production"],
  ["lint", "format", "style"],
  ["query"],
  ["passage"],
];
const SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", ":"];
const WORDS = [...SPECIAL, ...TOPICS.flat()];

function rowOf(word: string): number[] {
  const topic = TOPICS.findIndex((words) => words.includes(word));
  const place = TOPICS[topic]?.indexOf(word) ?? 0;
  return Array.from({ length: TINY_DIMS }, (_zero, dim) => {
    if (dim === topic) return topic < 3 ? 1 : 0.2;
    return dim === TINY_DIMS - 1 && topic >= 0 ? place / 50 : 0;
  });
}

const special = (content: string): object => ({ id: WORDS.indexOf(content), content, special: true });

const TOKENIZER = {
  version: "1.0",
  added_tokens: ["[PAD]", "[UNK]", "[CLS]", "[SEP]"].map(special),
  normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, lowercase: true },
  pre_tokenizer: { type: "BertPreTokenizer" },
  post_processor: {
    type: "TemplateProcessing",
    single: [
      { SpecialToken: { id: "[CLS]", type_id: 0 } },
      { Sequence: { id: "A", type_id: 0 } },
      { SpecialToken: { id: "[SEP]", type_id: 0 } },
    ],
    pair: [],
    special_tokens: {
      "[CLS]": { id: "[CLS]", ids: [WORDS.indexOf("[CLS]")], tokens: ["[CLS]"] },
      "[SEP]": { id: "[SEP]", ids: [WORDS.indexOf("[SEP]")], tokens: ["[SEP]"] },
    },
  },
  decoder: { type: "WordPiece", prefix: "##" },
  model: {
    type: "WordPiece",
    unk_token: "[UNK]",
    continuing_subword_prefix: "##",
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(WORDS.map((word, id) => [word, id])),
  },
};

const TOKENIZER_CONFIG = {
  tokenizer_class: "BertTokenizer",
  model_max_length: 32,
  pad_token: "[PAD]",
  unk_token: "[UNK]",
  cls_token: "[CLS]",
  sep_token: "[SEP]",
};

/** Name and bytes of each file of a sentence model of a few kilobytes that a real ONNX runtime runs. */
export function tinyModelFiles(): Readonly<Record<string, string | Uint8Array>> {
  return {
    "config.json": JSON.stringify({ model_type: "bert", hidden_size: TINY_DIMS }),
    "tokenizer.json": JSON.stringify(TOKENIZER),
    "tokenizer_config.json": JSON.stringify(TOKENIZER_CONFIG),
    "onnx/model_quantized.onnx": tinyOnnx(WORDS.map(rowOf)),
  };
}

/** Writes the tiny model into `directory`, which is made. */
export function writeTinyModel(directory: string): void {
  mkdirSync(join(directory, "onnx"), { recursive: true });
  for (const [file, bytes] of Object.entries(tinyModelFiles())) writeFileSync(join(directory, file), bytes);
}
