import type { Claim, EventType, JsonObject } from "@memorymaster/core";
import { changeStatus, fileProposal, supersedeClaim, wasUndone } from "@memorymaster/core/jobs";
import type { ProposalDraft } from "@memorymaster/core/jobs";
import type { Job } from "../types.ts";

/** What became of a step that a job wanted to take. */
export type StepOutcome = "done" | "asked" | "held";

/** A step of the lifecycle. */
export interface StatusStep {
  readonly claim: Claim;
  readonly to: "confirmed" | "stale" | "conflicted" | "archived";
  readonly eventType: EventType;
  readonly details: string;
  readonly payload?: JsonObject | undefined;
  /** The claim because of which it is taken. */
  readonly peerId?: number | undefined;
  /** Evidence and age count for what a person has confirmed as well; scores, margins and formats do not. */
  readonly overridesPerson?: boolean | undefined;
}

/** How a person is asked about a step that is not a job's to take. */
const KIND_OF_STEP = { stale: "stale", conflicted: "conflicted", archived: "superseded_candidate" } as const;

function proposalFor({ claim, to, details, peerId }: StatusStep, source: string): ProposalDraft | undefined {
  if (to === "confirmed" || (to === "archived" && peerId === undefined)) return undefined;
  return {
    target: claim,
    kind: KIND_OF_STEP[to],
    other: peerId === undefined ? undefined : { id: peerId },
    source,
    reasons: [{ code: "person_confirmed", detail: details.split(/[\s:]/, 1)[0] ?? "" }],
    priority: claim.confidence,
  };
}

/**
 * Takes a step in the caller's transaction. Of a claim that a person has confirmed, the person is asked instead; what a
 * person has undone lately is left alone.
 *
 * @returns `held` when nothing was done or asked
 */
export async function takeStep({ context, viewer, runId }: Job, step: StatusStep): Promise<StepOutcome> {
  const { claim, to, eventType, details, payload, peerId } = step;
  if (claim.status === to) return "held";
  if (claim.confirmedBy !== undefined && step.overridesPerson !== true) {
    const draft = proposalFor(step, eventType);
    if (draft === undefined) return "held";
    const extra = { run_id: runId };
    return (await fileProposal(context, viewer, { ...draft, extra })) === undefined ? "held" : "asked";
  }
  if (await wasUndone(context, viewer, { claim, to, peerId })) return "held";
  await changeStatus(context, claim, {
    to,
    eventType,
    details,
    payload: { ...payload, ...(peerId !== undefined && { related_claim_id: peerId }), run_id: runId },
  });
  return "done";
}

/** Lets one claim replace another, under the same rules. Pinned claims are never replaced by a job. */
export async function takeSupersession(
  { context, viewer, runId }: Job,
  pair: { readonly old: Claim; readonly replacement: Claim; readonly details: string; readonly source: string },
): Promise<StepOutcome> {
  const { old, replacement, details, source } = pair;
  if (old.pinned) return "held";
  if (old.confirmedBy !== undefined) {
    const asked = await fileProposal(context, viewer, {
      target: old,
      kind: "superseded_candidate",
      other: replacement,
      source,
      reasons: [{ code: "person_confirmed", detail: `${old.humanId} ${replacement.humanId}` }],
      priority: replacement.confidence,
      extra: { run_id: runId },
    });
    return asked === undefined ? "held" : "asked";
  }
  if (await wasUndone(context, viewer, { claim: old, to: "superseded", peerId: replacement.id })) return "held";
  await supersedeClaim(context, { old, replacement, runId }, details);
  return "done";
}
