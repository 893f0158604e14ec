import { text } from "node:stream/consumers";

import { observedType } from "@memorymaster/bridges";
import type { JsonObject } from "@memorymaster/core";
import { compactSummaries, evolveSkills, extractClaims, llmSteward } from "@memorymaster/steward";

import { numberOption, switchOption, textOption } from "../../command-input.ts";
import type { CommandContext, CommandInput, Outcome, RunCommand } from "../../command.ts";
import { openInput } from "../../input/open-input.ts";
import { UsageError } from "../../usage-error.ts";
import { jobCommand } from "./run-job.ts";

const isCount = (value: unknown): value is number => typeof value === "number" && value > 0;

/** Every question was in vain. */
function allFailed({ llm_calls: calls, errors }: JsonObject): Outcome["failure"] {
  if (!isCount(calls) || errors !== calls) return undefined;
  return { code: "PARTIAL", message: "The language model answered nothing; no claim was changed" };
}

export const llmStewardCommand: RunCommand = jobCommand({
  name: "llm-steward",
  run: ({ job, input }) => {
    const delay = numberOption(input, "delay");
    return llmSteward(job(numberOption(input, "limit") ?? 50), {
      delayMs: delay === undefined ? undefined : delay * 1000,
      dryRun: switchOption(input, "dryRun"),
      scope: textOption(input, "scope"),
      shadow: switchOption(input, "shadow"),
      autoValidate: input.options["validate"] !== false,
    });
  },
  failureOf: allFailed,
});

async function textOf({ io }: CommandContext, input: CommandInput): Promise<string> {
  const file = textOption(input, "input") ?? (switchOption(input, "stdin") ? "-" : undefined);
  if (file === undefined) throw new UsageError("one of '--input <file>' and '--stdin' is required");
  return text((await openInput(io, file)).stream);
}

export const extractClaimsCommand: RunCommand = jobCommand({
  name: "extract",
  run: async ({ context, command, input }) =>
    extractClaims(context, await textOf(command, input), {
      source: textOption(input, "source"),
      scope: textOption(input, "scope"),
      ingest: switchOption(input, "ingest"),
      classify: observedType,
    }),
  failureOf: ({ failure }) =>
    typeof failure === "string"
      ? { code: "PARTIAL", message: `The language model could not be asked about all of it: ${failure}` }
      : undefined,
});

export const compactSummariesCommand: RunCommand = jobCommand({
  name: "summaries",
  run: ({ job, input }) =>
    compactSummaries(job(numberOption(input, "limit") ?? 500), {
      minCluster: numberOption(input, "minCluster"),
      maxCluster: numberOption(input, "maxCluster"),
      similarityThreshold: numberOption(input, "similarityThreshold"),
      dryRun: switchOption(input, "dryRun"),
    }),
  failureOf: ({ errors }) =>
    isCount(errors) ? { code: "PARTIAL", message: `${errors} summaries were not written` } : undefined,
});

export const evolveSkillsCommand: RunCommand = jobCommand({
  name: "skills",
  run: ({ job, input }) => evolveSkills(job(1_000), { minFeedback: numberOption(input, "minFeedback") }),
});
