import type { JsonObject } from "@memorymaster/core";
import type { ProbeCounts } from "../probes/run-probes.ts";
import type { ProbeType } from "../probes/types.ts";
import type { StewardPlan } from "./options.ts";

/** What one cycle has used. */
export interface Usage {
  claims_scanned: number;
  proposals_emitted: number;
  proposals_suppressed: number;
  proposals_deduped: number;
  applied_changes: number;
}

export const noUsage = (): Usage => ({
  claims_scanned: 0,
  proposals_emitted: 0,
  proposals_suppressed: 0,
  proposals_deduped: 0,
  applied_changes: 0,
});

export interface Spending {
  readonly plan: StewardPlan;
  readonly usage: Usage;
  readonly counts: ReadonlyMap<ProbeType, Readonly<ProbeCounts>>;
  readonly openCircuits: readonly ProbeType[];
  /** Whether there were more files than were searched. */
  readonly filesCut: boolean;
}

const account = (limit: number, used: number): JsonObject => ({ limit, used, remaining: Math.max(0, limit - used) });

const sum = ({ counts }: Spending, name: keyof ProbeCounts): number =>
  [...counts.values()].reduce((total, of) => total + of[name], 0);

/** Limits that were met, each with how often. */
function guardrailEvents({ plan, usage, counts, openCircuits, filesCut }: Spending): readonly [string, number][] {
  const hits: readonly [string, number][] = [
    ["max_claims", Number(usage.claims_scanned >= plan.maxClaims)],
    ["max_proposals", usage.proposals_suppressed],
    ["max_tool_probes", counts.get("tool_probe")?.skipped_budget ?? 0],
    ["max_probe_files", Number(filesCut)],
    ["probe_circuit", openCircuits.length],
  ];
  return hits.filter(([, count]) => count > 0);
}

/** What a cycle has used of what it may, in wire form. @see spec/steward.md §12.4 */
export function budgetToWire(spending: Spending): JsonObject {
  const { plan, usage, counts, openCircuits } = spending;
  const tool = counts.get("tool_probe");
  const toolUsed = tool?.executed ?? 0;
  const events = guardrailEvents(spending);
  const reached = (name: string): boolean => events.some(([guardrail]) => guardrail === name);
  const eventRows = events.map(([guardrail, hits]) => ({ guardrail, hits }));
  return {
    max_claims: plan.maxClaims,
    max_proposals: plan.maxProposals,
    max_probe_files: plan.maxProbeFiles,
    max_tool_probes: plan.maxToolProbes,
    ...usage,
    tool_probes_executed: toolUsed,
    tool_probes_skipped: (tool?.skipped_budget ?? 0) + (tool?.skipped_circuit_open ?? 0),
    probe_execution: Object.fromEntries([...counts].map(([type, of]) => [type, { ...of }])),
    accounting: {
      claims: account(plan.maxClaims, usage.claims_scanned),
      proposals: {
        ...account(plan.maxProposals, usage.proposals_emitted),
        suppressed: usage.proposals_suppressed,
        deduped: usage.proposals_deduped,
      },
      tool_probes: account(plan.maxToolProbes, toolUsed),
      probes: {
        planned: sum(spending, "planned"),
        executed: sum(spending, "executed"),
        skipped: sum(spending, "skipped_circuit_open") + sum(spending, "skipped_budget"),
        timed_out: sum(spending, "timed_out"),
        errored: sum(spending, "errored"),
      },
      guardrail_events: eventRows,
    },
    guardrails: {
      max_claims_reached: reached("max_claims"),
      max_proposals_reached: reached("max_proposals"),
      max_tool_probes_reached: reached("max_tool_probes"),
      max_probe_files_reached: reached("max_probe_files"),
      probe_timeout_seconds: plan.probeTimeoutSeconds,
      probe_failure_threshold: plan.probeFailureThreshold,
      probe_circuit_open: openCircuits,
      probe_circuit_open_count: openCircuits.length,
      guardrail_events: eventRows,
    },
  };
}
