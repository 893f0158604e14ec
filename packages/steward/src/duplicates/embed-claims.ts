import { embeddingInput, ProviderError } from "@memorymaster/core";
import type { Claim, Embedder } from "@memorymaster/core";

import type { StewardContext } from "../types.ts";

/** Texts that a model is given at once. */
const BATCH = 64;

/** Whether the texts of claims may be given to the model at all. */
function isAllowed({ settings, authority }: StewardContext): boolean {
  if (settings.vector.reads === "off") return false;
  return authority.mode !== "team" || settings.vector.teamGranted;
}

const comparesMeanings = ({ isSemantic }: Embedder): boolean => isSemantic;

/** A vector for each claim, by id; `undefined` when there is no model that compares meanings, or it fails. */
export async function embedClaims(
  context: StewardContext,
  claims: readonly Claim[],
): Promise<ReadonlyMap<number, Float32Array> | undefined> {
  const embedder = context.vectors?.embedder;
  if (embedder === undefined || !comparesMeanings(embedder) || !isAllowed(context)) return undefined;
  const vectors = new Map<number, Float32Array>();
  try {
    for (let from = 0; from < claims.length; from += BATCH) {
      const batch = claims.slice(from, from + BATCH);
      const made = await embedder.embed(batch.map(embeddingInput), "passage", { signal: context.signal });
      made.forEach((vector, at) => {
        const claim = batch[at];
        if (claim !== undefined) vectors.set(claim.id, vector);
      });
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    context.log?.(`duplicates by words alone: ${error.code}`);
    return undefined;
  }
  // A model that fell back to something simpler meanwhile has compared no meanings.
  return comparesMeanings(embedder) ? vectors : undefined;
}
