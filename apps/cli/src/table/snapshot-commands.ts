import type { CommandSpec } from "../command.ts";

const SNAPSHOT = { name: "snapshot", about: "id, or how it begins: see memorymaster snapshots" } as const;

/** Commands that copy the whole database, and bring a copy back. */
export const SNAPSHOT_COMMANDS: readonly CommandSpec[] = [
  {
    name: "snapshot",
    about: "copy the whole database to the folder .memorymaster/snapshots beside it",
    details: "Others may read and write meanwhile. A snapshot stays until you remove its file.",
    options: [
      { flags: "-m, --message <text>", about: "what it is for" },
      { flags: "--git-hook", about: "called by git: the newest 20 are kept", hidden: true },
    ],
    examples: [{ does: "before a big change", run: 'snapshot -m "before the import"' }],
    load: async () => (await import("../commands/snapshot.ts")).snapshot,
  },
  {
    name: "snapshots",
    about: "list the snapshots of the database, newest first",
    examples: [{ does: "which are there", run: "snapshots" }],
    load: async () => (await import("../commands/snapshots.ts")).snapshots,
  },
  {
    name: "rollback",
    about: "put a snapshot in the place of what the database holds now",
    details:
      "The present state becomes a snapshot first, and the last line says how to get it back. Programs that have the " +
      "database open go on with the restored claims. Asks before it acts; elsewhere than on a terminal --yes is needed.",
    args: [SNAPSHOT],
    options: [{ flags: "-y, --yes", about: "do not ask" }],
    examples: [{ does: "an id may be cut short", run: "rollback nogit_20260102 --yes" }],
    load: async () => (await import("../commands/rollback.ts")).rollback,
  },
  {
    name: "diff",
    about: "show which claims were added, removed and changed since a snapshot",
    args: [SNAPSHOT],
    examples: [{ does: "what a rollback would take back", run: "diff nogit_20260102" }],
    load: async () => (await import("../commands/diff.ts")).diff,
  },
  {
    name: "backup",
    about: "copy the whole database to a file of your choice",
    details: "The file must not exist. It holds every claim: keep it where only you can read it.",
    options: [{ flags: "--output <file>", about: "the file to write" }],
    examples: [{ does: "to another disk", run: "backup --output /mnt/disk/memory-2026-01-02.db" }],
    load: async () => (await import("../commands/backup.ts")).backup,
  },
  {
    name: "restore",
    about: "bring a backup or snapshot file into an empty or new database",
    details: "A database that holds claims or events is not touched: for that there is rollback.",
    args: [{ name: "file", about: "the file that backup wrote" }],
    examples: [{ does: "look into a backup", run: "restore memory-2026-01-02.db --db /tmp/look.db" }],
    load: async () => (await import("../commands/restore.ts")).restore,
  },
  {
    name: "install-hook",
    about: "make git take a snapshot after each commit",
    details: "Adds a marked block to the post-commit hook; what is in the hook stays. The newest 20 are kept.",
    examples: [{ does: "in the repository of this folder", run: "install-hook" }],
    load: async () => (await import("../commands/install-hook.ts")).installHook,
  },
];
