import { expect, test } from "vitest";

import * as providers from "../src/index.ts";

test("the package gives these names, each of them a promise", () => {
  expect(Object.keys(providers).sort()).toEqual([
    "DEFAULT_LOCAL_MODEL",
    "EMBEDDER_KINDS",
    "EMBEDDING_MODELS",
    "LANGUAGE_PROVIDERS",
    "LANGUAGE_PROVIDER_NAMES",
    "chooseEmbedder",
    "claudeTranscriptFolder",
    "commandEnvironment",
    "createLanguageModel",
    "findProvider",
    "isModelInstalled",
    "parseKeyFile",
    "parseKeyList",
    "pullModel",
    "purgeTranscripts",
    "throttleFailures",
    "withinCallBudget",
  ]);
});
