import { join } from "node:path";
import { createFixedClock } from "@memorymaster/core/testing";
import { writeTinyModel } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import type { EmbedderConfig } from "../src/index.ts";
import { chooseEmbedder } from "../src/index.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const deps = { clock: createFixedClock(), isSensitive: () => false };
const GEMINI = { apiKey: "key" };
const ADDRESS = "the address must be http or https without a user name; a key goes by https or to this machine only";
const OLLAMA = { baseUrl: "http://127.0.0.1:11434/v1", model: "nomic-embed-text" };

async function stepsOf(config: EmbedderConfig): Promise<string[]> {
  const { embedder, steps } = await chooseEmbedder(config, deps);
  return [...steps.map(({ kind, state, detail }) => `${kind} ${state}: ${detail}`), embedder?.spec.provider ?? "none"];
}

test("without any setting nothing is used", async () => {
  expect(await stepsOf({})).toEqual([
    "local not_configured: not set up",
    "gemini not_configured: not set up",
    "openai-compatible not_configured: not set up",
    "none",
  ]);
});

test("a local model comes before the services", async () => {
  const folder = temporaryFolder();
  writeTinyModel(join(folder, "Xenova/multilingual-e5-small"));

  expect(await stepsOf({ local: { folder }, gemini: GEMINI, openAiCompatible: OLLAMA })).toEqual([
    "local used: Xenova/multilingual-e5-small, 8 dimensions",
    "gemini standby: local comes first",
    "openai-compatible standby: local comes first",
    "local",
  ]);
});

test("a service stands in for a local model that is not there", async () => {
  const folder = temporaryFolder();

  const steps = await stepsOf({ local: { folder, model: join(folder, "gone") }, gemini: GEMINI });

  expect(steps).toEqual([
    `local unavailable: config.json, tokenizer.json, tokenizer_config.json, onnx/model_quantized.onnx not in ${join(folder, "gone")}`,
    "gemini used: gemini-embedding-001, 768 dimensions",
    "openai-compatible not_configured: not set up",
    "gemini",
  ]);
});

test("a named provider is the only one", async () => {
  expect(await stepsOf({ provider: "openai-compatible", gemini: GEMINI, openAiCompatible: OLLAMA })).toEqual([
    "local off: the provider is set to openai-compatible",
    "gemini off: the provider is set to openai-compatible",
    "openai-compatible used: nomic-embed-text, 768 dimensions",
    "openai-compatible",
  ]);
  expect((await stepsOf({ provider: "none", gemini: GEMINI })).at(-1)).toBe("none");
});

test.each([
  ["no address", { ...OLLAMA, baseUrl: "ollama" }, ADDRESS],
  ["another protocol", { ...OLLAMA, baseUrl: "ftp://host/v1" }, ADDRESS],
  ["a user name", { ...OLLAMA, baseUrl: "http://me:word@host/v1" }, ADDRESS],
  ["a key in clear", { ...OLLAMA, baseUrl: "http://10.0.0.5/v1", apiKey: "k" }, ADDRESS],
  ["no length", { ...OLLAMA, model: "other" }, "how long the vectors of other are must be set"],
])("a service set up with %s is unavailable and says so", async (_name, openAiCompatible, detail) => {
  expect(await stepsOf({ openAiCompatible })).toContain(`openai-compatible unavailable: ${detail}`);
});

test("a model name that leaves the folder is refused", async () => {
  expect((await stepsOf({ local: { folder: temporaryFolder(), model: "../other" } }))[0]).toBe(
    "local unavailable: A model is named owner/name",
  );
});
