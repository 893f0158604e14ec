import { randomUUID } from "node:crypto";
import type { VectorIndex } from "@memorymaster/core";
import type { OpenedIndex } from "@memorymaster/store-conformance";
import { givenQdrant } from "@memorymaster/test-support";
import { createQdrantIndex } from "../../src/index.ts";
import type { QdrantIndexOptions } from "../../src/index.ts";
import { startQdrantServer } from "./qdrant-server.ts";
import type { Exchange, QdrantServer } from "./qdrant-server.ts";

/** An index on a server of ours, which both go away together. */
export interface IndexOnServer extends AsyncDisposable {
  readonly index: VectorIndex;
  readonly server: QdrantServer;
}

export async function openOnServer(
  options: Partial<QdrantIndexOptions> = {},
  check?: (exchange: Exchange) => void,
): Promise<IndexOnServer> {
  const server = await startQdrantServer(check);
  const index = createQdrantIndex({ url: server.url, ...options });
  const dispose = async (): Promise<void> => {
    await index.close();
    await server[Symbol.asyncDispose]();
  };
  return { index, server, [Symbol.asyncDispose]: dispose };
}

/** An index on the server that `QDRANT_URL` names, under a name of its own; its collections go away with it. */
function openOnGiven(given: QdrantIndexOptions): OpenedIndex {
  const index = createQdrantIndex({ ...given, collection: `memorymaster-test-${randomUUID()}` });
  const dispose = async (): Promise<void> => {
    for (const name of (await index.admin?.list()) ?? []) await index.admin?.drop(name);
    await index.close();
  };
  return { index, storeId: randomUUID(), [Symbol.asyncDispose]: dispose };
}

/** For tests that any Qdrant must pass: on the server that `QDRANT_URL` names, else on one of ours. */
export async function openAnywhere(): Promise<OpenedIndex> {
  const given = givenQdrant();
  return given === undefined ? { ...(await openOnServer()), storeId: randomUUID() } : openOnGiven(given);
}
