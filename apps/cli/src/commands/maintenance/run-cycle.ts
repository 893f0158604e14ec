import { POLICY_MODES } from "@memorymaster/core";
import type { JsonObject } from "@memorymaster/core";
import { runCycle } from "@memorymaster/steward";
import type { CycleOptions } from "@memorymaster/steward";

import type { CommandInput, RunCommand } from "../../command.ts";
import { choiceOption, numberOption, switchOption } from "../../command-input.ts";
import { jobCommand } from "./run-job.ts";

/** Options that `run-cycle` and `run-daemon` share. */
export const cycleOptions = (input: CommandInput): CycleOptions => ({
  minCitations: numberOption(input, "minCitations"),
  minScore: numberOption(input, "minScore"),
  policyMode: choiceOption(input, "policyMode", POLICY_MODES),
  policyLimit: numberOption(input, "policyLimit"),
  batchLimit: numberOption(input, "batchLimit"),
});

/** Steps that could not do their work. */
function failedSteps(result: JsonObject): readonly string[] {
  return Object.entries(result).flatMap(([key, value]) =>
    typeof value === "object" && value !== null && "error" in value ? [key] : [],
  );
}

export const runCycleCommand: RunCommand = jobCommand({
  name: "cycle",
  run: ({ context, parts, input, command }) =>
    runCycle(
      context,
      {
        ...cycleOptions(input),
        compact: switchOption(input, "withCompact"),
        onStep: (step) => {
          if (command.io.stderr.isTTY === true) command.io.stderr.write(`${step} …\n`);
        },
      },
      parts,
    ),
  failureOf: (result) => {
    const failed = failedSteps(result);
    if (failed.length === 0) return undefined;
    return { code: "PARTIAL", message: `Some steps failed: ${failed.join(", ")}` };
  },
});
