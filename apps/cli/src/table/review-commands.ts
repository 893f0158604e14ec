import { ACTOR_OPTION } from "../actor-option.ts";
import type { CommandSpec } from "../command.ts";

/** Commands by which a person looks after the claims. */
export const REVIEW_COMMANDS: readonly CommandSpec[] = [
  {
    name: "ready",
    about: "show the claims that need a person: stale, conflicted, hardly believed",
    details: "Of the scopes that a query covers. Counts are whole, lists end at the limit.",
    options: [
      { flags: "--limit <n>", about: "rows of each list (default: 10)", kind: "count" },
      { flags: "--confidence-threshold <0..1>", about: "what counts as low (default: 0.5)", kind: "number" },
      { flags: "--fail-on-attention", about: "exit code 1 when there is anything" },
    ],
    examples: [
      { does: "what is there to do?", run: "ready" },
      { does: "in a scheduled check", run: "ready --fail-on-attention" },
    ],
    load: async () => (await import("../commands/ready.ts")).ready,
  },
  {
    name: "steward-proposals",
    about: "list the questions that wait for a decision, newest first",
    details:
      "A correction of a claim, or one that contradicts it, changes nothing by itself: it asks a person. " +
      "Of every scope.",
    options: [
      { flags: "--limit <n>", about: "rows, up to 1000 (default: 100)", kind: "number" },
      { flags: "--include-resolved", about: "also those that are settled, or ended within the last 400 days" },
    ],
    examples: [
      { does: "what is open, with the commands that answer it", run: "steward-proposals" },
      { does: "what was decided, and by whom", run: "steward-proposals --include-resolved" },
    ],
    load: async () => (await import("../commands/steward-proposals.ts")).stewardProposals,
  },
  {
    name: "resolve-proposal",
    about: "approve or reject a proposal",
    details:
      "An approval replaces the old claim, or marks both as conflicted or the one as stale. When the claim has changed " +
      "since the proposal was filed, nothing happens and the command says so; approving once more means the claim as it is now.",
    options: [
      { flags: "--action <action>", about: "what you decide", choices: ["approve", "reject"] },
      { flags: "--proposal-event-id <id>", about: "the number in front of the proposal", kind: "count" },
      { flags: "--claim-id <claim>", about: "instead: the newest open proposal about this claim" },
      { flags: "--no-apply", about: "approve without changing the claims" },
      ACTOR_OPTION,
    ],
    examples: [
      {
        does: "let the new claim replace the old one",
        run: "resolve-proposal --action approve --proposal-event-id 12",
      },
      { does: "leave the old one as it is", run: "resolve-proposal --action reject --claim-id mm-a3f8" },
    ],
    load: async () => (await import("../commands/resolve-proposal.ts")).resolveProposal,
  },
  {
    name: "recompute-tiers",
    about: "sort claims by age and use into core, working and peripheral",
    details: "Counts the uses noted by queries first. Prints how many claims came to each tier from another one.",
    examples: [{ does: "once a day", run: "recompute-tiers" }],
    load: async () => (await import("../commands/recompute-tiers.ts")).recomputeTiers,
  },
];
