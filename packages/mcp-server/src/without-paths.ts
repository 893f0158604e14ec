import { ConfigError, InvalidInputError, StoreError } from "@memorymaster/core";

import type { Place } from "./memory-cache.ts";

/** A database server as messages name it, its password hidden. */
const SERVER = /^postgres(?:ql)?:\/\/\S+: /i;

/** Where a failure to open a memory may speak of files and servers, in words that name none. */
function scrubbed(message: string, { database, workspace }: Place): string {
  const unnamed = message.replace(`${database}: `, "").replace(SERVER, "");
  return unnamed.replaceAll(database, "The database").replaceAll(` ${workspace}`, "");
}

/** A failure to open a memory as a client may see it: paths and settings are the operator's business. */
export function withoutPaths(thrown: unknown, place: Place): unknown {
  if (thrown instanceof ConfigError) {
    const message = "The configuration of the server cannot be used; its log says why";
    return new ConfigError(thrown.code, message, { cause: thrown });
  }
  if (thrown instanceof InvalidInputError) {
    const { code, details } = thrown;
    return new InvalidInputError(code, scrubbed(thrown.message, place), { details, cause: thrown });
  }
  if (!(thrown instanceof StoreError)) return thrown;
  const isMissing = thrown.code === "store.missing";
  const message = isMissing ? "There is no database yet: init_db or ingest_claim creates it" : thrown.message;
  const { code, retryable } = thrown;
  return new StoreError(code, scrubbed(message, place), { retryable, cause: thrown });
}
