import type { CommandSpec } from "../command.ts";

/** Commands that check and repair the database. */
export const UPKEEP_COMMANDS: readonly CommandSpec[] = [
  {
    name: "integrity",
    about: "check that the database is whole, and repair what can be repaired",
    details:
      "Without an option it checks everything: the file, the text index, the chain of events, and whether the rows " +
      "agree with each other. Others may read and write meanwhile. Exit code 1 when anything is wrong.",
    options: [
      { flags: "--quick-check", about: "check only the file" },
      { flags: "--fk-check", about: "check only the file and where its rows point" },
      { flags: "--full", about: "compare the text index with every claim, not only with the newest 1000" },
      { flags: "--repair-fts", about: "build the text index anew, then check it" },
      { flags: "--fix", about: "repair rows that contradict each other, then check them" },
      { flags: "--checkpoint", about: "move the write-ahead log into the database file" },
      { flags: "--vacuum-snapshot", about: "copy the database without free space, once a day; three copies stay" },
      { flags: "--status", about: "say what is known from earlier checks, without a new one" },
    ],
    examples: [
      { does: "everything", run: "integrity" },
      { does: "a query finds nothing, or what is not there any more", run: "integrity --full" },
      { does: "repair the text index", run: "integrity --repair-fts" },
    ],
    load: async () => (await import("../commands/integrity.ts")).integrity,
  },
  {
    name: "doctor",
    about: "look whether program, configuration and database are well",
    details:
      "Reads only, and takes some seconds at most. Exit code 0 when all is well, 3 with warnings, 1 when something is " +
      "broken; integrity looks more closely.",
    examples: [
      { does: "something is odd", run: "doctor" },
      { does: "in a scheduled check", run: "doctor --json" },
    ],
    load: async () => (await import("../commands/doctor.ts")).doctor,
  },
  {
    name: "drain-spool",
    about: "count which claims queries have handed out",
    details:
      "A query writes nothing to the database: it notes the claims it returns in files under ~/.memorymaster/spool " +
      "(MEMORYMASTER_SPOOL_DIR). Each note is counted once, also when the command is broken off and called again.",
    examples: [{ does: "often enough for recompute-tiers, which does the same first", run: "drain-spool" }],
    load: async () => (await import("../commands/drain-spool.ts")).drainSpool,
  },
  {
    name: "verbatim-cleanup",
    about: "take away conversations that are there twice, that nobody said, or that are old",
    details:
      "Without --apply it only says what would go. Old or too much is what is left after 30 days, 512 MiB and 75000 " +
      "sessions, the oldest first; it goes with --apply --retention alone. Claims are not touched.",
    options: [
      { flags: "--analyze-only", about: "count what there is, and look no further" },
      { flags: "--apply", about: "delete" },
      { flags: "--no-dedup", about: "leave turns that a session holds twice" },
      { flags: "--purge-junk", about: "also turns that this program itself put before a model" },
      { flags: "--retention", about: "also what is too old or too much" },
    ],
    examples: [
      { does: "what would go", run: "verbatim-cleanup --purge-junk --retention" },
      { does: "let it go", run: "verbatim-cleanup --apply --purge-junk --retention" },
    ],
    load: async () => (await import("../commands/verbatim-cleanup.ts")).verbatimCleanup,
  },
  {
    name: "stealth-status",
    about: "say whether this folder has a private database, and which one is in use",
    details: "Opens no database.",
    examples: [{ does: "in the current folder", run: "stealth-status" }],
    load: async () => (await import("../commands/stealth-status.ts")).stealthStatus,
  },
];
