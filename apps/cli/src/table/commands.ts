import type { CommandSpec } from "../command.ts";
import { ARCHIVE_COMMANDS } from "./archive-commands.ts";
import { CAPTURE_COMMANDS } from "./capture-commands.ts";
import { CLAIM_COMMANDS } from "./claim-commands.ts";
import { DATABASE_COMMANDS } from "./database-commands.ts";
import { GOVERNANCE_COMMANDS } from "./governance-commands.ts";
import { MAINTENANCE_COMMANDS } from "./maintenance-commands.ts";
import { MODEL_COMMANDS } from "./model-commands.ts";
import { RECALL_COMMANDS } from "./recall-commands.ts";
import { REDACTION_COMMANDS } from "./redaction-commands.ts";
import { REVIEW_COMMANDS } from "./review-commands.ts";
import { SNAPSHOT_COMMANDS } from "./snapshot-commands.ts";
import { TRAIL_COMMANDS } from "./trail-commands.ts";
import { TRANSFER_COMMANDS } from "./transfer-commands.ts";
import { UPKEEP_COMMANDS } from "./upkeep-commands.ts";
import { VECTOR_COMMANDS } from "./vector-commands.ts";

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  ...CLAIM_COMMANDS,
  ...RECALL_COMMANDS,
  ...CAPTURE_COMMANDS,
  ...GOVERNANCE_COMMANDS,
  ...REVIEW_COMMANDS,
  ...MAINTENANCE_COMMANDS,
  ...ARCHIVE_COMMANDS,
  ...MODEL_COMMANDS,
  ...REDACTION_COMMANDS,
  ...TRAIL_COMMANDS,
  ...SNAPSHOT_COMMANDS,
  ...TRANSFER_COMMANDS,
  ...DATABASE_COMMANDS,
  ...UPKEEP_COMMANDS,
  ...VECTOR_COMMANDS,
];
