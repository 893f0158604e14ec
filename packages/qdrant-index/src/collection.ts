import type { EmbeddingSpec } from "@memorymaster/core";
import { indexUnavailable } from "@memorymaster/core";
import type { Schemas } from "@qdrant/js-client-rest";
import { dig } from "./dig.ts";
import { badAnswer, reasonOf } from "./failure.ts";
import { PAYLOAD_INDEXES } from "./points.ts";
import { sendWrite } from "./transport.ts";
import type { Session } from "./transport.ts";

/** Marks collections as made by us. */
const PRODUCT = "memorymaster";
/** Metadata of collections exist since then. */
const OLDEST = [1, 16] as const;
/** Refuses filters that would read every point, whatever the default of the server. */
const STRICT_MODE = { enabled: true, unindexed_filtering_retrieve: false, unindexed_filtering_update: false };

/** What a collection was made for. `fp` is absent, and `dims` may be, for one that we did not make. */
export interface Collection {
  readonly points: number | undefined;
  readonly dims: number | undefined;
  readonly fp: string | undefined;
  /** Payload keys that have an index. */
  readonly indexed: readonly string[];
}

const numberOr = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/** @throws ProviderError `collection_missing` for a name that is neither a collection nor an alias */
export async function readCollection(session: Session, collection_name: string): Promise<Collection> {
  const info = await session.send("collection", (api, init) => api.getCollection({ collection_name }, init));
  const config = dig(info, "config");
  if (config === undefined) throw badAnswer("collection");
  const metadata = dig(config, "metadata");
  const isOurs = dig(metadata, "product") === PRODUCT && dig(config, "params", "vectors", "distance") === "Cosine";
  const fp = dig(metadata, "fp");
  return {
    points: numberOr(dig(info, "points_count")),
    dims: numberOr(dig(config, "params", "vectors", "size")),
    fp: isOurs && typeof fp === "string" ? fp : undefined,
    indexed: Object.keys(dig(info, "payload_schema") ?? {}),
  };
}

/** What the server calls its version. */
export async function readVersion(session: Session): Promise<string> {
  const version = dig(await session.send("version", (api, init) => api.root({}, init)), "version");
  if (typeof version !== "string") throw badAnswer("version");
  return version;
}

export function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number.parseFloat);
  return major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
}

async function find(session: Session, name: string): Promise<Collection | undefined> {
  try {
    return await readCollection(session, name);
  } catch (error) {
    if (reasonOf(error) === "collection_missing") return undefined;
    throw error;
  }
}

async function create(session: Session, collection_name: string, spec: EmbeddingSpec): Promise<void> {
  const { fp, model, dims, inputFormat } = spec;
  const body: Schemas["CreateCollection"] = {
    vectors: { size: dims, distance: "Cosine" },
    strict_mode_config: STRICT_MODE,
    metadata: { product: PRODUCT, fp, model, dims, inputFormat },
  };
  await session.send("create", (api, init) => api.createCollection({ collection_name, ...body }, init));
}

/**
 * Creates the collection for vectors of a spec, or finishes what an interrupted call began.
 *
 * @throws ProviderError `fingerprint_mismatch` for a collection of that name that holds other vectors
 */
export async function ensureCollection(session: Session, name: string, spec: EmbeddingSpec): Promise<void> {
  const version = await readVersion(session);
  if (isTooOld(version)) {
    throw indexUnavailable("index_error", `Qdrant ${OLDEST.join(".")} or newer is needed; the server is older`);
  }
  let there = await find(session, name);
  if (there === undefined) {
    try {
      await create(session, name, spec);
    } catch (error) {
      // Another process may have been faster: what counts is that it is there.
      if ((await find(session, name)) === undefined) throw error;
    }
    there = await readCollection(session, name);
  }
  if (there.fp !== spec.fp || there.dims !== spec.dims) throw indexUnavailable("fingerprint_mismatch");
  for (const [field_name, field_schema] of PAYLOAD_INDEXES) {
    if (there.indexed.includes(field_name)) continue;
    const request = { collection_name: name, wait: true, field_name, field_schema };
    await sendWrite(session, "index", (api, init) => api.createFieldIndex(request, init));
  }
}
