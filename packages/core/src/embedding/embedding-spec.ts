import { sha256Hex } from "../claims/identity.ts";
import { canonicalJson } from "../events/canonical-json.ts";
import type { EmbeddingSpec } from "../ports/embedder.ts";
import { INPUT_FORMAT } from "./embedding-input.ts";

/** The fingerprint of a spec: first 16 hex digits of SHA-256 over its canonical JSON. */
export function embeddingFingerprint(spec: Omit<EmbeddingSpec, "fp">): string {
  const { provider, model, revision, dims, distance, normalized, inputFormat } = spec;
  const parts = { provider, model, revision, dims, distance, normalized, inputFormat };
  return sha256Hex(canonicalJson(parts)).slice(0, 16);
}

/** The spec of an embedder that gives unit vectors for cosine similarity over the current input format. */
export function embeddingSpec(of: Pick<EmbeddingSpec, "provider" | "model" | "revision" | "dims">): EmbeddingSpec {
  const { provider, model, revision, dims } = of;
  const distance = "cosine" as const;
  const spec = { provider, model, revision, dims, distance, normalized: true, inputFormat: INPUT_FORMAT };
  return { ...spec, fp: embeddingFingerprint(spec) };
}
