import type { Viewer } from "../../src/access/viewer.ts";
import type { Claim } from "../../src/claims/claim.ts";
import { SETTINGS_DEFAULTS } from "../../src/config/settings.ts";
import type { MemorySettings } from "../../src/config/settings.ts";
import { embeddingSpec } from "../../src/embedding/embedding-spec.ts";
import type { Embedder } from "../../src/ports/embedder.ts";
import type { NewClaim } from "../../src/ports/claim-store.ts";
import type { VectorIndex } from "../../src/ports/vector-index.ts";
import { createHashEmbedder } from "../../src/testing/index.ts";
import { applyOutbox } from "../../src/vector/apply-outbox.ts";
import { createMemoryVectorIndex } from "../../src/vector/memory-index.ts";
import { searchVectors } from "../../src/vector/search-vectors.ts";
import type { VectorSearch } from "../../src/vector/search-vectors.ts";
import type { VectorAnswer } from "../../src/vector/types.ts";
import { vectorRuntime } from "../../src/vector/vector-runtime.ts";
import { openContext, seed } from "../support/open-context.ts";
import type { TestContext } from "../support/open-context.ts";

export const OPERATOR: Viewer = {
  tenantId: undefined,
  agent: undefined,
  grantedScopes: undefined,
  allowSensitive: false,
};

const DIMS = 16;

/** Vectors of made-up directions that count as meaning. */
export function testEmbedder(overrides: Partial<Embedder> = {}): Embedder {
  const spec = embeddingSpec({ provider: "test", model: "one", revision: "", dims: DIMS });
  return { ...createHashEmbedder(DIMS), spec, noiseFloor: 0.5, isSemantic: true, ...overrides };
}

export interface VectorBench {
  readonly context: TestContext;
  readonly index: VectorIndex;
  readonly search: (request?: Partial<VectorSearch>) => Promise<VectorAnswer>;
}

interface Parts {
  readonly embedder?: Embedder;
  /** Methods of the index that do something else. */
  readonly index?: (inner: VectorIndex) => Partial<VectorIndex>;
  readonly reads?: MemorySettings["vector"]["reads"];
  readonly overrides?: Parameters<typeof openContext>[0];
}

/** A store and an index that has been ensured, with methods of its own where given. */
export async function openVectors(parts: Parts = {}): Promise<VectorBench> {
  const embedder = parts.embedder ?? testEmbedder();
  const inner = createMemoryVectorIndex();
  await inner.ensure(embedder.spec);
  const index = { ...inner, ...parts.index?.(inner) };
  const vector = { ...SETTINGS_DEFAULTS.vector, reads: parts.reads ?? "auto" };
  const bare = openContext({ settings: { ...SETTINGS_DEFAULTS, vector }, ...parts.overrides });
  const context = { ...bare, vectors: vectorRuntime({ embedder, index }, bare.clock) };
  const filter = { scopes: ["project:demo"], validAt: "2026-01-02T03:04:05+00:00" };
  const search: VectorBench["search"] = (request) =>
    searchVectors(context, { viewer: OPERATOR, filter, queryText: "where is it", limit: 5, ...request });
  return { context, index, search };
}

/** Claims with a point each. */
export async function indexed(
  { context }: VectorBench,
  count: number,
  fields: Partial<NewClaim> = {},
): Promise<readonly Claim[]> {
  await applyOutbox(context);
  const texts = Array.from({ length: count }, (_, number) => ({
    text: `Service ${number} listens`,
    humanId: `mm-0000~${number + 2}`,
    ...fields,
  }));
  const claims = await seed(context, ...texts);
  await applyOutbox(context);
  return claims;
}
