import { ACTOR_OPTION } from "../actor-option.ts";
import type { CommandSpec } from "../command.ts";
import type { OptionSpec } from "../option-spec.ts";

const CLAIMS = [{ name: "claim", about: "id, human id (mm-a3f8) or uid; may be several", variadic: true }] as const;
const REASON: OptionSpec = { flags: "--reason <text>", about: "why; stays in the history" };
const DRY_RUN: OptionSpec = { flags: "--dry-run", about: "say what would change, and change nothing" };

/** Commands by which a person decides about claims, and takes decisions back. */
export const GOVERNANCE_COMMANDS: readonly CommandSpec[] = [
  {
    name: "confirm",
    about: "vouch for claims: you know that they are true",
    details:
      "Confidence becomes at least 0.9, and no job moves the claim by score any more. Of one subject and predicate only " +
      "one claim can be confirmed. Several claims are confirmed one by one; exit code 1 when any failed.",
    args: CLAIMS,
    options: [ACTOR_OPTION, REASON, { flags: "--supersede", about: "replace the claim that is confirmed instead" }],
    examples: [
      { does: "one claim", run: "confirm mm-a3f8" },
      { does: "in place of the one that was true before", run: 'confirm mm-ff61 --supersede --reason "moved in May"' },
    ],
    load: async () => (await import("../commands/confirm.ts")).confirm,
  },
  {
    name: "archive",
    about: "put claims away: no query answers with them any more",
    details: "Nothing is deleted; the last line of the output is the command that brings a claim back.",
    args: CLAIMS,
    options: [ACTOR_OPTION, REASON, DRY_RUN],
    examples: [
      { does: "one claim", run: 'archive mm-a3f8 --reason "the service is gone"' },
      { does: "several", run: "archive 12 13 14" },
    ],
    load: async () => (await import("../commands/archive.ts")).archive,
  },
  {
    name: "undo",
    about: "take back what one event changed; undoing the undo does it again",
    details:
      "Nothing is deleted: the undo is an event of its own. Later events that changed the same keep it from being " +
      "done and are named. What was ingested is archived instead, what was erased is gone. What an import or a sync " +
      "brought in new is archived; of a claim that was here before, the values are set back, while citations that were " +
      "added stay. --run undoes all that one job did, newest first; when any of it is blocked, nothing, " +
      "unless --partial leaves that out. What was cut off is completed by the same command.",
    args: [{ name: "event", about: "the number in front of an event; memorymaster history CLAIM shows them" }],
    options: [
      ACTOR_OPTION,
      REASON,
      DRY_RUN,
      { flags: "--run", about: "undo the whole job that the event belongs to" },
      { flags: "--partial", about: "leave out what later events block (with --run)" },
      { flags: "-y, --yes", about: "do not ask (with --run)" },
    ],
    examples: [
      { does: "look for the event", run: "history mm-a3f8" },
      { does: "see what its undo would change", run: "undo 17 --dry-run" },
      { does: "take it back", run: "undo 17" },
      { does: "with all that the same import brought", run: "undo 17 --run" },
    ],
    load: async () => (await import("../commands/undo.ts")).undo,
  },
];
