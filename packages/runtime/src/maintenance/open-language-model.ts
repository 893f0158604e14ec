import { timestampOf } from "@memorymaster/core";
import type { JsonObject, LanguageModel, MemoryContext } from "@memorymaster/core";
import { recordEvent } from "@memorymaster/core/jobs";
import type { CallLimits, CallUsage, FailureSignal } from "@memorymaster/providers";

import type { Surroundings } from "../surroundings.ts";
import { callLimits, dailyCaps, failureInterval, languageModelConfig, namesModel } from "./model-config.ts";

/** A model with what it may cost. */
export interface OpenedModel {
  /** Absent = none was named. */
  readonly model: LanguageModel | undefined;
  /** What the work that runs has cost so far, in wire form. */
  readonly budget: () => JsonObject;
  /** Runs work whose calls count against the limits of one cycle; afterwards what failed is told. */
  readonly within: <T>(work: () => Promise<T>) => Promise<T>;
}

const NOTHING: CallUsage = { calls: 0, tokens: 0, providerFailures: 0, exhausted: undefined };

function budgetOf(limits: CallLimits, { calls, tokens, providerFailures, exhausted }: CallUsage): JsonObject {
  return {
    max_calls: limits.maxCalls ?? 0,
    max_tokens: limits.maxTokens ?? 0,
    max_provider_failures: limits.maxProviderFailures ?? 0,
    calls,
    tokens,
    provider_failures: providerFailures,
    aborted: exhausted !== undefined,
    ...(exhausted !== undefined && { aborted_reason: exhausted }),
  };
}

/** Notes failures of providers in the history; a store for reading keeps none. */
function noteIn({ store, clock }: MemoryContext): (signal: FailureSignal) => Promise<void> {
  return async ({ provider, reason, occurrences }) => {
    if (store.readOnly) return;
    await recordEvent(store, {
      eventType: "system",
      details: `provider_failure provider=${provider} reason=${reason} occurrences=${occurrences}`,
      payload: { signal: "provider_failure", provider, reason, occurrences },
      createdAt: timestampOf(clock.nowMs()),
    });
  };
}

/** The language model that `MEMORYMASTER_LLM_PROVIDER` names. Nothing is loaded where none is named. */
export async function openLanguageModel(surroundings: Surroundings, context: MemoryContext): Promise<OpenedModel> {
  const { env, clock, logger } = surroundings;
  const limits = callLimits(env);
  if (!namesModel(env)) {
    return { model: undefined, budget: () => budgetOf(limits, NOTHING), within: (work) => work() };
  }
  const providers = await import("@memorymaster/providers");
  const caps = dailyCaps(surroundings);
  const ledger =
    caps === undefined
      ? undefined
      : await (await import("@memorymaster/store-sqlite")).openUsageLedger({ ...caps, clock });
  const failures = providers.throttleFailures(noteIn(context), { clock, intervalMs: failureInterval(env) });
  const config = languageModelConfig(surroundings, providers);
  const model = providers.createLanguageModel(config, { clock, logger, ledger, onFailure: failures.record });
  let usage = (): CallUsage => NOTHING;
  return {
    model,
    budget: () => budgetOf(limits, usage()),
    within: (work) =>
      providers.withinCallBudget(limits, async (look) => {
        usage = look;
        return work().finally(failures.flush);
      }),
  };
}
