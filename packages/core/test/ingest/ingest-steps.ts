import type { Claim } from "../../src/claims/claim.ts";
import { timestampOf } from "../../src/claims/time.ts";
import { fromUnknown } from "../../src/errors/from-unknown.ts";
import type { JsonObject } from "../../src/events/event.ts";
import { ingestClaim } from "../../src/ingest/ingest-claim.ts";
import type { BulkRow, ClaimInput, IngestOptions, IngestResult } from "../../src/ingest/types.ts";
import type { MemoryContext } from "../../src/memory-types.ts";
import type { ClaimPatch } from "../../src/ports/claim-store.ts";
import { EVERYTHING } from "../support/open-context.ts";

/** An event as a test compares it: without hashes and times. */
export interface SeenEvent {
  readonly claimId: number | undefined;
  readonly eventType: string;
  readonly details: string | undefined;
  readonly payload: JsonObject | undefined;
}

/** A text, or a claim with more fields. */
export async function ingest(
  context: MemoryContext,
  input: string | ClaimInput,
  options?: IngestOptions,
): Promise<IngestResult> {
  return ingestClaim(context, typeof input === "string" ? { text: input } : input, options);
}

/** Code and details of the error that an ingest ends with. */
export async function refusal(
  context: MemoryContext,
  input: string | ClaimInput,
  options?: IngestOptions,
): Promise<unknown> {
  try {
    await ingest(context, input, options);
    return "accepted";
  } catch (error) {
    const refused = fromUnknown(error);
    return { ...refused.details, code: refused.code };
  }
}

/** A row of a bulk as a test compares it. */
export const shownRow = (row: BulkRow): unknown =>
  "error" in row ? [row.line, row.error.code] : [row.line, row.claimId, row.deduplicated, row.warnings];

export async function allEvents({ store }: MemoryContext): Promise<readonly SeenEvent[]> {
  const entries = await store.events.scan(0, 10_000);
  return entries.map(({ event }) => ({
    claimId: event.claimId,
    eventType: event.eventType,
    details: event.details,
    payload: event.payloadJson === undefined ? undefined : (JSON.parse(event.payloadJson) as JsonObject),
  }));
}

/** Events after the first `count`. */
export async function eventsAfter(context: MemoryContext, count: number): Promise<readonly SeenEvent[]> {
  return (await allEvents(context)).slice(count);
}

/** Every claim of the store by id, with citations. */
export async function allClaims({ store }: MemoryContext): Promise<readonly Claim[]> {
  const ids = Array.from({ length: 2_000 }, (_, index) => index + 1);
  return store.claims.getMany(EVERYTHING, ids, true);
}

/** Puts a stored claim into another state, as jobs and people do, without an event. */
export async function change(
  { store, clock }: MemoryContext,
  id: number,
  patch: Omit<ClaimPatch, "updatedAt">,
): Promise<void> {
  const [claim] = await store.claims.getMany(EVERYTHING, [id], false);
  await store.claims.update(id, claim?.version ?? 0, { ...patch, updatedAt: timestampOf(clock.nowMs()) });
}
