import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { InvalidInputError } from "@memorymaster/core";
import { modelRow } from "./model-table.ts";

const QUANTISED = "onnx/model_quantized.onnx";

/** The files that `pullModel` fetches, weights last. */
export const MODEL_FILES: readonly string[] = ["config.json", "tokenizer.json", "tokenizer_config.json", QUANTISED];

/** What may stand for weights, by the name that the library has for their number format. */
const WEIGHTS: Readonly<Record<LocalFiles["dtype"], string>> = { q8: QUANTISED, fp32: "onnx/model.onnx" };

export interface LocalFiles {
  /** `owner/name`; the name of the folder for a model given by path. */
  readonly model: string;
  readonly directory: string;
  readonly dtype: "q8" | "fp32";
  readonly missing: readonly string[];
}

/** `owner/name` of a model on the hub; without an owner the one that offers most models in this format. @throws InvalidInputError `input.invalid` */
export function repositoryOf(model: string): string {
  const repository = model.includes("/") ? model : `Xenova/${model}`;
  if (/^\w[\w.-]*\/\w[\w.-]*$/.test(repository)) return repository;
  throw new InvalidInputError("input.invalid", "A model is named owner/name", { details: { field: "model" } });
}

/** Where the files of a model are expected, and which of them are not there. */
export function findLocalFiles(model: string, folder: string): LocalFiles {
  const isPath = isAbsolute(model);
  const directory = isPath ? model : join(folder, repositoryOf(model));
  const isMissing = (file: string): boolean => !existsSync(join(directory, file));
  const dtype = isMissing(WEIGHTS.q8) && !isMissing(WEIGHTS.fp32) ? "fp32" : "q8";
  const missing = MODEL_FILES.map((file) => (file === QUANTISED ? WEIGHTS[dtype] : file)).filter(isMissing);
  return { model: isPath ? modelRow(model).name : repositoryOf(model), directory, dtype, missing };
}

/** Whether every file of a model is there. */
export function isModelInstalled(model: string, folder: string): boolean {
  return findLocalFiles(model, folder).missing.length === 0;
}

/** Vector length that the configuration of a model names. */
export async function readDims({ directory }: LocalFiles): Promise<number | undefined> {
  const config = JSON.parse(await readFile(join(directory, "config.json"), "utf8")) as Record<string, unknown>;
  const dims = config["hidden_size"] ?? config["dim"];
  return typeof dims === "number" ? dims : undefined;
}

const SAMPLE_BYTES = 65_536;

/** Tells builds of a model apart without reading all of it: number format, and a hash over size, start and end. */
export async function revisionOf({ directory, dtype }: LocalFiles): Promise<string> {
  await using file = await open(join(directory, WEIGHTS[dtype]));
  const { size } = await file.stat();
  const sample = Buffer.alloc(2 * SAMPLE_BYTES);
  await file.read(sample, 0, SAMPLE_BYTES, 0);
  await file.read(sample, SAMPLE_BYTES, SAMPLE_BYTES, Math.max(0, size - SAMPLE_BYTES));
  return `${dtype}-${hash("sha256", `${size}:${sample.toString("latin1")}`).slice(0, 12)}`;
}
