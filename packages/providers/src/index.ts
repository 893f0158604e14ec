export { chooseEmbedder, EMBEDDER_KINDS } from "./choose-embedder.ts";
export type { EmbedderChoice, EmbedderConfig, EmbedderDeps, EmbedderStep, LocalOptions } from "./choose-embedder.ts";
export type { EmbedFailureReason } from "./embed-failure.ts";
export { isModelInstalled } from "./local-files.ts";
export { DEFAULT_LOCAL_MODEL, EMBEDDING_MODELS } from "./model-table.ts";
export type { ModelRow } from "./model-table.ts";
export { pullModel } from "./pull-model.ts";
export type { PulledModel, PullOptions, PullProgress } from "./pull-model.ts";
export type { GeminiOptions, OpenAiCompatibleOptions } from "./remote-backends.ts";
export { withinCallBudget } from "./llm/call-budget.ts";
export type { CallLimits, CallUsage } from "./llm/call-budget.ts";
export { commandEnvironment } from "./llm/command-backend.ts";
export type { CommandOptions, CommandProvider } from "./llm/command-backend.ts";
export { createLanguageModel } from "./llm/create-language-model.ts";
export type {
  ConfiguredModel,
  FallbackStats,
  LanguageModelConfig,
  LanguageModelDeps,
  ModelChoice,
} from "./llm/create-language-model.ts";
export type { Connections, ServiceOptions } from "./llm/create-targets.ts";
export type { ApiKey } from "./llm/key-ring.ts";
export { findProvider, LANGUAGE_PROVIDER_NAMES, LANGUAGE_PROVIDERS } from "./llm/provider-table.ts";
export type { LanguageProvider, ProviderRow } from "./llm/provider-table.ts";
export { claudeTranscriptFolder, purgeTranscripts } from "./llm/purge-transcripts.ts";
export type { PurgeOptions } from "./llm/purge-transcripts.ts";
export { parseKeyFile, parseKeyList } from "./llm/read-keys.ts";
export { throttleFailures } from "./llm/throttle-failures.ts";
export type { FailureSignal, FailureThrottle, ProviderFailure, ThrottleOptions } from "./llm/throttle-failures.ts";
