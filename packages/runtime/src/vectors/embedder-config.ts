import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";

import type { EmbedderConfig } from "@memorymaster/providers";
import { absolutePath } from "../choose-database.ts";
import { variable } from "../environment.ts";
import type { Environment } from "../environment.ts";
import type { Surroundings } from "../surroundings.ts";

const OLLAMA = "http://127.0.0.1:11434";
const OPENAI = "https://api.openai.com/v1";

/** Ollama when a model of it is named, else OpenAI or a server that speaks like it. */
function openAiCompatible(env: Environment): EmbedderConfig["openAiCompatible"] {
  const ollamaModel = variable(env, "OLLAMA_EMBED_MODEL");
  if (ollamaModel !== undefined) {
    return { baseUrl: `${(variable(env, "OLLAMA_URL") ?? OLLAMA).replace(/\/+$/, "")}/v1`, model: ollamaModel };
  }
  const apiKey = variable(env, "OPENAI_API_KEY");
  const baseUrl = variable(env, "OPENAI_BASE_URL") ?? (apiKey === undefined ? undefined : OPENAI);
  if (baseUrl === undefined) return undefined;
  return { baseUrl, apiKey, model: variable(env, "OPENAI_EMBED_MODEL") ?? "text-embedding-3-small" };
}

/** Folder of local models, absolute. */
export function modelFolder({ config, cwd, env }: Pick<Surroundings, "config" | "cwd" | "env">): string {
  return absolutePath(config.runtime.embed_model_dir, { cwd, env });
}

/** A model given by path is looked for from the current folder; a name stays a name. */
function localModel({ config, cwd, env }: Surroundings): string {
  const model = config.runtime.embed_local_model;
  return /^(?:[~./\\]|[A-Za-z]:)/.test(model) ? absolutePath(model, { cwd, env }) : model;
}

/** The chain as settings and variables have it. */
export function embedderConfig(surroundings: Surroundings): EmbedderConfig {
  const { env, config } = surroundings;
  const geminiKey = variable(env, "GEMINI_API_KEY") ?? variable(env, "GOOGLE_API_KEY");
  return {
    provider: config.runtime.embed_provider,
    local: {
      folder: modelFolder(surroundings),
      model: localModel(surroundings),
      allowDownload: config.runtime.embed_allow_download,
    },
    gemini: geminiKey === undefined ? undefined : { apiKey: geminiKey },
    openAiCompatible: openAiCompatible(env),
  };
}

function mayBeLocal({ local }: EmbedderConfig): boolean {
  if (local === undefined) return false;
  return local.allowDownload === true || isAbsolute(local.model ?? "") || existsSync(local.folder);
}

/**
 * Whether it is worth looking for a model at all. Most processes have none, and should not load what looks for one only
 * to find that out.
 */
export function mayEmbed(config: EmbedderConfig): boolean {
  const hasService = (config.gemini ?? config.openAiCompatible) !== undefined;
  switch (config.provider) {
    case "none":
      return false;
    case "gemini":
    case "openai-compatible":
      return hasService;
    case "auto":
      return hasService || mayBeLocal(config);
    case "local":
    case undefined:
      return mayBeLocal(config);
  }
}
