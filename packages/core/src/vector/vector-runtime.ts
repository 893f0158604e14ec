import type { Clock } from "../ports/clock.ts";
import { createBoundedCache } from "../text/bounded-cache.ts";
import { createBreaker } from "./breaker.ts";
import type { VectorParts, VectorRuntime } from "./types.ts";

/** Questions asked again shortly after are not embedded anew. */
const CACHED_QUERIES = 256;

export function vectorRuntime(parts: VectorParts, clock: Clock): VectorRuntime {
  return { ...parts, breaker: createBreaker(clock), queryCache: createBoundedCache(CACHED_QUERIES) };
}
