import type { CommandSpec } from "../command.ts";
import { CLAIM_COMMANDS } from "./claim-commands.ts";
import { DATABASE_COMMANDS } from "./database-commands.ts";
import { RECALL_COMMANDS } from "./recall-commands.ts";
import { TRAIL_COMMANDS } from "./trail-commands.ts";

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  ...CLAIM_COMMANDS,
  ...RECALL_COMMANDS,
  ...TRAIL_COMMANDS,
  ...DATABASE_COMMANDS,
];
