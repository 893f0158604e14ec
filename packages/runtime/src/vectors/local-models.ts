import type { PulledModel, PullOptions } from "@memorymaster/providers";

import { variable } from "../environment.ts";
import type { OpenOptions } from "../open-options.ts";
import { readSurroundings } from "../surroundings.ts";
import { modelFolder } from "./embedder-config.ts";

/** A model that can run on this machine. */
export interface LocalModel {
  readonly model: string;
  /** Length of its vectors. */
  readonly dims: number;
  /** Size of the download in megabytes. */
  readonly downloadMegabytes: number;
  readonly isInstalled: boolean;
  /** Whether the settings name it. */
  readonly isChosen: boolean;
}

export interface LocalModels {
  /** Where they lie; absolute. */
  readonly folder: string;
  readonly models: readonly LocalModel[];
}

/** The local models that are known by name. */
export async function listLocalModels(options: OpenOptions): Promise<LocalModels> {
  const { EMBEDDING_MODELS, isModelInstalled } = await import("@memorymaster/providers");
  const surroundings = readSurroundings(options);
  const folder = modelFolder(surroundings);
  const chosen = surroundings.config.runtime.embed_local_model.toLowerCase();
  const models = EMBEDDING_MODELS.flatMap(({ name, dims, downloadMegabytes }): readonly LocalModel[] => {
    if (downloadMegabytes === undefined) return [];
    const isChosen = chosen.split("/").at(-1) === name.toLowerCase();
    return [{ model: name, dims, downloadMegabytes, isInstalled: isModelInstalled(name, folder), isChosen }];
  });
  return { folder, models };
}

/**
 * Downloads a model, by default the one that the settings name, from the model hub or the mirror in `HF_ENDPOINT`. What
 * is there already is kept; a download that was cut is taken up again.
 *
 * @throws InvalidInputError `input.invalid` for a name that is none; ProviderError `embed.unavailable`
 */
export async function pullLocalModel(
  options: OpenOptions,
  model: string | undefined,
  pull: Pick<PullOptions, "onProgress" | "signal">,
): Promise<PulledModel> {
  const { pullModel } = await import("@memorymaster/providers");
  const surroundings = readSurroundings(options);
  const host = variable(surroundings.env, "HF_ENDPOINT");
  const wanted = model ?? surroundings.config.runtime.embed_local_model;
  return pullModel(wanted, modelFolder(surroundings), { ...pull, ...(host !== undefined && { host }) });
}
