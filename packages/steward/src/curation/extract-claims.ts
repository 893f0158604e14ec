import { chunkText, isSensitiveClaim, memoryOf, sanitizeMemoryText } from "@memorymaster/core";
import type { AskFailure, BulkItem, JsonObject, LanguageModel } from "@memorymaster/core";
import * as z from "zod";
import type { StepResult, StewardContext } from "../types.ts";
import { ENDS, given } from "./asking.ts";
import { EXTRACT_PROMPT } from "./prompts.ts";
import { sentencesOf } from "./sentences.ts";

const CHUNK_CHARACTERS = 8_000;
/** A model is not asked about more of one text. */
const MAX_CHUNKS = 50;

/** The first is the type of what has none. */
const CLAIM_TYPES = ["fact", "decision", "constraint", "preference", "status", "relationship"] as const;

const WORDS = z.string().nullish();
const ANSWER = z.object({
  facts: z.array(
    z.object({
      text: WORDS,
      claim_type: WORDS,
      subject: WORDS,
      predicate: WORDS,
      object_value: z.union([z.string(), z.number(), z.boolean()]).nullish(),
    }),
  ),
});

export interface ExtractOptions {
  /** Of the citation. Default `unstructured`. */
  readonly source?: string | undefined;
  /** Default: the project at hand. */
  readonly scope?: string | undefined;
  /** Store what is found, as candidates. Default false. */
  readonly ingest?: boolean | undefined;
  /** The type of claim that a sentence is, by its words; for use without a model. Default: none is any. */
  readonly classify?: ((sentence: string) => string | undefined) | undefined;
}

interface Item {
  readonly text: string;
  readonly claimType: string;
  readonly subject: string | undefined;
  readonly predicate: string | undefined;
  readonly objectValue: string | undefined;
  /** From 1. */
  readonly chunk: number;
}

interface Extraction {
  readonly mode: "llm" | "heuristic";
  readonly items: readonly Item[];
  /** Chunks that got no answer. */
  readonly errors: number;
  /** Why the last of them got none. */
  readonly failure: AskFailure | undefined;
}

const typeOf = (name: string | undefined): string | undefined => CLAIM_TYPES.find((one) => one === name?.toLowerCase());

function itemsOf({ facts }: z.infer<typeof ANSWER>, chunk: number): readonly Item[] {
  return facts.flatMap((one) => {
    const text = given(one.text);
    if (text === undefined) return [];
    const [subject, predicate, objectValue] = [given(one.subject), given(one.predicate), given(one.object_value)];
    return [
      { text, claimType: typeOf(given(one.claim_type)) ?? CLAIM_TYPES[0], subject, predicate, objectValue, chunk },
    ];
  });
}

function byWords(chunks: readonly string[], classify: ExtractOptions["classify"]): Extraction {
  const items = chunks.flatMap((chunk, at) =>
    sentencesOf(chunk).flatMap((text) => {
      const claimType = typeOf(classify?.(text));
      const tuple = { subject: undefined, predicate: undefined, objectValue: undefined };
      return claimType === undefined ? [] : [{ text, claimType, ...tuple, chunk: at + 1 }];
    }),
  );
  return { mode: "heuristic", items, errors: 0, failure: undefined };
}

async function byModel(
  model: LanguageModel,
  chunks: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Extraction> {
  const items: Item[] = [];
  let failure: AskFailure | undefined;
  let errors = 0;
  for (const [at, text] of chunks.entries()) {
    signal?.throwIfAborted();
    const answer = await model.ask({ ...EXTRACT_PROMPT, text, schema: ANSWER, temperature: 0, signal });
    if (answer.outcome === "ok") {
      items.push(...itemsOf(answer.value, at + 1));
      continue;
    }
    failure = answer.outcome;
    errors += ENDS.has(failure) ? chunks.length - at : 1;
    if (ENDS.has(failure)) break;
  }
  return { mode: "llm", items, errors, failure };
}

async function extract(
  { model, signal }: StewardContext,
  chunks: readonly string[],
  classify: ExtractOptions["classify"],
): Promise<Extraction> {
  if (model?.provider === undefined) return byWords(chunks, classify);
  const found = await byModel(model, chunks, signal);
  const isNobody = found.failure === "no_provider" && found.errors === chunks.length;
  return isNobody ? byWords(chunks, classify) : found;
}

async function store(
  context: StewardContext,
  items: readonly Item[],
  { source, scope }: { readonly source: string; readonly scope: string | undefined },
): Promise<JsonObject> {
  const inputs = items.map(({ chunk, ...words }, at): BulkItem => ({
    line: at + 1,
    input: { ...words, scope, citations: [{ source, locator: `chunk:${chunk}` }] },
  }));
  const { ingested, rows } = await memoryOf(context).claims.ingestMany(inputs, { signal: context.signal });
  return {
    ingested,
    claim_ids: [...new Set(rows.flatMap((row) => ("claimId" in row ? [row.claimId] : [])))],
    rejected: rows.flatMap((row) => ("error" in row ? [{ item: row.line, code: row.error.code }] : [])),
  };
}

/**
 * Finds the facts that a text states, by a model or, without one, by the words of its sentences, and stores them when
 * asked to. Secrets are taken out before anything else; what an answer holds of them is left out.
 *
 * @returns in wire form: mode, extracted, filtered_sensitive, errors, failure, truncated; claims, or with `ingest`
 *   ingested, claim_ids, rejected
 */
export async function extractClaims(
  context: StewardContext,
  text: string,
  { source = "unstructured", scope, ingest = false, classify }: ExtractOptions = {},
): Promise<StepResult> {
  const clean = sanitizeMemoryText(text).text;
  const chunks = chunkText(clean, { maxChars: CHUNK_CHARACTERS, overlapChars: 0 }).filter((one) => one.trim() !== "");
  const { mode, items, errors, failure } = await extract(context, chunks.slice(0, MAX_CHUNKS), classify);
  const safe = items.filter((item) => !isSensitiveClaim(item));
  return {
    mode,
    extracted: safe.length,
    filtered_sensitive: items.length - safe.length,
    errors,
    failure: failure ?? null,
    truncated: chunks.length > MAX_CHUNKS,
    ...(ingest
      ? await store(context, safe, { source, scope })
      : {
          claims: safe.map(({ text: words, claimType, subject, predicate, objectValue, chunk }) => ({
            ...{ text: words, claim_type: claimType, subject: subject ?? null, predicate: predicate ?? null },
            ...{ object_value: objectValue ?? null, source, scope: scope ?? null, chunk },
          })),
        }),
  };
}
