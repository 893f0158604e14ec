import { AsyncLocalStorage } from "node:async_hooks";

/** What the calls inside one cycle may use together. Absent or 0 = no limit. */
export interface CallLimits {
  /** Requests that leave, repeated ones and those to the fallback included. */
  readonly maxCalls?: number | undefined;
  /** Of instructions, text and answer, taken as 4 characters each. */
  readonly maxTokens?: number | undefined;
  readonly maxProviderFailures?: number | undefined;
}

export interface CallUsage {
  readonly calls: number;
  readonly tokens: number;
  readonly providerFailures: number;
  /** Why the first call was refused: `calls_exhausted`, `tokens_exhausted`, `provider_failures_exhausted`. */
  readonly exhausted: string | undefined;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

interface Scope {
  readonly limits: CallLimits;
  readonly used: Writable<CallUsage>;
}

const scopes = new AsyncLocalStorage<Scope>();

const isReached = (used: number, limit: number | undefined): boolean =>
  limit !== undefined && limit > 0 && used >= limit;

/**
 * Runs work whose calls count against limits of its own, also in the tasks that it starts; work beside it has other ones.
 *
 * @param work is given a look at what has been used so far
 */
export function withinCallBudget<T>(limits: CallLimits, work: (usage: () => CallUsage) => Promise<T>): Promise<T> {
  const used: Scope["used"] = { calls: 0, tokens: 0, providerFailures: 0, exhausted: undefined };
  return scopes.run({ limits, used }, () => work(() => ({ ...used })));
}

/** Takes one call, before it is made, or says which limit has been reached. */
export function reserveCall(): string | undefined {
  const scope = scopes.getStore();
  if (scope === undefined) return undefined;
  const { limits, used } = scope;
  const reached = [
    isReached(used.calls, limits.maxCalls) && "calls_exhausted",
    isReached(used.tokens, limits.maxTokens) && "tokens_exhausted",
    isReached(used.providerFailures, limits.maxProviderFailures) && "provider_failures_exhausted",
  ].find((reason) => reason !== false);
  if (reached === undefined) used.calls += 1;
  else used.exhausted ??= reached;
  return reached;
}

export function spendTokens(chars: number): void {
  const used = scopes.getStore()?.used;
  if (used !== undefined) used.tokens += Math.ceil(chars / 4);
}

export function countProviderFailure(): void {
  const used = scopes.getStore()?.used;
  if (used !== undefined) used.providerFailures += 1;
}
