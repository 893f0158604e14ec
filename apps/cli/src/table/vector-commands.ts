import { LIVE_STATUSES } from "@memorymaster/core";

import type { CommandSpec } from "../command.ts";
import type { OptionSpec } from "../option-spec.ts";

const SERVERS: readonly OptionSpec[] = [
  {
    flags: "--qdrant-url <url>",
    about: "address of Qdrant (default: QDRANT_URL, else the index in the database)",
    variable: "QDRANT_URL",
  },
  {
    flags: "--ollama-url <url>",
    about: "address of Ollama, whose model OLLAMA_EMBED_MODEL names (default: OLLAMA_URL)",
    variable: "OLLAMA_URL",
  },
];

/** Commands for search by meaning. */
export const VECTOR_COMMANDS: readonly CommandSpec[] = [
  {
    name: "models",
    about: "list or download models that find claims by meaning, on this machine",
    details:
      "Nothing is ever downloaded unless asked for. The library that runs a model is installed apart: npm install " +
      "@huggingface/transformers where memorymaster is installed. HF_ENDPOINT names a mirror of the model hub.",
    args: [
      { name: "action", about: "what to do", choices: ["list", "pull"] },
      { name: "model", about: "a name or owner/name (default: multilingual-e5-small, 135 MB)", optional: true },
    ],
    examples: [
      { does: "which there are", run: "models list" },
      { does: "download the default one", run: "models pull" },
    ],
    load: async () => (await import("../commands/models.ts")).models,
  },
  {
    name: "qdrant-sync",
    about: "bring the index of meanings into step with the claims",
    details:
      "Of whatever kind the index is: the one in the database, or Qdrant. Takes up where the last run stopped; with " +
      "another model than before, it builds the index anew beside the old one and then changes over.",
    options: SERVERS,
    examples: [
      { does: "after models pull, and now and then", run: "qdrant-sync" },
      { does: "into Qdrant", run: "qdrant-sync --qdrant-url http://127.0.0.1:6333" },
    ],
    load: async () => (await import("../commands/qdrant-sync.ts")).qdrantSync,
  },
  {
    name: "qdrant-reconcile",
    about: "compare the index of meanings with the claims, point by point, and repair it",
    details:
      "Points without a claim are deleted, missing and outdated ones are written. Without --full no more than " +
      "--threshold of them; the rest is reported. More than a fifth of the points is deleted with --force alone.",
    options: [
      { flags: "--full", about: "repair everything" },
      { flags: "--threshold <n>", about: "repairs at most (default: 100)", kind: "count" },
      { flags: "--force", about: "delete however many points have no claim" },
      ...SERVERS,
    ],
    examples: [
      { does: "look and repair a little", run: "qdrant-reconcile" },
      { does: "repair everything", run: "qdrant-reconcile --full" },
    ],
    load: async () => (await import("../commands/qdrant-reconcile.ts")).qdrantReconcile,
  },
  {
    name: "qdrant-search",
    about: "find claims by meaning, and say what the index had to do with it",
    details:
      "The index gives no more than ids: every claim is read from the database, and what the caller may not see, or " +
      "what has changed since, is dropped. When the index does not answer, words do.",
    args: [{ name: "text", about: "the question" }],
    options: [
      { flags: "--limit <n>", about: "rows, 1 to 1000 (default: 5)", kind: "count" },
      { flags: "--min-confidence <x>", about: "leave out claims of less confidence (default: 0)", kind: "number" },
      { flags: "--states <a,b>", about: `only these of ${LIVE_STATUSES.join(", ")}`, kind: "list" },
      ...SERVERS,
    ],
    examples: [{ does: "ask by meaning", run: 'qdrant-search "how do we ship to production"' }],
    load: async () => (await import("../commands/qdrant-search.ts")).qdrantSearch,
  },
];
