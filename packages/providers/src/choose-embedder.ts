import { isAbsolute } from "node:path";
import type { Clock, Embedder } from "@memorymaster/core";
import { MemoryMasterError } from "@memorymaster/core";
import type { EmbeddingBackend } from "./create-embedder.ts";
import { createEmbedder } from "./create-embedder.ts";
import { localBackend } from "./local-backend.ts";
import { findLocalFiles } from "./local-files.ts";
import { DEFAULT_LOCAL_MODEL, modelRow } from "./model-table.ts";
import { pullModel } from "./pull-model.ts";
import type { GeminiOptions, OpenAiCompatibleOptions } from "./remote-backends.ts";
import { geminiBackend, openAiCompatibleBackend } from "./remote-backends.ts";

/** The chain, first choice first. */
export const EMBEDDER_KINDS = ["local", "gemini", "openai-compatible"] as const;
type EmbedderKind = (typeof EMBEDDER_KINDS)[number];

export interface LocalOptions {
  /** Holds models as `owner/name`. */
  readonly folder: string;
  /** A name, `owner/name`, or the absolute path of a model's folder. Default `multilingual-e5-small`. */
  readonly model?: string | undefined;
  /** Fetch a missing model now, which may take minutes. Default false: nothing is ever downloaded. */
  readonly allowDownload?: boolean | undefined;
}

export interface EmbedderConfig {
  /** `auto` (default) takes the first of the chain that is usable; a name only that one; `none` none. */
  readonly provider?: EmbedderKind | "auto" | "none" | undefined;
  readonly local?: LocalOptions | undefined;
  readonly gemini?: GeminiOptions | undefined;
  readonly openAiCompatible?: OpenAiCompatibleOptions | undefined;
  /** Texts that may be sent to a service in the life of the embedder. Default 10,000. */
  readonly maxRemoteTexts?: number | undefined;
}

export interface EmbedderDeps {
  readonly clock: Clock;
  /** Whether a text may not leave this machine. */
  readonly isSensitive: (text: string) => boolean;
}

export interface EmbedderStep {
  readonly kind: EmbedderKind;
  /** `standby`: set up, not looked at since an earlier one is used. `off`: excluded by `provider`. */
  readonly state: "used" | "standby" | "unavailable" | "not_configured" | "off";
  /** One line for people: what is used, or what is wrong and what to do about it. */
  readonly detail: string;
}

export interface EmbedderChoice {
  /** Absent: text search only. */
  readonly embedder: Embedder | undefined;
  /** The whole chain in order. */
  readonly steps: readonly EmbedderStep[];
}

/** What opening a step gives; a string says why it cannot be used. */
type Opened = EmbeddingBackend | string;
type Openers = Readonly<Record<EmbedderKind, (() => Promise<Opened>) | undefined>>;

/**
 * The first embedder of the chain that is usable, and what became of each step. Never throws; a model is loaded and a
 * service asked only when the first text comes.
 */
export async function chooseEmbedder(config: EmbedderConfig, deps: EmbedderDeps): Promise<EmbedderChoice> {
  const openers = openersOf(config, deps);
  const wanted = config.provider ?? "auto";
  const steps: EmbedderStep[] = [];
  let chosen: EmbeddingBackend | undefined;
  for (const kind of EMBEDDER_KINDS) {
    const open = openers[kind];
    const add = (state: EmbedderStep["state"], detail: string): unknown => steps.push({ kind, state, detail });
    if (wanted !== "auto" && wanted !== kind) add("off", `the provider is set to ${wanted}`);
    else if (open === undefined) add("not_configured", "not set up");
    else if (chosen !== undefined) add("standby", `${chosen.spec.provider} comes first`);
    else {
      const opened = await open().catch((error: unknown) => reasonOf(error, kind));
      chosen = typeof opened === "string" ? undefined : opened;
      if (typeof opened === "string") add("unavailable", opened);
      else add("used", `${opened.spec.model}, ${opened.spec.dims} dimensions`);
    }
  }
  return { embedder: chosen && createEmbedder(chosen, deps.clock), steps };
}

function openersOf(config: EmbedderConfig, { isSensitive }: EmbedderDeps): Openers {
  const { local, gemini, openAiCompatible, maxRemoteTexts: maxTexts = 10_000 } = config;
  const rules = { isSensitive, maxTexts };
  return {
    local: local && (() => openLocal(local)),
    gemini: gemini && (() => geminiBackend(gemini, rules)),
    "openai-compatible": openAiCompatible && (() => openAiCompatibleBackend(openAiCompatible, rules)),
  };
}

async function openLocal({ folder, allowDownload, model = DEFAULT_LOCAL_MODEL }: LocalOptions): Promise<Opened> {
  // Throws when it is not installed; loading it to find that out would cost every start.
  import.meta.resolve("@huggingface/transformers");
  if (allowDownload === true && !isAbsolute(model)) await pullModel(model, folder);
  const files = findLocalFiles(model, folder);
  if (files.missing.length === 0) return localBackend(files);
  const missing = `${files.missing.join(", ")} not in ${files.directory}`;
  if (isAbsolute(model)) return missing;
  const { downloadMegabytes = "unknown" } = modelRow(model);
  return `${missing}: run \`memorymaster models pull ${model}\` (megabytes: ${downloadMegabytes})`;
}

const LIBRARIES: Readonly<Record<EmbedderKind, string>> = {
  local: "@huggingface/transformers",
  gemini: "ai and @ai-sdk/google",
  "openai-compatible": "ai and @ai-sdk/openai-compatible",
};

/** Our own errors say what to do; others may hold what they were given. */
function reasonOf(error: unknown, kind: EmbedderKind): string {
  if (error instanceof MemoryMasterError) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code.endsWith("MODULE_NOT_FOUND") ? `install ${LIBRARIES[kind]}` : "it could not be opened";
}
