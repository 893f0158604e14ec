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
    about: "fill an empty store from an export, or add what a store does not hold",
    details:
      "All or nothing: a damaged line, a broken chain of events or a secret refuses the whole file, and says which line " +
      "it is. A store with claims takes those of the file that it does not hold, and leaves its own as they are.",
    args: [{ name: "file", about: "the export; - reads stdin", optional: true }],
    options: [
      { flags: "--input <file>", about: "the same as the argument" },
      { flags: "--dry-run", about: "only say what would happen" },
      { flags: "--redact", about: "take secrets out of claims and citations instead of refusing the file" },
      { flags: "--as-candidates", about: "believe no state and no pin of the file: for one of a stranger" },
      { flags: "--partial", about: "keep what stands before the first damaged line" },
    ],
    examples: [
      { does: "into a new database", run: "import memory.jsonl --db copy.db" },
      { does: "is the file whole, and free of secrets?", run: "import memory.jsonl --dry-run --db copy.db" },
    ],
    load: async () => (await import("../commands/import.ts")).importStore,
  },
  {
    name: "merge-db",
    about: "take in the claims of another store, and settle those that both have",
    details:
      "New claims come as candidates; of those that both have, what changed last counts, and evidence of both is kept. " +
      "What one side has redacted or erased is gone on both. Again is harmless. For replicas of one store --keep-status " +
      "believes states, pins and supersessions too. Exit code 1: some claims were refused.",
    options: [
      { flags: "--source <path|dsn>", about: "a database, or a file of export-delta" },
      { flags: "--keep-status", about: "the source is a replica of this store" },
      { flags: "--dry-run", about: "only say what would happen" },
    ],
    examples: [
      { does: "from the laptop", run: "merge-db --source laptop.db --keep-status" },
      { does: "what would come?", run: "merge-db --source other.db --dry-run" },
    ],
    load: async () => (await import("../commands/merge-db.ts")).mergeDb,
  },
  {
    name: "export-delta",
    about: "write the claims that have changed since a time, for merge-db elsewhere",
    details: "The file must not exist. max_updated_at is the --since of the next one: no change is lost between them.",
    options: [
      { flags: "--since <time>", about: "ISO-8601; claims that changed then or later (default: all)" },
      { flags: "--output <file>", about: "the file to write" },
    ],
    examples: [{ does: "since the new year", run: "export-delta --since 2026-01-01 --output changes.db" }],
    load: async () => (await import("../commands/export-delta.ts")).exportDelta,
  },
  {
    name: "import-legacy",
    about: "take in a database of the earlier Python product, v3.3 to v4.8",
    details:
      "Claims in all states, evidence, links, entities and history; the file is only read. What is in the store already " +
      "is left alone: a second run adds nothing, and one after a broken run goes on. Every row that is not taken as it " +
      "was is named with the reason. Exit code 3: some rows were refused, or the file's own record is broken.",
    args: [{ name: "file", about: "the database" }],
    options: [
      { flags: "--dry-run", about: "only say what an empty store would take" },
      { flags: "--report <file>", about: "write the whole report to a new file" },
    ],
    examples: [
      { does: "into a new database", run: "import-legacy old.db --db new.db" },
      { does: "what would be taken?", run: "import-legacy old.db --dry-run --report report.json" },
    ],
    load: async () => (await import("../commands/import-legacy.ts")).importLegacy,
  },
];
