import type { CommandSpec } from "../command.ts";

/** Commands that put away many claims at once. */
export const ARCHIVE_COMMANDS: readonly CommandSpec[] = [
  {
    name: "compact",
    about: "archive claims that were retired long ago, once files hold what they said",
    details:
      "Stale, superseded and conflicted claims that nothing has touched since. The files go to artifacts/compaction in the " +
      "workspace; when they cannot be written, no claim changes.",
    options: [
      { flags: "--retain-days <n>", about: "days without a change (default: 30)", kind: "number" },
      { flags: "--event-retain-days <n>", about: "only noted: events are kept (default: 60)", kind: "number" },
      { flags: "--limit <n>", about: "claims (default: 500)", kind: "count" },
      { flags: "--dry-run", about: "say what would be done, and change nothing" },
    ],
    examples: [{ does: "what would go", run: "compact --dry-run" }],
    load: async () => (await import("../commands/maintenance/jobs.ts")).compactCommand,
  },
  {
    name: "archive-by-source",
    about: "archive every claim that an agent has stored",
    details: "Without --apply it only lists them.",
    args: [{ name: "agent", about: "its name, as list-claims shows it" }],
    options: [
      { flags: "--limit <n>", about: "claims (default: 500)", kind: "count" },
      { flags: "--apply", about: "archive them" },
    ],
    examples: [{ does: "an agent went wild", run: "archive-by-source nightly-bot --apply" }],
    load: async () => (await import("../commands/maintenance/jobs.ts")).archiveBySourceCommand,
  },
];
