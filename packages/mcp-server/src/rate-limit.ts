import type { Clock } from "@memorymaster/core";
import { ForbiddenError } from "@memorymaster/core";

interface Bucket {
  tokens: number;
  refilledMs: number;
}

const MAX_AGENTS = 4096;
/** All agents together may do this many times what one may. */
const GLOBAL_FACTOR = 10;
const ANONYMOUS = "_anonymous";

export interface RateLimiter {
  /** Takes `cost` tokens of the agent. @throws ForbiddenError `access.rate_limited` with `retry_after_ms` */
  take(agent: string, cost: number): void;
}

/**
 * Token buckets: one for each agent and one for all, so that changing names gains nothing. A call needs one whole
 * token in both; its cost may take them below zero.
 *
 * @param perMinute claims that one agent may store in a minute; 0 = no limit
 */
export function createRateLimiter(perMinute: number, clock: Clock): RateLimiter {
  const everyone: Bucket = { tokens: perMinute * GLOBAL_FACTOR, refilledMs: clock.nowMs() };
  const agents = new Map<string, Bucket>();

  const refill = (bucket: Bucket, capacity: number): Bucket => {
    const now = clock.nowMs();
    const elapsedMs = Math.max(0, now - bucket.refilledMs);
    bucket.tokens = Math.min(capacity, bucket.tokens + (elapsedMs * capacity) / 60_000);
    bucket.refilledMs = now;
    return bucket;
  };

  const bucketOf = (agent: string): Bucket => {
    const bucket = agents.get(agent) ?? { tokens: perMinute, refilledMs: clock.nowMs() };
    agents.delete(agent);
    agents.set(agent, bucket);
    const leastRecent = agents.keys().next().value;
    if (agents.size > MAX_AGENTS && leastRecent !== undefined) agents.delete(leastRecent);
    return refill(bucket, perMinute);
  };

  const waitMs = (bucket: Bucket, capacity: number): number => Math.ceil(((1 - bucket.tokens) * 60_000) / capacity);

  return {
    take(agent, cost) {
      if (perMinute === 0) return;
      const name = agent === "" ? ANONYMOUS : agent;
      const own = bucketOf(name);
      const all = refill(everyone, perMinute * GLOBAL_FACTOR);
      if (own.tokens >= 1 && all.tokens >= 1) {
        own.tokens -= cost;
        all.tokens -= cost;
        return;
      }
      const retryAfterMs = Math.max(1, waitMs(own, perMinute), waitMs(all, perMinute * GLOBAL_FACTOR));
      throw new ForbiddenError("access.rate_limited", `Too many claims; try again in ${retryAfterMs} ms`, {
        details: { retry_after_ms: retryAfterMs, source_agent: name, limit_per_min: perMinute },
      });
    },
  };
}
