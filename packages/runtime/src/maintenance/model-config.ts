import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import type { DailyLimits } from "@memorymaster/core";
import { parseNumber } from "@memorymaster/core";
import type * as providersModule from "@memorymaster/providers";
import type { ApiKey, CallLimits, LanguageModelConfig } from "@memorymaster/providers";

import { absolutePath } from "../choose-database.ts";
import { homeFolder, variable } from "../environment.ts";
import type { Environment } from "../environment.ts";
import type { Surroundings } from "../surroundings.ts";

/** What of the providers is needed to read them; loaded by the caller, if at all. */
type Providers = Pick<typeof providersModule, "parseKeyFile" | "parseKeyList" | "commandEnvironment">;

const PREFIX = "MEMORYMASTER_";
const SECOND = 1000;

const own = (env: Environment, name: string): string | undefined => variable(env, `${PREFIX}${name}`);

function numberOf(env: Environment, name: string): number | undefined {
  const value = parseNumber(own(env, name) ?? "");
  return value !== undefined && value > 0 ? value : undefined;
}

function seconds(env: Environment, name: string): number | undefined {
  const value = numberOf(env, name);
  return value === undefined ? undefined : value * SECOND;
}

/** Keys of a file that only its owner should read. */
function keysOfFile({ env, cwd, logger }: Surroundings, { parseKeyFile }: Providers): readonly ApiKey[] {
  const file = absolutePath(own(env, "KEY_FILE") ?? "~/.memorymaster/gemini-keys.env", { cwd, env });
  try {
    const isOpen = process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0;
    if (isOpen) logger.log("warning", "Others can read the file of keys; chmod 600 keeps it to you", { file });
    return parseKeyFile(readFileSync(file, "utf8"));
  } catch {
    // There is no such file: keys come from elsewhere.
    return [];
  }
}

/** The first source that has any: lists where rotation is on, the file, then the one key. */
function googleKeys(surroundings: Surroundings, providers: Providers): readonly ApiKey[] {
  const { env } = surroundings;
  const lists = ["MEMORYMASTER_LLM_API_KEYS", "GEMINI_API_KEYS", "MEMORYMASTER_API_KEYS"];
  const rotates = own(env, "LLM_KEY_ROTATION") === "1";
  const listed = rotates ? lists.map((name) => providers.parseKeyList(variable(env, name) ?? "")) : [];
  const single = ["GEMINI_API_KEY", "MEMORYMASTER_API_KEY"].map((name) =>
    providers.parseKeyList(variable(env, name) ?? ""),
  );
  const sources = [...listed, keysOfFile(surroundings, providers), ...single];
  return sources.find((keys) => keys.length > 0) ?? [];
}

function service(env: Environment, name: string): { readonly apiKeys: readonly ApiKey[] } | undefined {
  const key = variable(env, name);
  return key === undefined ? undefined : { apiKeys: [{ label: "key1", key }] };
}

/** The provider that is named, and what it takes to ask it. */
export function languageModelConfig(surroundings: Surroundings, providers: Providers): LanguageModelConfig {
  const { env } = surroundings;
  const scratchFolder = own(env, "CLAUDE_CLI_CWD") ?? join(homeFolder(env), ".memorymaster", "claude_cli_scratch");
  const baseUrl = variable(env, "OPENAI_BASE_URL");
  const openai = service(env, "OPENAI_API_KEY");
  const fallback = own(env, "LLM_FALLBACK_PROVIDER");
  const openCode = own(env, "OPENCODE_COMMAND")?.split(/\s+/) ?? ["opencode"];
  return {
    provider: own(env, "LLM_PROVIDER"),
    model: own(env, "LLM_MODEL"),
    fallback: fallback === undefined ? undefined : { provider: fallback, model: own(env, "LLM_FALLBACK_MODEL") },
    timeoutMs: seconds(env, "LLM_TIMEOUT_SECONDS"),
    connections: {
      google: {
        apiKeys: googleKeys(surroundings, providers),
        cooldownMs: seconds(env, "LLM_KEY_COOLDOWN_SECONDS"),
        baseUrl: variable(env, "GEMINI_BASE_URL"),
      },
      openai: openai && { ...openai, baseUrl },
      anthropic: service(env, "ANTHROPIC_API_KEY") && {
        ...service(env, "ANTHROPIC_API_KEY"),
        baseUrl: variable(env, "ANTHROPIC_BASE_URL"),
      },
      ollama: { baseUrl: variable(env, "OLLAMA_URL") },
      "openai-compatible": baseUrl === undefined ? undefined : { ...openai, baseUrl, model: own(env, "LLM_MODEL") },
      claude_cli: {
        command: [own(env, "CLAUDE_CLI_BIN") ?? "claude"],
        scratchFolder,
        timeoutMs: seconds(env, "CLAUDE_CLI_TIMEOUT"),
        environment: providers.commandEnvironment("claude_cli", env),
      },
      opencode: {
        command: openCode as [string, ...string[]],
        scratchFolder,
        timeoutMs: seconds(env, "OPENCODE_TIMEOUT"),
        effort: own(env, "LLM_REASONING_EFFORT"),
        environment: providers.commandEnvironment("opencode", env),
      },
    },
  };
}

export const callLimits = (env: Environment): CallLimits => ({
  maxCalls: numberOf(env, "MAX_LLM_CALLS_PER_CYCLE"),
  maxTokens: numberOf(env, "MAX_TOKENS_PER_CYCLE"),
  maxProviderFailures: numberOf(env, "MAX_PROVIDER_FAILURES_PER_CYCLE"),
});

const DAILY: Readonly<Record<keyof DailyLimits, string>> = {
  llm_calls: "MAX_LLM_CALLS_PER_DAY",
  provider_calls: "MAX_PROVIDER_CALLS_PER_DAY",
  embedding_items: "MAX_EMBEDDING_ITEMS_PER_DAY",
  mcp_ingests: "MAX_MCP_INGESTS_PER_DAY",
  mcp_ingests_per_agent: "MAX_MCP_INGESTS_PER_AGENT_PER_DAY",
};

/** Caps of a day with the file that counts; `undefined` = nothing is counted. */
export function dailyCaps({
  env,
  cwd,
}: Pick<Surroundings, "env" | "cwd">): { readonly path: string; readonly limits: DailyLimits } | undefined {
  const limits = Object.fromEntries(Object.entries(DAILY).map(([cap, name]) => [cap, numberOf(env, name)]));
  const file = own(env, "USAGE_LEDGER_DB");
  if (file === undefined && Object.values(limits).every((limit) => limit === undefined)) return undefined;
  return { path: absolutePath(file ?? "~/.memorymaster/usage-ledger.db", { cwd, env }), limits };
}

export const failureInterval = (env: Environment): number | undefined =>
  seconds(env, "PROVIDER_FAILURE_EVENT_INTERVAL_SECONDS");

/** Whether a model was named: a key that happens to be there sends nothing. */
export const namesModel = (env: Environment): boolean => own(env, "LLM_PROVIDER") !== undefined;
