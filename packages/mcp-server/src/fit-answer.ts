import { countTokens } from "@memorymaster/core";

import type { ToolAnswer, WireObject } from "./tool.ts";

/** Clients refuse answers of 25,000 tokens, text and structured content together; `ok` and rounding take the rest. */
const MAX_ANSWER_TOKENS = 24_990;
/** What the readable text may take when the structured result is large. */
const TEXT_SHARE_TOKENS = 5_000;
const BYTES_PER_TOKEN = 4;

const tokensOf = (result: WireObject): number => countTokens(JSON.stringify(result));
const answerTokens = ({ result, text }: ToolAnswer): number => tokensOf(result) + countTokens(text);

/** Something of a result that can be shortened from its end. */
interface Cut {
  readonly least: number;
  sizeOf(result: WireObject): number;
  shorten(result: WireObject, keep: number): WireObject;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Lists that hold the same rows, one beside the other. */
function listCut(keys: readonly string[], least: number): Cut {
  return {
    least,
    sizeOf: (result) => listOf(result[keys[0] ?? ""]).length,
    shorten: (result, keep) => ({
      ...result,
      ...Object.fromEntries(
        keys.filter((key) => key in result).map((key) => [key, listOf(result[key]).slice(0, keep)]),
      ),
      ...("rows" in result && { rows: keep }),
    }),
  };
}

type WithCitations = WireObject & { readonly citations?: unknown };

const claimsOf = (result: WireObject): readonly WithCitations[] =>
  [result["claim"], ...listOf(result["claims"])].filter(
    (claim): claim is WithCitations => typeof claim === "object" && claim !== null,
  );

const CITATIONS: Cut = {
  least: 0,
  sizeOf: (result) => Math.max(0, ...claimsOf(result).map((claim) => listOf(claim.citations).length)),
  shorten: (result, keep) => {
    const shorten = (claim: unknown): unknown => {
      const { citations } = claim as WithCitations;
      return Array.isArray(citations) ? { ...(claim as object), citations: citations.slice(0, keep) } : claim;
    };
    return {
      ...result,
      ...("claim" in result && { claim: shorten(result["claim"]) }),
      ...("claims" in result && { claims: listOf(result["claims"]).map(shorten) }),
    };
  },
};

/** In this order: the last rows first, evidence of what is left only when one row alone is too large. */
const CUTS: readonly Cut[] = [listCut(["claims", "rows_data"], 1), listCut(["links"], 0), CITATIONS];

function cutText(text: string, tokens: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= tokens * BYTES_PER_TOKEN) return text;
  const end = "\n… (cut)";
  const kept = bytes.subarray(0, Math.max(0, tokens * BYTES_PER_TOKEN - Buffer.byteLength(end)));
  return `${kept.toString("utf8").replace(/\uFFFD+$/, "")}${end}`;
}

/** The answer cut from its end until a client takes it; `truncated` says that something is missing. */
export function fitAnswer(answer: ToolAnswer): ToolAnswer {
  if (answerTokens(answer) <= MAX_ANSWER_TOKENS) return answer;
  const most = MAX_ANSWER_TOKENS - Math.min(TEXT_SHARE_TOKENS, countTokens(answer.text));
  let result: WireObject = { ...answer.result, truncated: true };
  for (const cut of CUTS) {
    for (let size = cut.sizeOf(result); size > cut.least && tokensOf(result) > most;) {
      size = Math.max(cut.least, Math.floor(size * 0.8));
      result = cut.shorten(result, size);
    }
  }
  return { result, text: cutText(answer.text, MAX_ANSWER_TOKENS - tokensOf(result)) };
}

/**
 * A page that fits an answer. A page that is too large is fetched again with fewer rows, so that its cursor goes on right
 * after the last row shown.
 *
 * @param list name of the rows in the result
 */
export async function fitPage(
  limit: number,
  list: string,
  answerOf: (limit: number) => Promise<ToolAnswer>,
): Promise<ToolAnswer> {
  let answer = await answerOf(limit);
  let rows = listOf(answer.result[list]).length;
  while (rows > 1 && answerTokens(answer) > MAX_ANSWER_TOKENS) {
    const share = (MAX_ANSWER_TOKENS / answerTokens(answer)) * 0.95;
    rows = Math.max(1, Math.min(rows - 1, Math.floor(rows * share)));
    const shorter = await answerOf(rows);
    answer = { ...shorter, result: { ...shorter.result, truncated: true } };
  }
  return answer;
}
