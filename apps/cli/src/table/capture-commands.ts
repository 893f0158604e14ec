import { CONTEXT_FORMATS } from "@memorymaster/core";

import type { CommandSpec } from "../command.ts";

/** Commands between a session of an agent and the memory: what is said goes in, what is known comes out. */
export const CAPTURE_COMMANDS: readonly CommandSpec[] = [
  {
    name: "recall",
    about: "print what is known about a prompt, for an agent to read before it answers",
    details: "Prints a block of claims that is never larger than the budget, or (no relevant context found).",
    args: [{ name: "query", about: "the prompt" }],
    document: true,
    options: [
      { flags: "--budget <tokens>", about: "upper bound of the whole block (default: 2000)", kind: "count" },
      { flags: "--format <format>", about: "form of the block (default: text)", choices: CONTEXT_FORMATS },
      { flags: "--scope-allowlist <a,b>", about: "scopes to search (default: project, user, global)", kind: "list" },
      { flags: "--trusted", about: "confirmed claims only" },
    ],
    examples: [
      { does: "before a task", run: 'recall "fix the staging deploy"' },
      { does: "as XML, confirmed claims only", run: 'recall "staging api" --format xml --trusted' },
    ],
    load: async () => (await import("../commands/recall.ts")).recall,
  },
  {
    name: "observe",
    about: "store a note as a claim when its words say that it is worth keeping",
    details:
      "Preferences, decisions, constraints, facts, events and commitments are told by their words; anything else is left " +
      "out, unless --force is given. Secrets are taken out, and a text is cut after 2000 characters.",
    options: [
      { flags: "--text <text>", about: "the note" },
      { flags: "--source <source>", about: "where it comes from (default: session)" },
      { flags: "--scope <scope>", about: "default: project" },
      { flags: "--force", about: "store it whatever its words are" },
    ],
    examples: [{ does: "note a decision", run: 'observe --text "We decided to deploy on Tuesdays"' }],
    load: async () => (await import("../commands/observe.ts")).observe,
  },
  {
    name: "mine-transcript",
    about: "take in what was said in sessions of Claude Code and Codex",
    details:
      "Every turn is stored word for word, and answers that state a cause, a decision, a workaround and the like become " +
      "candidates. Only what is new since the last run is read. What no one said is left out: instructions and summaries " +
      "of programs, and context that this memory has handed out; output of tools is kept to a fifth. Secrets are taken out.",
    options: [
      { flags: "--input <file|dir>", about: "a transcript, or a folder with some in it or below" },
      { flags: "--scope <scope>", about: "default: the project that each session began in" },
      { flags: "--max <n>", about: "claims at most; the next run goes on behind them (default: 100)", kind: "count" },
      { flags: "--no-claims", about: "turns only" },
    ],
    examples: [
      { does: "all sessions of Claude Code", run: "mine-transcript --input ~/.claude/projects" },
      { does: "one session, without claims", run: "mine-transcript --input session.jsonl --no-claims" },
    ],
    load: async () => (await import("../commands/mine-transcript.ts")).mineTranscripts,
  },
];
