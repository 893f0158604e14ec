import { CONTEXT_FORMATS, RETRIEVAL_MODES, RETRIEVAL_PROFILES, TURN_SEARCH_MODES } from "@memorymaster/core";

import type { CommandSpec } from "../command.ts";
import type { OptionSpec } from "../option-spec.ts";

/** What both recall commands select by. */
const SELECTION: readonly OptionSpec[] = [
  { flags: "--trusted", about: "confirmed claims only" },
  { flags: "--exclude-candidates", about: "leave out claims that nobody has confirmed" },
  { flags: "--exclude-stale", about: "leave out claims whose evidence changed" },
  { flags: "--exclude-conflicted", about: "leave out claims that contradict another one" },
  { flags: "--include-candidates", about: "no effect: they are included", hidden: true },
  {
    flags: "--retrieval-mode <mode>",
    about: "words only, words and meaning, or meaning first (default: hybrid)",
    choices: RETRIEVAL_MODES,
  },
  { flags: "--profile <profile>", about: "what the ranking favours", choices: RETRIEVAL_PROFILES },
  { flags: "--scope-allowlist <a,b>", about: "scopes to search (default: project, user, global)", kind: "list" },
  { flags: "--as-of <time>", about: "what was valid then (ISO 8601)" },
  { flags: "--allow-sensitive", about: "sensitive claims too; the operator must have allowed it" },
];

/** Commands that find the claims that matter. */
export const RECALL_COMMANDS: readonly CommandSpec[] = [
  {
    name: "query",
    about: "find the claims that answer a question",
    details:
      "Plain words in any language; nothing in them is search syntax. Put -- before a text that begins with a dash.",
    args: [{ name: "text", about: "the question" }],
    options: [
      { flags: "--limit <n>", about: "rows, 1 to 1000 (default: 20)", kind: "count" },
      ...SELECTION,
      { flags: "--auto-classify", about: "choose mode and profile by the kind of question" },
      { flags: "--explain", about: "say how each row was scored and why others were left out" },
    ],
    examples: [
      { does: "ask", run: 'query "which port does staging use"' },
      { does: "only what is confirmed", run: 'query "deploy day" --trusted' },
      { does: "what was true in March", run: 'query "node version of CI" --as-of 2026-03-01' },
    ],
    load: async () => (await import("../commands/query.ts")).query,
  },
  {
    name: "context",
    about: "pack the claims that matter into a block of limited size",
    details: "Prints the block itself, ready to be put before a model. Never more tokens than the budget.",
    args: [{ name: "text", about: "the task or question" }],
    document: true,
    options: [
      { flags: "--budget <tokens>", about: "upper bound of the whole block (default: 4000)", kind: "count" },
      { flags: "--format <format>", about: "form of the block (default: text)", choices: CONTEXT_FORMATS },
      { flags: "--limit <n>", about: "claims to consider, 1 to 1000 (default: 100)", kind: "count" },
      ...SELECTION,
    ],
    examples: [
      { does: "a block of at most 500 tokens", run: 'context "fix the staging deploy" --budget 500' },
      { does: "as XML", run: 'context "staging api" --format xml' },
    ],
    load: async () => (await import("../commands/context.ts")).context,
  },
  {
    name: "federated-query",
    about: "find the claims that answer a question in all projects, and in other databases",
    details:
      "Every scope but those of teams other than the current one; sensitive claims of the current scope only. Each " +
      "--also names one more database, which is opened read-only. A database that cannot be searched is told, and the " +
      "exit code is 1; the others answer.",
    args: [{ name: "text", about: "the question" }],
    options: [
      { flags: "--limit <n>", about: "rows, 1 to 100 (default: 20)", kind: "count" },
      { flags: "--current-scope <scope>", about: "the scope that you are in (default: the project)" },
      { flags: "--scope-allowlist <a,b>", about: "scopes to search, those of teams too (default: all)", kind: "list" },
      { flags: "--also <path|dsn>", about: "search this database too; may be given many times", kind: "repeat" },
      { flags: "--allow-sensitive", about: "sensitive claims too; the operator must have allowed it" },
    ],
    examples: [
      { does: "what any project knows", run: 'federated-query "how do we rotate keys"' },
      { does: "with a second database", run: 'federated-query "retry policy" --also ~/work/memorymaster.db' },
    ],
    load: async () => (await import("../commands/federated-query.ts")).federatedQuery,
  },
  {
    name: "recall-analysis",
    about: "say why a question is answered as it is",
    details: "The rows of query in the same order, with the weights, and the order that each part of the score gives.",
    options: [
      { flags: "--query <text>", about: "the question" },
      { flags: "--limit <n>", about: "rows, 1 to 1000 (default: 10)", kind: "count" },
      { flags: "--mode <mode>", about: "as --retrieval-mode of query (default: hybrid)", choices: RETRIEVAL_MODES },
      ...SELECTION.filter(({ flags }) => !flags.startsWith("--retrieval-mode")),
    ],
    examples: [{ does: "why does this come first", run: 'recall-analysis --query "which port does staging use"' }],
    load: async () => (await import("../commands/recall-analysis.ts")).recallAnalysis,
  },
  {
    name: "search-verbatim",
    about: "find what was said in conversations, word for word",
    details:
      "Searches the turns that transcripts were stored with, for the person at the machine alone. Each row says when, " +
      "in which session and by whom it was said. Redacting or erasing a claim does not change them.",
    args: [{ name: "text", about: "the question" }],
    document: ({ budget }) => budget !== undefined,
    options: [
      { flags: "--scope <scope>", about: "one scope, or project for all projects (default: project, user, global)" },
      { flags: "--limit <n>", about: "rows, 1 to 100 (default: 10)", kind: "count" },
      {
        flags: "--mode <mode>",
        about: "fts answers for the others for now (default: fts)",
        choices: TURN_SEARCH_MODES,
      },
      { flags: "--window <n>", about: "turns before and after each row, 0 to 5 (default: 0)", kind: "number" },
      { flags: "--as-of <time>", about: "what was said until then (ISO 8601)" },
      { flags: "--budget <tokens>", about: "print the best turns as a block of at most so many tokens", kind: "count" },
    ],
    examples: [
      { does: "what was said about it", run: 'search-verbatim "why did we leave Jenkins" --window 2' },
      { does: "ready to be put before a model", run: 'search-verbatim "staging port" --budget 1000' },
    ],
    load: async () => (await import("../commands/search-verbatim.ts")).searchVerbatim,
  },
];
