import { timestampOf } from "@memorymaster/core";
import type { JsonObject, LanguageModel, MemoryContext } from "@memorymaster/core";
import { recordEvent } from "@memorymaster/core/jobs";

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

const NO_MODEL: OpenedModel = {
  model: undefined,
  budget: () => ({
    max_calls: 0,
    max_tokens: 0,
    max_provider_failures: 0,
    calls: 0,
    tokens: 0,
    provider_failures: 0,
    aborted: false,
  }),
  within: (work) => work(),
};

/** The language model that `MEMORYMASTER_LLM_PROVIDER` names. Nothing is loaded where none is named. */
export async function openLanguageModel(surroundings: Surroundings, { store }: MemoryContext): Promise<OpenedModel> {
  const { env, clock, logger } = surroundings;
  if (!namesModel(env)) return NO_MODEL;
  const providers = await import("@memorymaster/providers");
  const caps = dailyCaps(surroundings);
  const ledger = caps && (await import("@memorymaster/store-sqlite")).openUsageLedger({ ...caps, clock });
  const tellStore = store.readOnly ? async (): Promise<void> => undefined : tell;
  const failures = providers.throttleFailures(tellStore, { clock, intervalMs: failureInterval(env) });
  const config = languageModelConfig(surroundings, providers);
  const model = providers.createLanguageModel(config, {
    clock,
    logger,
    ledger: await ledger,
    onFailure: failures.record,
  });
  const limits = callLimits(env);
  let usage = (): { calls: number; tokens: number; providerFailures: number; exhausted: string | undefined } => ({
    calls: 0,
    tokens: 0,
    providerFailures: 0,
    exhausted: undefined,
  });

  async function tell({
    provider,
    reason,
    occurrences,
  }: {
    provider: string;
    reason: string;
    occurrences: number;
  }): Promise<void> {
    await recordEvent(store, {
      eventType: "system",
      details: `provider_failure provider=${provider} reason=${reason} occurrences=${occurrences}`,
      payload: { signal: "provider_failure", provider, reason, occurrences },
      createdAt: timestampOf(clock.nowMs()),
    });
  }

  return {
    model,
    budget: () => {
      const { calls, tokens, providerFailures, exhausted } = usage();
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
    },
    within: (work) =>
      providers.withinCallBudget(limits, async (look) => {
        usage = look;
        try {
          return await work();
        } finally {
          failures.flush();
        }
      }),
  };
}
