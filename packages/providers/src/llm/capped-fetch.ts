import type { Clock } from "@memorymaster/core";
import type { AttemptFacts } from "./types.ts";

const MAX_BODY_BYTES = 2 * 1024 * 1024;
/** Of an answer that is none: enough for what a service says of a fault. */
const HEAD_CHARS = 4_000;

/**
 * A `fetch` for one attempt: follows no redirect, which would take text and key elsewhere, reads at most 2 MiB, and
 * notes what came.
 */
export function cappedFetch(facts: AttemptFacts, clock: Clock): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: "manual" });
    facts.status = response.status;
    const retryAfterMs = retryAfterOf(response.headers.get("retry-after"), clock);
    if (retryAfterMs !== undefined) facts.retryAfterMs = retryAfterMs;
    const body = await readCapped(response, facts);
    facts.body = body.slice(0, HEAD_CHARS);
    const type = response.headers.get("content-type") ?? "application/json";
    return new Response(body, { status: response.status, headers: { "content-type": type } });
  };
}

async function readCapped(response: Response, facts: AttemptFacts): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength;
    if (bytes > MAX_BODY_BYTES) {
      facts.fault = "an answer over 2 MiB";
      throw new RangeError(facts.fault);
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** `Retry-After` in seconds or as a date (RFC 9110 §10.2.3). */
function retryAfterOf(header: string | null, clock: Clock): number | undefined {
  if (header === null) return undefined;
  const ms = /^\s*\d+(?:\.\d+)?\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - clock.nowMs();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
