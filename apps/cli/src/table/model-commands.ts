import type { CommandSpec } from "../command.ts";

const NEEDS =
  "MEMORYMASTER_LLM_PROVIDER names the model: google, openai, anthropic, ollama, openai-compatible, claude_cli or opencode; " +
  "a key alone sends nothing.";

/** Commands that a language model makes better. */
export const MODEL_COMMANDS: readonly CommandSpec[] = [
  {
    name: "llm-steward",
    about: "let a language model read candidates: what they state becomes structure, what states nothing is archived",
    details:
      "The model confirms nothing: the validator decides afterwards. A claim for which it could not be asked stays as it " +
      `is. Without a model rules do what they can (mode heuristic). ${NEEDS}`,
    options: [
      { flags: "--limit <n>", about: "claims (default: 50)", kind: "count" },
      { flags: "--delay <s>", about: "between two questions (default: 5)", kind: "number" },
      { flags: "--scope <scope>", about: "exactly this one (default: all)" },
      { flags: "--shadow", about: "ask, change nothing, and note what would have been done" },
      { flags: "--no-validate", about: "do not check the formats of what was touched" },
      { flags: "--dry-run", about: "ask, and write nothing" },
    ],
    examples: [
      { does: "what it would do", run: "llm-steward --limit 10 --dry-run" },
      { does: "ten claims", run: "llm-steward --limit 10" },
    ],
    load: async () => (await import("../commands/maintenance/model-jobs.ts")).llmStewardCommand,
  },
  {
    name: "extract-claims",
    about: "find single facts in a text",
    details: `Prints what it finds; --ingest stores it as candidates. Without a model words decide (mode heuristic). ${NEEDS}`,
    options: [
      { flags: "--input <file>", about: "the text; - = stdin" },
      { flags: "--stdin", about: "read the text from stdin" },
      { flags: "--source <source>", about: "what the citations name (default: unstructured)" },
      { flags: "--scope <scope>", about: "default: project" },
      { flags: "--ingest", about: "store what is found" },
    ],
    examples: [{ does: "from meeting notes", run: "extract-claims --input notes.md --ingest" }],
    load: async () => (await import("../commands/maintenance/model-jobs.ts")).extractClaimsCommand,
  },
  {
    name: "compact-summaries",
    about: "let a language model sum up what was archived",
    details: `A summary is a candidate with links to its sources. ${NEEDS}`,
    options: [
      { flags: "--min-cluster <n>", about: "claims that a summary needs (default: 3)", kind: "count" },
      { flags: "--max-cluster <n>", about: "claims in one at most (default: 20)", kind: "count" },
      { flags: "--similarity-threshold <x>", about: "likeness of meaning (default: 0.65)", kind: "number" },
      { flags: "--limit <n>", about: "archived claims (default: 500)", kind: "count" },
      { flags: "--dry-run", about: "say what would be summed up; asks nobody" },
    ],
    examples: [{ does: "what would be summed up", run: "compact-summaries --dry-run" }],
    load: async () => (await import("../commands/maintenance/model-jobs.ts")).compactSummariesCommand,
  },
  {
    name: "evolve-skills",
    about: "let a language model propose procedures from the claims that were used most and never",
    details: `What it proposes are candidates. ${NEEDS}`,
    options: [{ flags: "--min-feedback <n>", about: "uses that there must have been (default: 20)", kind: "number" }],
    examples: [{ does: "after some weeks", run: "evolve-skills" }],
    load: async () => (await import("../commands/maintenance/model-jobs.ts")).evolveSkillsCommand,
  },
];
