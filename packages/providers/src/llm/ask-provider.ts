import type { Breaker } from "@memorymaster/core";
import { countProviderFailure } from "./call-budget.ts";
import type { ProviderFailure } from "./throttle-failures.ts";
import type { AskDeps, Call, Failure, Reply, Target } from "./types.ts";
import { isFailure } from "./types.ts";
import { resting, tryInTurn } from "./try-in-turn.ts";

/** They say nothing of the provider: it was not asked, or not to the end. */
const NOT_ITS_FAULT = new Set(["no_provider", "resting", "cancelled"]);

/** One call to one provider, with all its attempts: keys in turn, pauses, budgets, rest after failures. */
export async function askProvider(target: Target, call: Call, deps: AskDeps): Promise<Reply | Failure> {
  const { breaker, provider } = target;
  if (breaker.refuses()) return resting(target);
  const admission = { isGiven: false };
  const result = await tryInTurn(target, call, { ...deps, admission });
  const failure = isFailure(result) ? result : undefined;
  if (admission.isGiven) report(breaker, failure);
  const isFault = failure !== undefined && failure.outcome !== "budget_exhausted" && !NOT_ITS_FAULT.has(failure.reason);
  if (isFault) {
    countProviderFailure();
    tell(deps, { provider, reason: failure.reason });
  }
  return result;
}

/** Only what a service fails at counts: a refused request is an answer, a used-up quota rests the key. */
function report(breaker: Breaker, failure: Failure | undefined): void {
  const isCancelled = failure?.reason === "cancelled";
  const isDown = /^(?:timeout|transport_error|http_5\d\d)$/.test(failure?.reason ?? "");
  // A probe has to end in one way or the other.
  if (isDown || (isCancelled && breaker.state() === "probing")) breaker.failed();
  else if (!isCancelled) breaker.succeeded();
}

/** Recording a failure must not become one. */
function tell({ onFailure }: AskDeps, failure: ProviderFailure): void {
  try {
    onFailure?.(failure);
  } catch {
    // Whoever listens has a fault of their own.
  }
}
