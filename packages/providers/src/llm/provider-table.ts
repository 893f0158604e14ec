/** What is known of a provider, as data: update it here when a model is retired. */
export interface ProviderRow {
  readonly aliases: readonly string[];
  /** Asked when the configuration names none; absent = it must name one. */
  readonly model?: string;
  /** Up to and with the version. Absent = a program of this machine, or an address that is configured. */
  readonly baseUrl?: string;
  /** Environment variable that usually holds the key or address, for messages. */
  readonly variable: string;
  readonly needsKey: boolean;
  /** Package that speaks to it. Absent = none is needed. */
  readonly library?: string;
  /** The schema goes to the service, which keeps to it; otherwise it is part of the prompt. */
  readonly isStructured: boolean;
  readonly temperature?: number;
  /** Of the answer. */
  readonly maxTokens: number;
  /** Longest wait for one answer, in ms. */
  readonly timeoutMs: number;
}

const HTTP = { maxTokens: 500, timeoutMs: 10_000 } as const;

export const LANGUAGE_PROVIDER_NAMES = [
  "google",
  "openai",
  "anthropic",
  "ollama",
  "openai-compatible",
  "claude_cli",
  "opencode",
] as const;
export type LanguageProvider = (typeof LANGUAGE_PROVIDER_NAMES)[number];

export const LANGUAGE_PROVIDERS: Readonly<Record<LanguageProvider, ProviderRow>> = {
  google: {
    ...HTTP,
    aliases: ["gemini"],
    model: "gemini-3.1-flash-lite-preview",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    variable: "GEMINI_API_KEY",
    needsKey: true,
    library: "@ai-sdk/google",
    isStructured: true,
    temperature: 0.1,
  },
  openai: {
    ...HTTP,
    aliases: [],
    model: "gpt-4o-mini",
    baseUrl: "https://api.openai.com/v1",
    variable: "OPENAI_API_KEY",
    needsKey: true,
    library: "@ai-sdk/openai",
    isStructured: true,
    temperature: 0.1,
  },
  anthropic: {
    ...HTTP,
    aliases: ["claude"],
    model: "claude-haiku-4-5-20251001",
    baseUrl: "https://api.anthropic.com/v1",
    variable: "ANTHROPIC_API_KEY",
    needsKey: true,
    library: "@ai-sdk/anthropic",
    isStructured: false,
  },
  ollama: {
    aliases: [],
    model: "llama3.2:3b",
    baseUrl: "http://localhost:11434",
    variable: "OLLAMA_URL",
    needsKey: false,
    isStructured: true,
    temperature: 0.1,
    maxTokens: 1_500,
    timeoutMs: 60_000,
  },
  // Servers of OpenAI's protocol differ in what they make of a schema, so the prompt holds it.
  "openai-compatible": {
    ...HTTP,
    aliases: ["custom"],
    variable: "OPENAI_BASE_URL",
    needsKey: false,
    library: "@ai-sdk/openai-compatible",
    isStructured: false,
    temperature: 0.1,
    timeoutMs: 60_000,
  },
  claude_cli: {
    aliases: ["claude-cli"],
    model: "claude-haiku-4-5-20251001",
    variable: "MEMORYMASTER_CLAUDE_CLI_BIN",
    needsKey: false,
    isStructured: false,
    maxTokens: 500,
    timeoutMs: 120_000,
  },
  opencode: {
    aliases: ["opencode_cli", "opencode-cli"],
    model: "openai/gpt-5.4-mini",
    variable: "MEMORYMASTER_OPENCODE_COMMAND",
    needsKey: false,
    isStructured: false,
    maxTokens: 500,
    timeoutMs: 180_000,
  },
};

/** Whether it is a program of this machine. */
export const isProgram = (name: LanguageProvider): boolean => name === "claude_cli" || name === "opencode";

/** The provider of a name or alias in any case. */
export function findProvider(name: string): LanguageProvider | undefined {
  const wanted = name.trim().toLowerCase();
  return LANGUAGE_PROVIDER_NAMES.find(
    (known) => known === wanted || LANGUAGE_PROVIDERS[known].aliases.includes(wanted),
  );
}
