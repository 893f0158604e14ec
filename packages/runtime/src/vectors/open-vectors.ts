import { ConfigError, scanText } from "@memorymaster/core";
import type { Store, VectorIndex, VectorParts } from "@memorymaster/core";
import type { EmbedderStep } from "@memorymaster/providers";

import { variable } from "../environment.ts";
import type { Surroundings } from "../surroundings.ts";
import { embedderConfig, mayEmbed } from "./embedder-config.ts";

const QDRANT_VARIABLES = {
  url: "QDRANT_URL",
  apiKey: "QDRANT_API_KEY",
  caCert: "QDRANT_CA_CERT",
  collection: "QDRANT_COLLECTION",
} as const;

/** A fault of a setting under the name that people have given it by. */
function naming(error: unknown): unknown {
  if (!(error instanceof ConfigError)) return error;
  const name = Object.entries(QDRANT_VARIABLES).find(([option]) => option === error.details["name"])?.[1];
  return name === undefined ? error : new ConfigError(error.code, `${name}: ${error.message}`, { details: { name } });
}

/** The embedders in order, and what became of each; empty when none was looked for. */
export async function embedderSteps(surroundings: Surroundings): Promise<readonly EmbedderStep[]> {
  return (await chooseFrom(surroundings)).steps;
}

async function chooseFrom(surroundings: Surroundings) {
  const { chooseEmbedder } = await import("@memorymaster/providers");
  const isSensitive = (text: string): boolean => scanText(text).length > 0;
  return chooseEmbedder(embedderConfig(surroundings), { clock: surroundings.clock, isSensitive });
}

/**
 * The server that is named, else the index in the database, if it can have one.
 *
 * @throws ConfigError `config.invalid` for an address that would give away key or vectors
 */
async function openIndex({ env, clock }: Surroundings, store: Store): Promise<VectorIndex | undefined> {
  const url = variable(env, QDRANT_VARIABLES.url);
  if (url === undefined) return store.vectorIndex;
  const { createQdrantIndex } = await import("@memorymaster/qdrant-index");
  try {
    return createQdrantIndex({
      url,
      apiKey: variable(env, QDRANT_VARIABLES.apiKey),
      caCert: variable(env, QDRANT_VARIABLES.caCert),
      collection: variable(env, QDRANT_VARIABLES.collection),
      clock,
    });
  } catch (error) {
    throw naming(error);
  }
}

export interface OpenedVectors {
  /** Absent where search by meaning is not set up. */
  readonly parts: VectorParts | undefined;
  /** A setting that is wrong, and that nothing but search by meaning needs. */
  readonly fault: ConfigError | undefined;
}

const NOT_SET_UP: OpenedVectors = { parts: undefined, fault: undefined };

/** What search by meaning needs, where it is set up. No model is loaded and no server asked before the first question. */
export async function openVectors(surroundings: Surroundings, store: Store): Promise<OpenedVectors> {
  try {
    if (!mayEmbed(embedderConfig(surroundings))) return NOT_SET_UP;
    const { embedder } = await chooseFrom(surroundings);
    const index = embedder && (await openIndex(surroundings, store));
    return embedder && index ? { parts: { embedder, index }, fault: undefined } : NOT_SET_UP;
  } catch (error) {
    if (error instanceof ConfigError) return { parts: undefined, fault: error };
    throw error;
  }
}
