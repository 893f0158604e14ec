import { REDACTION_MODES } from "@memorymaster/core";

import type { CommandSpec } from "../command.ts";

/** Commands that take stored words away. */
export const REDACTION_COMMANDS: readonly CommandSpec[] = [
  {
    name: "redact-claim",
    about: "take the words of a claim and its citations away; the claim itself stays",
    details:
      "redact puts markers in their place; undo brings the words back if MEMORYMASTER_ENCRYPTION_KEY was set, since only " +
      "then the original is kept, encrypted. erase removes them for good, from the files of the database too, and from " +
      "the words that history kept. Snapshots, backups and exports made before keep them. " +
      "Asks before it acts; elsewhere than on a terminal --yes is needed.",
    args: [{ name: "claim", about: "id, human id (mm-a3f8) or uid" }],
    options: [
      { flags: "--mode <mode>", about: "markers, or nothing at all (default: redact)", choices: REDACTION_MODES },
      { flags: "--claims-only", about: "leave the citations" },
      { flags: "--citations-only", about: "leave the claim" },
      { flags: "--reason <text>", about: "why; stays in the history, so without the words" },
      { flags: "--actor <name>", about: "who asks (default: cli)" },
      { flags: "-y, --yes", about: "do not ask" },
    ],
    examples: [
      { does: "hide it", run: "redact-claim mm-a3f8" },
      { does: "for good", run: 'redact-claim 12 --mode erase --reason "asked for by the customer" --yes' },
    ],
    load: async () => (await import("../commands/redact-claim.ts")).redactClaim,
  },
];
