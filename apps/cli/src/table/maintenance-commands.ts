import { POLICY_MODES } from "@memorymaster/core";

import type { CommandSpec } from "../command.ts";
import type { OptionSpec } from "../option-spec.ts";

const DRY_RUN: OptionSpec = { flags: "--dry-run", about: "say what would be done, and change nothing" };

const limit = (about: string): OptionSpec => ({ flags: "--limit <n>", about, kind: "count" });

const CYCLE_OPTIONS: readonly OptionSpec[] = [
  { flags: "--min-citations <n>", about: "citations that a claim needs to be confirmed (default: 1)", kind: "number" },
  { flags: "--min-score <x>", about: "score from which a candidate is confirmed (default: 0.58)", kind: "number" },
  {
    flags: "--policy-mode <mode>",
    about: "which claims are looked at anew: none, or those that are due (default: legacy)",
    choices: POLICY_MODES,
  },
  { flags: "--policy-limit <n>", about: "claims looked at anew at most (default: 200)", kind: "number" },
  { flags: "--batch-limit <n>", about: "claims that each step takes (default: 200)", kind: "count" },
];

/** Commands that keep what is known true: nothing of them needs a model. */
export const MAINTENANCE_COMMANDS: readonly CommandSpec[] = [
  {
    name: "run-cycle",
    about: "one round of maintenance: validate, decay, check citations, find contradictions, check the database",
    details:
      "Each step takes so many claims, and goes on next time where it ended. A step that fails is told under its key, and " +
      "keeps none of the others; exit code 1 then. One cycle of a database runs at a time: a second one says who runs. " +
      "Run it by a schedule, or see run-daemon.",
    options: [...CYCLE_OPTIONS, { flags: "--with-compact", about: "also archive what was retired 30 days ago" }],
    examples: [
      { does: "after a day of work", run: "run-cycle" },
      { does: "by a schedule", run: "run-cycle --batch-limit 2000 --with-compact" },
    ],
    load: async () => (await import("../commands/maintenance/run-cycle.ts")).runCycleCommand,
  },
  {
    name: "run-daemon",
    about: "run cycles by the clock, and on commits",
    details:
      "Prints one line of JSON for each cycle. A cycle that fails is told and tried again after a pause. SIGINT and SIGTERM " +
      "end it after the claim at hand; exit code 0.",
    document: true,
    options: [
      { flags: "--interval-seconds <s>", about: "between two cycles (default: 3600)", kind: "number" },
      { flags: "--max-cycles <n>", about: "end after so many (default: never)", kind: "number" },
      {
        flags: "--compact-every <n>",
        about: "archive retired claims every so many cycles (default: never)",
        kind: "number",
      },
      { flags: "--git-trigger", about: "a new commit starts a cycle too" },
      { flags: "--git-check-seconds <s>", about: "between two looks at HEAD (default: 10)", kind: "number" },
      ...CYCLE_OPTIONS,
    ],
    examples: [
      { does: "every quarter of an hour, and on commits", run: "run-daemon --interval-seconds 900 --git-trigger" },
    ],
    load: async () => (await import("../commands/maintenance/run-daemon.ts")).runDaemonCommand,
  },
  {
    name: "check-staleness",
    about: "compare cited files and commits with the workspace: what has changed makes its claim stale",
    details:
      "Text that has moved moves the citation; text that was changed or is gone makes the claim stale, unless another " +
      "citation still holds; text that is back confirms it again. Nothing outside the workspace is read. By mtime and git, " +
      "for citations without an excerpt: whether the file was changed since.",
    options: [
      {
        flags: "--mode <mode>",
        about: "what counts as a change (default: content)",
        choices: ["content", "mtime", "git"],
      },
      DRY_RUN,
      limit("claims, those checked longest ago first (default: 500)"),
    ],
    examples: [
      { does: "after a pull", run: "check-staleness" },
      { does: "what would become stale", run: "check-staleness --dry-run" },
    ],
    load: async () => (await import("../commands/maintenance/jobs.ts")).checkStaleness,
  },
  {
    name: "verify-claims",
    about: "look whether files, names and ports that claims speak of are in the workspace",
    details: "Reads and reports only.",
    options: [
      { flags: "--scope <scope>", about: "claims of this scope and those below (default: all)" },
      limit("claims, the surest first (default: 200)"),
    ],
    examples: [{ does: "before you trust what is known", run: "verify-claims" }],
    load: async () => (await import("../commands/maintenance/jobs.ts")).verifyClaimsCommand,
  },
  {
    name: "dedup",
    about: "archive claims that say the same as another one",
    details:
      "The surer claim stays and gets the citations of the other. Claims with other numbers, dates, names or negation are " +
      "no duplicates; those with one subject and predicate and different objects become conflicted. undo brings a claim back.",
    options: [
      {
        flags: "--threshold <x>",
        about: "likeness of meaning, where there is a model (default: 0.92)",
        kind: "number",
      },
      { flags: "--min-text-overlap <x>", about: "share of words in common (default: 0.3)", kind: "number" },
      { flags: "--scope <scope>", about: "exactly this one (default: all)" },
      limit("claims, the oldest first (default: 10000)"),
      DRY_RUN,
    ],
    examples: [{ does: "look first", run: "dedup --dry-run" }],
    load: async () => (await import("../commands/maintenance/jobs.ts")).dedup,
  },
  {
    name: "resolve-conflicts",
    about: "let the better of two claims that contradict each other replace the other",
    details:
      "Pinned claims and the word of a person come first, then confidence, the later change, more citations. Where nothing " +
      "decides, both become conflicted and wait for a person; a claim that is no more than a candidate never replaces a " +
      "confirmed one: a proposal is filed.",
    options: [
      limit("groups (default: 500)"),
      { flags: "--id-tiebreak", about: "where nothing else decides, let the higher id win" },
      { flags: "--llm", about: "ask the language model where nothing else decides" },
      DRY_RUN,
    ],
    examples: [{ does: "who would win", run: "resolve-conflicts --dry-run" }],
    load: async () => (await import("../commands/maintenance/jobs.ts")).resolveConflictsCommand,
  },
  {
    name: "auto-resolve",
    about: "ask the language model which of the conflicted claims to keep",
    details: "An answer that is none leaves both as they are. Needs a language model.",
    options: [limit("pairs (default: 20)")],
    examples: [{ does: "ten pairs", run: "auto-resolve --limit 10" }],
    load: async () => (await import("../commands/maintenance/jobs.ts")).autoResolveCommand,
  },
  {
    name: "detect-contradictions",
    about: "ask the language model about claims that may contradict each other in other words",
    details:
      "Without --apply it reports only. With it, the less sure claim of each pair becomes conflicted. Skipped where no model is set up.",
    options: [
      limit("claims (default: 200)"),
      { flags: "--sample <n>", about: "pairs asked about (default: 50)", kind: "count" },
      { flags: "--sim-low <x>", about: "likeness from which two claims are a pair (default: 0.6)", kind: "number" },
      { flags: "--sim-high <x>", about: "likeness from which they say the same (default: 0.92)", kind: "number" },
      { flags: "--apply", about: "mark what is found" },
    ],
    examples: [{ does: "a sample", run: "detect-contradictions --sample 20" }],
    load: async () => (await import("../commands/maintenance/jobs.ts")).detectContradictionsCommand,
  },
  {
    name: "run-steward",
    about: "probe claims against workspace and memory, and propose what should become of them",
    details:
      "A preview: proposals wait for a person (steward-proposals, resolve-proposal). With --apply they are carried out. The " +
      "report goes to artifacts/steward/steward_report.json in the workspace.",
    options: [
      {
        flags: "--mode <mode>",
        about: "cycles back to back, or by a trigger (default: manual)",
        choices: ["manual", "cadence"],
      },
      {
        flags: "--cadence-trigger <trigger>",
        about: "what starts a cycle (default: timer)",
        choices: ["timer", "commit", "timer_or_commit"],
      },
      { flags: "--interval-seconds <s>", about: "between two cycles (default: 30)", kind: "number" },
      { flags: "--git-check-seconds <s>", about: "between two looks at HEAD (default: 10)", kind: "number" },
      { flags: "--commit-every <n>", about: "commits that start a cycle (default: 1)", kind: "number" },
      { flags: "--max-cycles <n>", about: "cycles (default: 1)", kind: "number" },
      { flags: "--max-claims <n>", about: "claims in a cycle (default: 200)", kind: "number" },
      { flags: "--max-proposals <n>", about: "proposals in a cycle (default: 200)", kind: "number" },
      { flags: "--max-probe-files <n>", about: "files that are searched (default: 200)", kind: "number" },
      {
        flags: "--max-probe-file-bytes <n>",
        about: "size of a file that is searched (default: 524288)",
        kind: "number",
      },
      { flags: "--max-tool-probes <n>", about: "looks into the store (default: 200)", kind: "number" },
      { flags: "--probe-timeout-seconds <s>", about: "for one probe (default: 2)", kind: "number" },
      {
        flags: "--probe-failure-threshold <n>",
        about: "failures that end a probe for the cycle (default: 3)",
        kind: "number",
      },
      { flags: "--disable-semantic-probe", about: "do not look for related claims" },
      { flags: "--disable-tool-probe", about: "do not read claims again" },
      { flags: "--disable-contradiction-probe", about: "do not ask the language model about contradictions" },
      { flags: "--allow-sensitive", about: "sensitive claims too" },
      { flags: "--artifact-json <file>", about: "the report, inside the workspace" },
      { flags: "--apply", about: "carry the proposals out" },
    ],
    examples: [
      { does: "a preview", run: "run-steward" },
      { does: "carry it out", run: "run-steward --apply" },
    ],
    load: async () => (await import("../commands/maintenance/run-steward.ts")).runStewardCommand,
  },
  {
    name: "review-queue",
    about: "list what a person should look at, the most urgent first",
    options: [
      limit("items (default: 100)"),
      { flags: "--exclude-stale", about: "leave out stale claims" },
      { flags: "--exclude-conflicted", about: "leave out conflicted claims" },
      { flags: "--allow-sensitive", about: "sensitive claims too" },
    ],
    examples: [{ does: "the ten most urgent", run: "review-queue --limit 10" }],
    load: async () => (await import("../commands/maintenance/jobs.ts")).reviewQueueCommand,
  },
  {
    name: "quality-scores",
    about: "say how useful claims have been: by how often and how lately they were answered with",
    options: [limit("claims shown, the best first (default: 20)")],
    examples: [{ does: "the ten best", run: "quality-scores --limit 10" }],
    load: async () => (await import("../commands/maintenance/jobs.ts")).qualityScoresCommand,
  },
  {
    name: "feedback-stats",
    about: "count how often claims were answered with",
    examples: [{ does: "after drain-spool", run: "feedback-stats" }],
    load: async () => (await import("../commands/maintenance/jobs.ts")).feedbackStatsCommand,
  },
  {
    name: "recompute-confidence-priors",
    about: "report how often claims of each type were confirmed, and what confidence that suggests",
    details: "A report for people: nothing is changed, and ingest goes on with its default.",
    options: [{ flags: "--window-days <n>", about: "days that count (default: 90)", kind: "count" }],
    examples: [{ does: "of the last month", run: "recompute-confidence-priors --window-days 30" }],
    load: async () => (await import("../commands/maintenance/jobs.ts")).recomputeConfidencePriors,
  },
];
