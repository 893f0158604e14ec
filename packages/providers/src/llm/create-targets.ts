import type { Clock } from "@memorymaster/core";
import { createBreaker } from "@memorymaster/core";
import { checkedHost } from "./check-address.ts";
import { commandBackend } from "./command-backend.ts";
import type { CommandOptions } from "./command-backend.ts";
import { createKeyRing } from "./key-ring.ts";
import type { ApiKey } from "./key-ring.ts";
import { ollamaBackend } from "./ollama-backend.ts";
import { LANGUAGE_PROVIDERS } from "./provider-table.ts";
import type { LanguageProvider } from "./provider-table.ts";
import { openSdkBackend } from "./sdk-backends.ts";
import type { SdkProvider } from "./sdk-backends.ts";
import type { Backend, Target } from "./types.ts";

interface Settings {
  /** Asked when the choice names none. Default: that of `LANGUAGE_PROVIDERS`. */
  readonly model?: string | undefined;
  /** Longest wait for one answer, in ms; goes before the one of the configuration. */
  readonly timeoutMs?: number | undefined;
}

export interface ServiceOptions extends Settings {
  /** Used in turn. None = the service is not asked, unless it needs no key. */
  readonly apiKeys?: readonly ApiKey[] | undefined;
  /** Up to and with the version. Default: that of the service. */
  readonly baseUrl?: string | undefined;
  /** How long a key rests after a 429 that names no time, in ms. Default 60,000. */
  readonly cooldownMs?: number | undefined;
}

/** What is set up; what is absent is not asked. */
export interface Connections {
  readonly google?: ServiceOptions | undefined;
  readonly openai?: ServiceOptions | undefined;
  readonly anthropic?: ServiceOptions | undefined;
  readonly ollama?: ServiceOptions | undefined;
  /** Needs `baseUrl` and a model. */
  readonly "openai-compatible"?: ServiceOptions | undefined;
  readonly claude_cli?: (Settings & CommandOptions) | undefined;
  readonly opencode?: (Settings & CommandOptions) | undefined;
}

/** Everything that is set up well enough to be asked. @throws ConfigError `config.invalid` for a bad address */
export function createTargets(connections: Connections, clock: Clock): Partial<Record<LanguageProvider, Target>> {
  const targets: Partial<Record<LanguageProvider, Target>> = {};
  for (const provider of ["google", "openai", "anthropic", "ollama", "openai-compatible"] as const) {
    const options = connections[provider];
    const target = options && serviceTarget(provider, options, clock);
    if (target !== undefined) targets[provider] = target;
  }
  for (const provider of ["claude_cli", "opencode"] as const) {
    const options = connections[provider];
    if (options === undefined) continue;
    const backend = commandBackend(provider, options);
    const open = (): Promise<Backend> => Promise.resolve(backend);
    targets[provider] = { provider, place: provider, open, ring: undefined, breaker: createBreaker(clock) };
  }
  return targets;
}

function serviceTarget(
  provider: SdkProvider | "ollama",
  { apiKeys = [], baseUrl = LANGUAGE_PROVIDERS[provider].baseUrl, cooldownMs }: ServiceOptions,
  clock: Clock,
): Target | undefined {
  const hasKeys = apiKeys.some(({ key }) => key !== "");
  if (baseUrl === undefined || (LANGUAGE_PROVIDERS[provider].needsKey && !hasKeys)) return undefined;
  const place = checkedHost(baseUrl, hasKeys);
  let opened: Promise<Backend> | undefined;
  const open = (): Promise<Backend> => (opened ??= openBackend(provider, baseUrl, clock));
  const ring = hasKeys ? createKeyRing(apiKeys, clock, cooldownMs) : undefined;
  return { provider, place, open, ring, breaker: createBreaker(clock) };
}

async function openBackend(provider: SdkProvider | "ollama", baseUrl: string, clock: Clock): Promise<Backend> {
  return provider === "ollama" ? ollamaBackend(baseUrl, clock) : openSdkBackend(provider, baseUrl, clock);
}
