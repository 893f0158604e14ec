import type { Claim } from "../claims/claim.ts";
import { timestampOf } from "../claims/time.ts";
import type { JsonObject, NewEvent } from "../events/event.ts";
import { recordEvents } from "../events/record-events.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { DumpRow } from "../ports/dump-store.ts";
import { recordOf } from "../transfer/row-record.ts";
import type { AcceptedClaim } from "./accept-claim.ts";
import type { AdoptOptions } from "./types.ts";

/** One job of taking claims in. */
export interface Adopting {
  readonly context: MemoryContext;
  readonly options: AdoptOptions;
  readonly now: string;
  /** No time of the other side counts as later. */
  readonly latest: string;
}

/** Clocks differ: a change of the other side may lie so far ahead. */
const AHEAD_MS = 300_000;

export function adoptingOf(context: MemoryContext, options: AdoptOptions): Adopting {
  const nowMs = context.clock.nowMs();
  return { context, options, now: timestampOf(nowMs), latest: timestampOf(nowMs + AHEAD_MS) };
}

/** Uid under which this store has, or would have, a claim of the other one. */
export const ownUid = ({ options }: Adopting, uid: string): string => options.aliases?.get(uid) ?? uid;

/** A row as a claim, with citations of any table form. */
export function claimOfRow(row: DumpRow, citations: readonly DumpRow[]): Claim {
  return {
    ...recordOf("claims", row),
    citations: citations.map((one) => recordOf("citations", one)),
  } as unknown as Claim;
}

/** Says what became of a claim. Its other end is named, in case that one comes later. */
export async function recordAdoption(
  { context, options, now }: Adopting,
  { uid, replacedByUid, supersedesUid }: AcceptedClaim,
  said: Pick<NewEvent, "claimId" | "tenantId" | "toStatus"> & { readonly payload: JsonObject },
): Promise<void> {
  const { runId, origin, eventType } = options;
  const ends = {
    ...(replacedByUid !== undefined && { replaced_by_uid: replacedByUid }),
    ...(supersedesUid !== undefined && { supersedes_uid: supersedesUid }),
  };
  const payload = { run_id: runId, origin, claim_uid: uid, ...ends, ...said.payload };
  await recordEvents(context.store, [{ ...said, eventType, payload, createdAt: now }]);
}
