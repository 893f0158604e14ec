import type { JsonObject } from "@memorymaster/core";
import {
  archiveBySource,
  autoResolve,
  compact,
  confidencePriors,
  dedupEngine,
  detectContradictions,
  feedbackStats,
  qualityScores,
  resolveConflicts,
  reviewQueue,
  reviewQueueToWire,
  stalenessJob,
  verifyClaims,
} from "@memorymaster/steward";

import { argument, choiceOption, numberOption, switchOption, textOption } from "../../command-input.ts";
import type { Outcome, RunCommand } from "../../command.ts";
import { jobCommand } from "./run-job.ts";

const NO_WORKSPACE = "There is no workspace here: run it in the folder of the project, or name it by --workspace";
const MODES = ["content", "mtime", "git"] as const;
const NO_MODEL = "No language model is set up: MEMORYMASTER_LLM_PROVIDER and its key say which";

const failsFor =
  (key: string, reasons: Readonly<Record<string, string>>) =>
  (result: JsonObject): Outcome["failure"] => {
    const reason = result[key];
    const message = typeof reason === "string" ? reasons[reason] : undefined;
    return message === undefined ? undefined : { code: "PARTIAL", message };
  };

export const compactCommand: RunCommand = jobCommand({
  name: "compaction",
  run: async ({ job, parts, input }) => {
    if (parts.artifacts === undefined) return { skipped: "no_workspace" };
    const options = {
      retainDays: numberOption(input, "retainDays"),
      eventRetainDays: numberOption(input, "eventRetainDays"),
      dryRun: switchOption(input, "dryRun"),
    };
    return compact(job(numberOption(input, "limit") ?? 500), parts.artifacts, options);
  },
  failureOf: failsFor("skipped", { no_workspace: NO_WORKSPACE }),
});

export const dedup: RunCommand = jobCommand({
  name: "dedup",
  run: ({ job, input }) =>
    dedupEngine(job(numberOption(input, "limit") ?? 10_000), {
      threshold: numberOption(input, "threshold"),
      minTextOverlap: numberOption(input, "minTextOverlap"),
      limit: numberOption(input, "limit"),
      scope: textOption(input, "scope"),
      dryRun: switchOption(input, "dryRun"),
    }),
});

export const checkStaleness: RunCommand = jobCommand({
  name: "staleness",
  run: async ({ job, context, input }) => {
    if (context.workspace === undefined) return { skipped: "no_workspace" };
    return stalenessJob(job(numberOption(input, "limit") ?? 500), {
      mode: choiceOption(input, "mode", MODES),
      dryRun: switchOption(input, "dryRun"),
    });
  },
  failureOf: failsFor("skipped", { no_workspace: NO_WORKSPACE }),
});

export const verifyClaimsCommand: RunCommand = jobCommand({
  name: "verify",
  access: "read",
  run: async ({ context, input }) =>
    verifyClaims(context, { scope: textOption(input, "scope"), limit: numberOption(input, "limit") }),
  failureOf: ({ error }) =>
    typeof error === "string" ? { code: "PARTIAL", message: `Nothing was checked: ${error}` } : undefined,
});

export const resolveConflictsCommand: RunCommand = jobCommand({
  name: "conflicts",
  run: ({ job, input }) =>
    resolveConflicts(job(numberOption(input, "limit") ?? 500), {
      dryRun: switchOption(input, "dryRun"),
      idTiebreak: switchOption(input, "idTiebreak"),
      useModel: switchOption(input, "llm"),
    }),
});

export const autoResolveCommand: RunCommand = jobCommand({
  name: "auto-resolve",
  run: ({ job, input }) => {
    const limit = numberOption(input, "limit") ?? 20;
    return autoResolve(job(limit), { limit });
  },
  failureOf: failsFor("aborted_reason", { no_provider: NO_MODEL }),
});

export const detectContradictionsCommand: RunCommand = jobCommand({
  name: "contradictions",
  run: ({ job, input }) =>
    detectContradictions(job(numberOption(input, "limit") ?? 200), {
      sample: numberOption(input, "sample"),
      simLow: numberOption(input, "simLow"),
      simHigh: numberOption(input, "simHigh"),
      apply: switchOption(input, "apply"),
    }),
});

export const reviewQueueCommand: RunCommand = jobCommand({
  name: "review",
  access: "read",
  run: async ({ context, input }) =>
    reviewQueueToWire(
      await reviewQueue(context, {
        limit: numberOption(input, "limit"),
        excludeStale: switchOption(input, "excludeStale"),
        excludeConflicted: switchOption(input, "excludeConflicted"),
        allowSensitive: switchOption(input, "allowSensitive"),
      }),
    ),
});

export const archiveBySourceCommand: RunCommand = jobCommand({
  name: "archive-by-source",
  run: ({ job, input }) =>
    archiveBySource(job(numberOption(input, "limit") ?? 500), argument(input, 0), {
      dryRun: !switchOption(input, "apply"),
    }),
});

export const recomputeConfidencePriors: RunCommand = jobCommand({
  name: "priors",
  access: "read",
  run: ({ context, input }) => confidencePriors(context, { windowDays: numberOption(input, "windowDays") }),
});

export const qualityScoresCommand: RunCommand = jobCommand({
  name: "quality",
  access: "read",
  run: ({ context, input }) => qualityScores(context, { limit: numberOption(input, "limit") }),
});

export const feedbackStatsCommand: RunCommand = jobCommand({
  name: "feedback",
  access: "read",
  run: ({ context }) => feedbackStats(context),
});
