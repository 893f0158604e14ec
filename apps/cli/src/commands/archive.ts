import { actorOption } from "../actor-option.ts";
import { switchOption, textOption } from "../command-input.ts";
import type { RunCommand } from "../command.ts";
import { governedOutcome } from "./governed-outcome.ts";

export const archive: RunCommand = async (context, input) => {
  const dryRun = switchOption(input, "dryRun");
  const { memory, authority } = await context.open("write");
  const rows = await memory.claims.archive(input.args, {
    actor: actorOption(input, authority),
    reason: textOption(input, "reason"),
    dryRun,
  });
  return governedOutcome(context, rows, { dryRun });
};
