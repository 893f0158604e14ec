import { embeddingSpec, sha256Hex } from "@memorymaster/core";
import type { EmbeddingSpec, ProviderError, VectorPoint, VectorQuery } from "@memorymaster/core";

export const SPEC: EmbeddingSpec = embeddingSpec({ provider: "test", model: "one", revision: "", dims: 4 });
export const STORE = "6f2d1c0e-8a4b-4f5e-9d3a-1b2c3d4e5f60";

export const uidOf = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;

export const point = (number: number, given: Partial<VectorPoint> = {}): VectorPoint => ({
  storeId: STORE,
  tenantId: "local",
  claimUid: uidOf(number),
  scope: "project:demo",
  status: "confirmed",
  hash: sha256Hex(uidOf(number)),
  fp: SPEC.fp,
  vector: Float32Array.of(0.125, number, 1, -2),
  ...given,
});

export const QUERY: VectorQuery = {
  vector: Float32Array.of(0.125, 1, 1, -2),
  fp: SPEC.fp,
  limit: 5,
  filter: { storeId: STORE, tenantId: "local" },
};

/** The error of a call that must fail. */
export async function failureOf(call: Promise<unknown>): Promise<ProviderError> {
  return call.then(
    () => {
      throw new TypeError("the call did not fail");
    },
    (error: unknown) => error as ProviderError,
  );
}
