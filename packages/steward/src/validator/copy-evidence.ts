import { LIMITS, timestampOf } from "@memorymaster/core";
import type { Citation, Claim } from "@memorymaster/core";
import { citationEvent, cleanCitations, recordEvents } from "@memorymaster/core/jobs";
import type { Job } from "../types.ts";

const sameEvidence = (a: Citation, b: Citation): boolean =>
  a.source === b.source && a.locator === b.locator && a.excerpt === b.excerpt;

/** Gives a claim the citations of another one that it lacks, in the caller's transaction. Both with citations. */
export async function copyEvidence({ context, runId }: Job, from: Claim, to: Claim): Promise<void> {
  const { store, clock } = context;
  const now = timestampOf(clock.nowMs());
  const lacking = from.citations
    .filter((given) => !to.citations.some((known) => sameEvidence(given, known)))
    .slice(0, Math.max(0, LIMITS.citationsPerClaim - to.citations.length))
    .map((citation) => ({ ...citation, checkStatus: undefined, checkedAt: undefined }));
  if (lacking.length === 0) return;
  const ids = await store.claims.addCitations(to.id, cleanCitations(lacking), now);
  const added = lacking.flatMap((citation, at) => {
    const id = ids[at];
    return id === undefined ? [] : [citationEvent(to, { id, citation }, now)];
  });
  await recordEvents(
    store,
    added.map((event) => ({ ...event, payload: { ...event.payload, run_id: runId } })),
  );
}
