import type { CommandSpec } from "../command.ts";

/** Commands that carry a whole store elsewhere. */
export const TRANSFER_COMMANDS: readonly CommandSpec[] = [
  {
    name: "export",
    about: "write the whole store as lines of JSON that any other store can read",
    details:
      "Everything of everybody: every scope, tenant and state, private and sensitive claims too; a file is readable by " +
      "its owner only. Two exports of one state are the same, byte for byte. Others may write meanwhile. What stays " +
      "behind: sealed originals of redacted words, the last folder of a project, and what can be derived.",
    options: [
      { flags: "--output <file>", about: "where to; - is stdout (default: -)" },
      { flags: "--force", about: "replace a file that is there" },
    ],
    document: ({ output = "-" }) => output === "-",
    examples: [
      { does: "into a file", run: "export --output memory.jsonl" },
      { does: "to another machine", run: "export | ssh build memorymaster import -" },
    ],
    load: async () => (await import("../commands/export.ts")).exportStore,
  },
  {
    name: "import",
    about: "fill an empty store from an export",
    details:
      "All or nothing: a damaged line, a broken chain of events or a secret refuses the whole file, and says which line " +
      "it is. A store that holds every claim of the file already stays as it is; one with other claims is refused.",
    args: [{ name: "file", about: "the export; - reads stdin", optional: true }],
    options: [
      { flags: "--input <file>", about: "the same as the argument" },
      { flags: "--dry-run", about: "only say what would happen" },
      { flags: "--redact", about: "take secrets out of claims and citations instead of refusing the file" },
      { flags: "--partial", about: "keep what stands before the first damaged line" },
    ],
    examples: [
      { does: "into a new database", run: "import memory.jsonl --db copy.db" },
      { does: "is the file whole, and free of secrets?", run: "import memory.jsonl --dry-run --db copy.db" },
    ],
    load: async () => (await import("../commands/import.ts")).importStore,
  },
];
