import { LIVE_STATUSES, timestampOf } from "@memorymaster/core";
import type { Claim, ClaimStatus, JsonObject } from "@memorymaster/core";
import { fileProposal, recordEvent, reloadClaim } from "@memorymaster/core/jobs";

import { linkClaims } from "../duplicates/link-claims.ts";
import { takeSupersession } from "../jobs/apply-step.ts";
import { eachClaim } from "../jobs/each-claim.ts";
import type { Job } from "../types.ts";

/** A decision between two contradicting claims. */
export interface DecidedPair {
  readonly winner: Claim;
  /** As it was when the decision was made. */
  readonly loser: Claim;
  readonly reason: string;
  /** Begins the details of the supersession: `conflict_auto_resolution`. */
  readonly label: string;
  /** Who decided: `conflict_resolver`, `auto_resolver`. */
  readonly source: string;
  /** What the model said, when one decided; erasable. */
  readonly words?: JsonObject | undefined;
}

/** What became of it; `skipReason` says why nothing was replaced. */
export interface Settled {
  readonly applied: boolean;
  readonly skipReason?: string | undefined;
  readonly currentReplacementId?: number | undefined;
}

const LIVE: readonly ClaimStatus[] = LIVE_STATUSES;
/** States in which a winner has not been found true itself. */
const UNPROVEN: readonly ClaimStatus[] = ["candidate", "conflicted"];

async function askForValidation({ context, viewer, runId }: Job, pair: DecidedPair): Promise<Settled> {
  await fileProposal(context, viewer, {
    target: pair.loser,
    kind: "superseded_candidate",
    other: pair.winner,
    source: pair.source,
    reasons: [{ code: "needs_validation", detail: `${pair.loser.humanId} ${pair.winner.humanId}` }],
    priority: pair.winner.confidence,
    extra: { run_id: runId },
  });
  return { applied: false, skipReason: "needs_validation" };
}

async function recordDecision({ context, runId }: Job, pair: DecidedPair): Promise<void> {
  const { winner, loser, reason, source, words } = pair;
  await recordEvent(context.store, {
    claimId: loser.id,
    eventType: "policy_decision",
    details: pair.label,
    payload: {
      source,
      winner_id: winner.id,
      loser_id: loser.id,
      reason,
      winner_confidence: winner.confidence,
      loser_confidence: loser.confidence,
      run_id: runId,
    },
    ...(words !== undefined && { content: words }),
    tenantId: loser.tenantId,
    createdAt: timestampOf(context.clock.nowMs()),
  });
}

async function replace(job: Job, pair: DecidedPair): Promise<Settled> {
  const { winner, loser, label, reason, source } = pair;
  if (!LIVE.includes(winner.status)) return { applied: false, skipReason: `winner_${winner.status}` };
  if (loser.pinned) return { applied: false, skipReason: "loser_pinned" };
  if (loser.status === "confirmed" && UNPROVEN.includes(winner.status)) return askForValidation(job, pair);
  const details = `${label}:${reason}`;
  const outcome = await takeSupersession(job, { old: loser, replacement: winner, details, source });
  if (outcome !== "done") return { applied: false, skipReason: outcome === "asked" ? "person_confirmed" : "undone" };
  await recordDecision(job, pair);
  await linkClaims(job, { source: winner, target: loser, linkType: "contradicts" });
  return { applied: true };
}

async function lostRace({ context, viewer }: Job, { loser }: DecidedPair): Promise<Settled> {
  const { replacedByClaimId } = await reloadClaim(context.store, viewer, loser.id);
  return { applied: false, skipReason: "lost_race", currentReplacementId: replacedByClaimId };
}

/** Carries a decision out in a transaction of its own, unless the loser has changed since it was made. */
export async function settlePair(job: Job, pair: DecidedPair): Promise<Settled> {
  const settled: Settled[] = [];
  const { errors } = await eachClaim(job, [pair.loser], async (loser) => {
    const winner = await reloadClaim(job.context.store, job.viewer, pair.winner.id);
    settled.push(await replace(job, { ...pair, winner, loser }));
  });
  if (errors > 0) return { applied: false, skipReason: "refused" };
  return settled[0] ?? lostRace(job, pair);
}
