import { createBoundedCache } from "./bounded-cache.ts";
import { normalizeText } from "./fold.ts";
import { type KnownChunk, knownChunk } from "./known-chunks.ts";
import { kindOfChunk, splitChunks } from "./segment.ts";

/** A piece of a text between white space, or a run of a script without spaces. */
export type TextChunk =
  { readonly kind: "plain"; readonly known: KnownChunk } | { readonly kind: "run" | "hangul"; readonly chunk: string };

/** A longer text costs more to keep than to read again. */
const MAX_CACHED_LENGTH = 2_000;

/** A claim is read for its signature and, some hundred claims of its batch later, for the index. */
const texts = createBoundedCache<readonly TextChunk[]>(512);

/** The pieces of a text in order. */
export function textChunks(text: string): readonly TextChunk[] {
  if (text.length > MAX_CACHED_LENGTH) return readTextChunks(text);
  const known = texts.get(text);
  if (known !== undefined) return known;
  const chunks = readTextChunks(text);
  texts.set(text, chunks);
  return chunks;
}

function readTextChunks(text: string): readonly TextChunk[] {
  return splitChunks(normalizeText(text)).map((chunk) => {
    const kind = kindOfChunk(chunk);
    return kind === "plain" ? { kind, known: knownChunk(chunk) } : { kind, chunk };
  });
}
