import type { CallOptions, Clock, CollectionAdmin, EmbeddingSpec, VectorIndex } from "@memorymaster/core";
import { ConfigError, indexUnavailable, systemClock } from "@memorymaster/core";
import { checkAddress } from "./address.ts";
import { aliasTarget, collectionNames, moveAlias } from "./aliases.ts";
import { ensureCollection } from "./collection.ts";
import { createPlace } from "./place.ts";
import { readsOf } from "./reads.ts";
import { createTransport } from "./transport.ts";
import type { Transport } from "./transport.ts";
import { writesOf } from "./writes.ts";

export interface QdrantIndexOptions {
  /** `https`, or `http` to this machine. The port is the one that the address says, or that of the scheme. */
  readonly url: string;
  /** Sent in a header to `url` and nowhere else. */
  readonly apiKey?: string | undefined;
  /** File of the certificate authorities to trust instead of the system's, PEM. Only with https. */
  readonly caCert?: string | undefined;
  /** Alias that is read from: letters, digits, `_`, `-`, `.`. Default `memorymaster-claims`. */
  readonly collection?: string | undefined;
  /** For dates in answers of the server. Default: the system's. */
  readonly clock?: Clock | undefined;
}

const DEFAULT_COLLECTION = "memorymaster-claims";
const FINGERPRINT = /[0-9a-f]{16}$/;
const NAME = /^\w[\w.-]{0,199}$/;

type Ensure = (spec: EmbeddingSpec, options: CallOptions | undefined) => Promise<void>;

function indexAt(transport: Transport, name: string, ensure: Ensure): Omit<VectorIndex, "close"> {
  const place = createPlace(transport, name);
  return {
    kind: "qdrant",
    isInStore: false,
    ...readsOf(place),
    ...writesOf(place),
    ensure: async (spec, options) => {
      place.forget();
      await ensure(spec, options);
    },
  };
}

/**
 * An index on a Qdrant server. It reads and writes one collection, the first that was ensured, until `admin.swap` lets
 * the alias point to another. Nothing is sent before the first call.
 *
 * @throws ConfigError `config.invalid` for an address that could give away key or vectors; `details.name` says which option
 */
export function createQdrantIndex(options: QdrantIndexOptions): VectorIndex {
  const { collection: alias = DEFAULT_COLLECTION, clock = systemClock, apiKey } = options;
  if (!NAME.test(alias)) {
    throw new ConfigError("config.invalid", "no name for a collection", { details: { name: "collection" } });
  }
  const transport = createTransport({ address: checkAddress(options), apiKey, clock });
  const nameFor = (fp: string): string => `${alias}-${fp}`;
  const isOurs = (name: string): boolean => nameFor(name.slice(-16)) === name && FINGERPRINT.test(name);
  const requireOurs = (physical: string): void => {
    if (!isOurs(physical)) throw indexUnavailable("collection_missing");
  };

  const main = indexAt(transport, alias, async (spec, given) => {
    const session = transport.begin("bulk", given);
    const physical = nameFor(spec.fp);
    const requireOwn = async (): Promise<string | undefined> => {
      const target = await aliasTarget(session, alias);
      if (target === undefined || target === physical) return target;
      throw indexUnavailable("fingerprint_mismatch", "The collection that is read from is of another embedding model");
    };
    await requireOwn();
    await ensureCollection(session, physical, spec);
    // Again: a process with another model may have been faster, and what it made is not taken from it.
    await moveAlias(session, alias, { from: await requireOwn(), to: physical });
  });
  const admin: CollectionAdmin = {
    nameFor,
    active: (given) => aliasTarget(transport.begin("bulk", given), alias),
    at: (physical) => {
      const index = indexAt(transport, physical, async (spec, given) => {
        if (physical !== nameFor(spec.fp)) throw indexUnavailable("fingerprint_mismatch");
        await ensureCollection(transport.begin("bulk", given), physical, spec);
      });
      // Shares the connections of the index that it came from.
      return { ...index, close: async () => undefined };
    },
    swap: async (to, given) => {
      requireOurs(to);
      const session = transport.begin("bulk", given);
      await moveAlias(session, alias, { from: await aliasTarget(session, alias), to });
    },
    list: async (given) => (await collectionNames(transport.begin("bulk", given))).filter(isOurs).sort(),
    drop: async (physical, given) => {
      requireOurs(physical);
      const request = { collection_name: physical };
      await transport.begin("bulk", given).send("drop", (api, init) => api.deleteCollection(request, init));
    },
  };
  return { ...main, admin, close: () => transport.close() };
}
