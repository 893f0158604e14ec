import { isSensitiveClaim, PROPOSAL_KINDS, timestampOf } from "@memorymaster/core";
import type { Claim, JsonObject } from "@memorymaster/core";
import { contradictionProbe } from "../contradictions/contradiction-probe.ts";
import type { VerdictStore } from "../contradictions/verdicts.ts";
import { nextInRotation } from "../jobs/rotate.ts";
import { citationLocator } from "../probes/citation-locator.ts";
import { filesystemGrep } from "../probes/filesystem-grep.ts";
import { formatProbe } from "../probes/format.ts";
import { reasonOf } from "../probes/reasons.ts";
import { createProbeRunner } from "../probes/run-probes.ts";
import type { ProbeResult, ProbeRunner } from "../probes/run-probes.ts";
import { semanticProbe, toolProbe } from "../probes/store-probes.ts";
import type { Probe, ProbeReason, Probes } from "../probes/types.ts";
import type { Job } from "../types.ts";
import { act } from "./act.ts";
import type { Taken } from "./act.ts";
import { budgetToWire, noUsage } from "./budget.ts";
import type { Usage } from "./budget.ts";
import { confirmedRivals } from "./confirmed-rivals.ts";
import { decide } from "./decide.ts";
import type { StewardDecision } from "./decide.ts";
import type { StewardPlan } from "./options.ts";
import { deltaOf, takeSnapshot } from "./snapshot.ts";

const byAge = (one: Claim, other: Claim): number =>
  one.updatedAt === other.updatedAt ? one.id - other.id : one.updatedAt < other.updatedAt ? -1 : 1;

/** The next claims in turn, those that changed longest ago first. */
async function nextClaims(
  job: Job,
  { allowSensitive }: StewardPlan,
): Promise<Awaited<ReturnType<typeof nextInRotation>>> {
  const filter = { statuses: ["confirmed", "stale", "conflicted"] as const, hasWords: true };
  const { claims, done } = await nextInRotation(job, { name: "steward_loop", filter, order: "oldest" });
  return { claims: claims.filter((claim) => allowSensitive || !isSensitiveClaim(claim)).sort(byAge), done };
}

/** A probe for which something is missing is not there. */
function probesOf(
  job: Job,
  plan: StewardPlan,
  has: { readonly claims: readonly Claim[]; readonly verdicts: VerdictStore | undefined },
): Probes {
  const { context, viewer } = job;
  const { workspace } = context;
  const limits = { maxFiles: plan.maxProbeFiles, maxFileBytes: plan.maxProbeFileBytes };
  const contradiction = plan.enableContradictionProbe ? contradictionProbe(context, viewer, has.verdicts) : undefined;
  const table: Readonly<Record<keyof Probes, Probe | undefined>> = {
    filesystem_grep: workspace && filesystemGrep(workspace, has.claims, limits),
    deterministic_format: formatProbe,
    deterministic_citation_locator: workspace && citationLocator(workspace),
    semantic_probe: plan.enableSemanticProbe ? semanticProbe(context, plan.allowSensitive) : undefined,
    tool_probe: plan.enableToolProbe ? toolProbe(context, viewer) : undefined,
    contradiction_probe: contradiction,
  };
  return Object.fromEntries(Object.entries(table).filter(([, probe]) => probe !== undefined));
}

/** A claim with what was found out about it and decided. */
interface Judged extends StewardDecision {
  readonly claim: Claim;
  readonly probes: readonly ProbeResult[];
  readonly reasons: readonly ProbeReason[];
}

function judge(claim: Claim, probes: readonly ProbeResult[], rivals: readonly Claim[]): Judged {
  const found = probes.flatMap(({ reasons }) => reasons);
  const pair = found.find(({ code }) => code === "contradiction_probe.semantic_pair");
  const contradictedBy = pair?.evidence["related_claim_id"];
  const decision = decide({
    claim,
    rivals,
    codes: new Set(found.map(({ code }) => code)),
    contradictedBy: typeof contradictedBy === "number" ? contradictedBy : undefined,
  });
  const evidence = { related_claim_id: decision.otherId ?? null };
  const relation = decision.relation === undefined ? [] : [reasonOf(decision.relation, { evidence })];
  return { ...decision, claim, probes, reasons: [...relation, ...found] };
}

const NOTHING: Taken = { proposal: "none", applied: false, error: undefined };

/** Proposes or applies within the budget, and keeps count. */
async function settle(
  job: Job,
  judged: Judged,
  { plan, usage }: { readonly plan: StewardPlan; readonly usage: Usage },
): Promise<JsonObject> {
  const { claim, decision, proposedStatus } = judged;
  const isChange = decision !== "keep" && proposedStatus !== claim.status;
  const isOver = isChange && usage.proposals_emitted >= plan.maxProposals;
  const taken = isChange && !isOver ? await act(job, { ...judged, decision, apply: plan.apply }) : NOTHING;
  usage.proposals_emitted += Number(taken.proposal === "emitted");
  usage.proposals_deduped += Number(taken.proposal === "deduped");
  usage.proposals_suppressed += Number(isOver);
  usage.applied_changes += Number(taken.applied);
  return {
    claim_id: claim.id,
    current_status: claim.status,
    decision,
    proposed_status: proposedStatus ?? null,
    proposal_priority: judged.priority,
    replaced_by_claim_id: decision === "superseded_candidate" ? (judged.otherId ?? null) : null,
    reasons: isOver ? [...judged.reasons, reasonOf("budget.max_proposals_reached")] : judged.reasons,
    probes: judged.probes,
    applied: taken.applied,
    apply_error: taken.error ?? null,
  };
}

interface Deciding {
  readonly plan: StewardPlan;
  readonly usage: Usage;
  readonly runner: ProbeRunner;
}

/** Of as many claims as there is time for. */
async function settleAll(job: Job, claims: readonly Claim[], deciding: Deciding): Promise<readonly JsonObject[]> {
  const { store, signal } = job.context;
  const rivalsOf = await confirmedRivals(store, job.viewer, claims);
  const decisions: JsonObject[] = [];
  const moved = new Set<number>();
  for (const claim of claims) {
    try {
      const probes = await deciding.runner.run(claim);
      const rivals = rivalsOf(claim).filter(({ id }) => !moved.has(id));
      decisions.push(await settle(job, judge(claim, probes, rivals), deciding));
    } catch (error) {
      if (signal?.aborted === true) break;
      throw error;
    }
    deciding.usage.claims_scanned += 1;
    if (decisions.at(-1)?.["applied"] === true) moved.add(claim.id);
  }
  return decisions;
}

function summaryOf(decisions: readonly JsonObject[]): JsonObject {
  const count = (kind: string): number => decisions.filter(({ decision }) => decision === kind).length;
  return Object.fromEntries([...PROPOSAL_KINDS, "keep"].map((kind) => [kind, count(kind)]));
}

/** Probes the next claims, decides about each, and proposes or applies. What it did, in wire form. */
export async function runLoopCycle(
  job: Job,
  plan: StewardPlan,
  verdicts: VerdictStore | undefined,
): Promise<JsonObject> {
  const { context, viewer } = job;
  const startedAt = timestampOf(context.clock.nowMs());
  const before = await takeSnapshot(context, viewer);
  const { claims, done } = await nextClaims(job, plan);
  const usage = noUsage();
  const limits = {
    timeoutMs: plan.probeTimeoutSeconds * 1000,
    failureThreshold: plan.probeFailureThreshold,
    maxToolProbes: plan.maxToolProbes,
  };
  const { clock, signal } = context;
  const runner = createProbeRunner(probesOf(job, plan, { claims, verdicts }), limits, { clock, signal });
  const decisions = await settleAll(job, claims, { plan, usage, runner });
  if (signal?.aborted !== true) await done();
  const after = await takeSnapshot(context, viewer);
  const isCut = ({ probes }: JsonObject): boolean =>
    (probes as readonly ProbeResult[]).some(
      ({ metrics }) => metrics["budget_exhausted"] === true && "files_scanned" in metrics,
    );
  return {
    started_at: startedAt,
    finished_at: timestampOf(context.clock.nowMs()),
    before,
    after,
    delta: deltaOf(before, after),
    decision_summary: summaryOf(decisions),
    decisions,
    budget: budgetToWire({
      plan,
      usage,
      counts: runner.counts,
      openCircuits: runner.openCircuits(),
      filesCut: decisions.some(isCut),
    }),
  };
}
