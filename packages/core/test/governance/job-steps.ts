import { changeStatus } from "../../src/claims/change-status.ts";
import type { StatusChange } from "../../src/claims/change-status.ts";
import type { JsonObject } from "../../src/events/event.ts";
import type { ClaimPatch } from "../../src/ports/claim-store.ts";
import type { MemoryContext } from "../../src/memory-types.ts";
import type { UndoOptions, UndoResult } from "../../src/governance/types.ts";
import { undoEvent } from "../../src/governance/undo-event.ts";
import { EVERYTHING } from "../support/open-context.ts";
import { append, AT, claimOf } from "./undo-steps.ts";

export const RUN = "run-1";

type Step = (context: MemoryContext, claimId: number, to: StatusChange["to"]) => Promise<number>;

const stepOf =
  (runId: string): Step =>
  async (context, claimId, to) => {
    const change: StatusChange = { to, eventType: "staleness", payload: { run_id: runId } };
    return (await changeStatus(context, await claimOf(context, claimId), change)).eventId;
  };

/** A step of a job, as jobs write it. */
export const jobMoves: Step = stepOf(RUN);
export const otherJobMoves: Step = stepOf("run-2");

/** What came from another store as a claim that was not here. */
export function arrives(context: MemoryContext, claimId: number, eventType: "import" | "sync"): Promise<number> {
  const payload = { run_id: RUN, origin: "o", claim_uid: "u", new: true, events: 0 };
  return append(context, { claimId, eventType, toStatus: "candidate", payload });
}

/** Writes values to a claim as a sync does, with its event. */
export async function syncs(
  context: MemoryContext,
  id: number,
  change: { readonly patch: Partial<ClaimPatch>; readonly before: JsonObject; readonly after: JsonObject },
): Promise<number> {
  const { version } = await claimOf(context, id);
  await context.store.claims.update(id, version, { updatedAt: AT, ...change.patch });
  const { before, after } = change;
  const payload = { run_id: RUN, origin: "o", claim_uid: "u", new: false, events: 0, before, after };
  const { status } = await claimOf(context, id);
  return append(context, { claimId: id, eventType: "sync", toStatus: status, payload });
}

export const undoJob = (
  context: MemoryContext,
  eventId: number,
  options: Partial<UndoOptions> = {},
): Promise<UndoResult> => undoEvent(context, eventId, { actor: "ana", run: true, ...options });

export async function statuses(context: MemoryContext): Promise<readonly string[]> {
  const { items } = await context.store.claims.list(EVERYTHING, {}, { limit: 1_000 });
  return items.toSorted((a, b) => a.id - b.id).map(({ status }) => status);
}
