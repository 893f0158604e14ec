import { CADENCE_TRIGGERS, runSteward, STEWARD_MODES } from "@memorymaster/steward";
import type { StewardOptions } from "@memorymaster/steward";

import { choiceOption, numberOption, switchOption, textOption } from "../../command-input.ts";
import type { CommandInput, RunCommand } from "../../command.ts";
import { sleep } from "./run-daemon.ts";
import { jobCommand } from "./run-job.ts";

const NUMBERS = [
  "intervalSeconds",
  "gitCheckSeconds",
  "commitEvery",
  "maxCycles",
  "maxClaims",
  "maxProposals",
  "maxProbeFiles",
  "maxProbeFileBytes",
  "maxToolProbes",
  "probeTimeoutSeconds",
  "probeFailureThreshold",
] as const satisfies readonly (keyof StewardOptions)[];

function optionsOf(input: CommandInput): StewardOptions {
  const isOn = (name: string): boolean => !switchOption(input, `disable${name}Probe`);
  return {
    ...Object.fromEntries(NUMBERS.map((name) => [name, numberOption(input, name)])),
    mode: choiceOption(input, "mode", STEWARD_MODES),
    cadenceTrigger: choiceOption(input, "cadenceTrigger", CADENCE_TRIGGERS),
    enableSemanticProbe: isOn("Semantic"),
    enableToolProbe: isOn("Tool"),
    enableContradictionProbe: isOn("Contradiction"),
    allowSensitive: switchOption(input, "allowSensitive"),
    apply: switchOption(input, "apply"),
    artifact: textOption(input, "artifactJson"),
  };
}

export const runStewardCommand: RunCommand = jobCommand({
  name: "steward",
  run: ({ context, master, writeArtifact, input }) =>
    runSteward(
      context,
      { sleep, headCommit: async () => master.headCommit(), writeArtifact, workspaceRoot: master.workspace?.root },
      optionsOf(input),
    ),
});
