import { setTimeout as delay } from "node:timers/promises";

import type { Clock, LanguageModel, Logger, ModelAnswer, ModelRequest, UsageLedger } from "@memorymaster/core";
import { sanitizeMemoryText } from "@memorymaster/core";
import { askProvider } from "./ask-provider.ts";
import { createTargets } from "./create-targets.ts";
import type { Connections } from "./create-targets.ts";
import { parseAnswer } from "./parse-answer.ts";
import { findProvider, isProgram, LANGUAGE_PROVIDER_NAMES, LANGUAGE_PROVIDERS } from "./provider-table.ts";
import type { LanguageProvider } from "./provider-table.ts";
import type { ProviderFailure } from "./throttle-failures.ts";
import type { AskDeps, Failure, JsonSchema, Question, Target } from "./types.ts";
import { isFailure } from "./types.ts";

/** A provider by name or alias, and a model of it; default: the one in `LANGUAGE_PROVIDERS`. */
export interface ModelChoice {
  readonly provider: string;
  readonly model?: string | undefined;
}

export interface LanguageModelConfig {
  /** Default `google`. */
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  /** Asked when the first choice has no answer. It never gets the first choice's model. */
  readonly fallback?: ModelChoice | undefined;
  /** Replaces the longest wait for one answer of services, in ms. */
  readonly timeoutMs?: number | undefined;
  readonly connections: Connections;
}

export interface LanguageModelDeps {
  readonly clock: Clock;
  readonly logger?: Logger | undefined;
  /** Caps of the day. Absent = none. */
  readonly ledger?: UsageLedger | undefined;
  /** For whom it is asked: a SHA-256, for caps per caller. */
  readonly actorHash?: string | undefined;
  /** Told of each call that a provider failed; whoever stores it throttles (`throttleFailures`). */
  readonly onFailure?: ((failure: ProviderFailure) => void) | undefined;
  /** Waits between attempts. Default: a timer. */
  readonly sleep?: AskDeps["sleep"] | undefined;
}

export interface FallbackStats {
  readonly attempts: number;
  readonly primaryOk: number;
  /** Calls for which the fallback was asked. */
  readonly fired: number;
}

export interface ConfiguredModel extends LanguageModel {
  /** The same with another first choice; keys, rests and the fallback are shared. */
  with(choice: ModelChoice): ConfiguredModel;
  stats(): FallbackStats;
}

const sleepFor: AskDeps["sleep"] = (ms, signal) => delay(ms, undefined, { signal });

/** A choice whose provider is known, whether or not it can be asked. */
interface Chosen {
  readonly name: LanguageProvider;
  readonly model: string | undefined;
}

/**
 * A language model on the providers that are set up. Nothing is loaded or sent before the first question.
 *
 * @throws ConfigError `config.invalid` for an address that is none, or that would give away a key
 */
export function createLanguageModel(config: LanguageModelConfig, deps: LanguageModelDeps): ConfiguredModel {
  const { clock, logger, ledger, actorHash, onFailure, sleep = sleepFor } = deps;
  const targets = createTargets(config.connections, clock);
  const shared = { config, targets, deps: { clock, sleep, ledger, actorHash, onFailure } };
  const choose = (choice: ModelChoice): Chosen | undefined => {
    const name = findProvider(choice.provider);
    if (name !== undefined) return { name, model: choice.model ?? config.connections[name]?.model };
    logger?.log("warning", "There is no such provider of language models", { known: LANGUAGE_PROVIDER_NAMES });
    return undefined;
  };
  const fallback = config.fallback && choose(config.fallback);
  const modelFor = (choice: ModelChoice): ConfiguredModel => {
    const primary = choose(choice);
    return { ...configured({ primary, fallback }, shared), with: modelFor };
  };
  return modelFor({ provider: config.provider ?? "google", model: config.model });
}

interface Shared {
  readonly config: LanguageModelConfig;
  readonly targets: Partial<Record<LanguageProvider, Target>>;
  readonly deps: AskDeps;
}

/** A provider that can be asked. */
interface Ready {
  readonly name: LanguageProvider;
  readonly model: string;
  readonly target: Target;
}

function configured(
  chosen: { readonly primary: Chosen | undefined; readonly fallback: Chosen | undefined },
  shared: Shared,
): Omit<ConfiguredModel, "with"> {
  const stats = { attempts: 0, primaryOk: 0, fired: 0 };
  const ready = (choice: Chosen | undefined): Ready | undefined => {
    if (choice === undefined) return undefined;
    const { name, model = LANGUAGE_PROVIDERS[name].model } = choice;
    const target = shared.targets[name];
    return target && model !== undefined ? { name, model, target } : undefined;
  };
  const primary = ready(chosen.primary);
  const fallback = ready(chosen.fallback);
  const first = primary ?? fallback;
  return {
    provider: first?.name,
    model: first?.model,
    stats: () => ({ ...stats }),
    ask: async <Value>(request: ModelRequest<Value>) => {
      stats.attempts += 1;
      const asked = await (primary === undefined ? notSetUp(chosen.primary) : askOne(primary, request, shared));
      if (asked.answer.outcome === "ok") stats.primaryOk += 1;
      if (!asked.mayFallBack || fallback === undefined) return asked.answer;
      stats.fired += 1;
      const second = await askOne(fallback, request, shared);
      return second.isAnswer || primary === undefined ? second.answer : asked.answer;
    },
  };
}

const unanswered = ({ outcome, detail }: Pick<Failure, "outcome" | "detail">, provider: string | undefined) =>
  ({ outcome, detail, provider }) as const;

function notSetUp(choice: Chosen | undefined): Asked<never> {
  const detail =
    choice === undefined ? "there is no such provider" : `${LANGUAGE_PROVIDERS[choice.name].variable} is not set`;
  return { answer: unanswered({ outcome: "no_provider", detail }, choice?.name), isAnswer: false, mayFallBack: true };
}

interface Asked<Value> {
  readonly answer: ModelAnswer<Value>;
  /** It has spoken. */
  readonly isAnswer: boolean;
  /** Another one may be asked instead. */
  readonly mayFallBack: boolean;
}

async function askOne<Value>(ready: Ready, request: ModelRequest<Value>, shared: Shared): Promise<Asked<Value>> {
  const { name, model, target } = ready;
  const { config, deps } = shared;
  const timeoutMs = request.timeoutMs ?? config.connections[name]?.timeoutMs ?? defaultTimeoutMs(name, config);
  const call = { question: questionFor(ready, request), timeoutMs, signal: request.signal };
  const result = await askProvider(target, call, deps);
  if (isFailure(result)) {
    const mayFallBack = result.outcome !== "budget_exhausted" && result.reason !== "cancelled";
    return { answer: unanswered(result, name), isAnswer: false, mayFallBack };
  }
  const spoken = (answer: ModelAnswer<Value>): Asked<Value> => ({ answer, isAnswer: true, mayFallBack: false });
  const { place } = target;
  if (result.isRefused) return spoken({ outcome: "refused", detail: `${place} refused to answer`, provider: name });
  const parsed = await parseAnswer(result.text, request.schema);
  if (parsed !== undefined) return spoken({ outcome: "ok", value: parsed.value, provider: name, model });
  return spoken({ outcome: "invalid", detail: `the answer of ${place} has not the form asked for`, provider: name });
}

/** The one of the configuration is for services; a program of this machine has its own. */
function defaultTimeoutMs(name: LanguageProvider, { timeoutMs }: LanguageModelConfig): number {
  return (isProgram(name) ? undefined : timeoutMs) ?? LANGUAGE_PROVIDERS[name].timeoutMs;
}

function questionFor({ name, model }: Ready, request: ModelRequest<unknown>): Question {
  const { isStructured, ...row } = LANGUAGE_PROVIDERS[name];
  const whole = request.schema.toJSONSchema({ io: "input", unrepresentable: "any" }) as JsonSchema;
  const schema = Object.fromEntries(Object.entries(whole).filter(([key]) => key !== "$schema"));
  // Services take the schema of an object only.
  const isSent = isStructured && schema["type"] === "object";
  const rule = `Answer with JSON alone, by this JSON schema:\n${JSON.stringify(schema)}`;
  return {
    model,
    system: isSent ? request.instructions : `${request.instructions}\n\n${rule}`,
    text: sanitizeMemoryText(request.text).text,
    schema: isSent ? schema : undefined,
    maxTokens: request.maxTokens ?? row.maxTokens,
    temperature: request.temperature ?? row.temperature,
  };
}
