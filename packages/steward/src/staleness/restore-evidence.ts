import type { Claim, MemoryEvent } from "@memorymaster/core";
import { findTupleHolder, payloadOf, wasUndone } from "@memorymaster/core/jobs";
import type { Job } from "../types.ts";
import { takeEvidenceStep } from "./status-step.ts";

/** The person whose word a step to stale took away. */
function formerPerson(event: MemoryEvent): string | undefined {
  const before = payloadOf(event)?.["before"];
  const person = (before as { readonly confirmed_by?: unknown } | undefined)?.confirmed_by;
  return typeof person === "string" ? person : undefined;
}

/** The event that made the claim stale for its evidence, if nothing has changed its status since. */
async function staleSince({ store }: Job["context"], { id }: Claim): Promise<MemoryEvent | undefined> {
  const [event] = await store.jobs.latestEvents([id], "staleness");
  if (event?.toStatus !== "stale") return undefined;
  const later = await store.events.since(id, event.id);
  return later.some((entry) => entry.event.fromStatus !== entry.event.toStatus) ? undefined : event;
}

async function isRoomFor({ store }: Job["context"], claim: Claim): Promise<boolean> {
  return store.files?.isFrozen() !== true && (await findTupleHolder(store, claim)) === undefined;
}

/**
 * Sets a stale claim back to what it was before its evidence changed, a person's word included, in the caller's
 * transaction. Left alone: one that is stale for another reason, one whose subject and predicate another claim holds
 * meanwhile, one whose coming back a person has undone, and all while promotions are frozen.
 *
 * @returns whether it came back
 */
export async function restoreEvidence(job: Job, claim: Claim): Promise<boolean> {
  const event = await staleSince(job.context, claim);
  if (event === undefined) return false;
  const to = event.fromStatus === "conflicted" ? "conflicted" : "confirmed";
  if (to === "confirmed" && !(await isRoomFor(job.context, claim))) return false;
  if (await wasUndone(job.context, job.viewer, { claim, to })) return false;
  const confirmedBy = to === "confirmed" ? formerPerson(event) : undefined;
  await takeEvidenceStep(job, claim, { to, details: "evidence restored", confirmedBy });
  return true;
}
