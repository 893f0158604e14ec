import { actorOption } from "../actor-option.ts";
import { switchOption, textOption } from "../command-input.ts";
import type { RunCommand } from "../command.ts";
import { governedOutcome } from "./governed-outcome.ts";

export const confirm: RunCommand = async (context, input) => {
  const { memory, authority } = await context.open("write");
  const rows = await memory.claims.confirm(input.args, {
    actor: actorOption(input, authority),
    reason: textOption(input, "reason"),
    supersede: switchOption(input, "supersede"),
  });
  return governedOutcome(context, rows, { dryRun: false });
};
