export { chooseEmbedder, EMBEDDER_KINDS } from "./choose-embedder.ts";
export type { EmbedderChoice, EmbedderConfig, EmbedderDeps, EmbedderStep, LocalOptions } from "./choose-embedder.ts";
export type { EmbedFailureReason } from "./embed-failure.ts";
export { isModelInstalled } from "./local-files.ts";
export { DEFAULT_LOCAL_MODEL, EMBEDDING_MODELS } from "./model-table.ts";
export type { ModelRow } from "./model-table.ts";
export { pullModel } from "./pull-model.ts";
export type { PulledModel, PullOptions, PullProgress } from "./pull-model.ts";
export type { GeminiOptions, OpenAiCompatibleOptions } from "./remote-backends.ts";
