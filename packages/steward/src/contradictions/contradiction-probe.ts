import type { Claim, Viewer } from "@memorymaster/core";
import { reasonOf } from "../probes/reasons.ts";
import type { Finding, Probe, ProbeReason } from "../probes/types.ts";
import type { StewardContext } from "../types.ts";
import { CONTRADICTION_DEFAULTS } from "./detect.ts";
import { createJudge } from "./judge.ts";
import { pairSource, pairsOf } from "./pairs.ts";
import type { Pair } from "./pairs.ts";
import type { VerdictStore } from "./verdicts.ts";

const PAIRS = 5;

interface Tally {
  pairs_checked: number;
  contradictions: number;
  cache_hits: number;
  llm_calls: number;
  errors: number;
  budget_exhausted: boolean;
}

const noTally = (): Tally => ({
  pairs_checked: 0,
  contradictions: 0,
  cache_hits: 0,
  llm_calls: 0,
  errors: 0,
  budget_exhausted: false,
});

/** Whether a model finds that a claim contradicts one of its neighbours; `undefined` without a model. */
export function contradictionProbe(
  context: StewardContext,
  viewer: Viewer,
  verdicts: VerdictStore | undefined,
): Probe | undefined {
  const { model } = context;
  if (model?.provider === undefined) return undefined;
  const { simLow, simHigh } = CONTRADICTION_DEFAULTS;
  const source = pairSource(context, viewer, { low: simLow, high: simHigh });
  const judge = createJudge(context, model, verdicts);

  async function look(claim: Claim, pairs: readonly Pair[], signal: AbortSignal): Promise<Finding> {
    const tally = noTally();
    const reasons: ProbeReason[] = [];
    for (const pair of pairs.slice(0, PAIRS)) {
      signal.throwIfAborted();
      const judgement = await judge.judge(pair, signal);
      if (judgement.outcome === "ended") {
        tally.budget_exhausted = true;
        break;
      }
      tally.pairs_checked += 1;
      if (judgement.outcome === "error") {
        tally.llm_calls += 1;
        tally.errors += 1;
        continue;
      }
      tally[judgement.isCached ? "cache_hits" : "llm_calls"] += 1;
      const { contradicts, severity } = judgement.verdict;
      if (!contradicts) continue;
      tally.contradictions += 1;
      const evidence = { related_claim_id: pair.a.id === claim.id ? pair.b.id : pair.a.id };
      reasons.push(reasonOf("contradiction_probe.semantic_pair", { severity, evidence }));
    }
    if (tally.errors > 0) reasons.push(reasonOf("contradiction_probe.error"));
    return { passed: tally.contradictions === 0, metrics: { ...tally }, reasons, isSpent: tally.budget_exhausted };
  }

  return async (claim, signal) => {
    const pairs = await pairsOf({ context, viewer, source }, claim).catch(() => undefined);
    if (pairs !== undefined) return look(claim, pairs, signal);
    const reasons = [reasonOf("contradiction_probe.peer_fetch.error")];
    return { passed: true, metrics: { ...noTally(), errors: 1 }, reasons };
  };
}
