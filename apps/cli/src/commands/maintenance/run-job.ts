import { randomUUID } from "node:crypto";

import { governingViewer, requireOperator } from "@memorymaster/core";
import type { JsonObject } from "@memorymaster/core";
import type { Maintenance, MemoryMaster } from "@memorymaster/runtime";
import type { Job } from "@memorymaster/steward";

import type { CommandContext, CommandInput, Outcome, RunCommand } from "../../command.ts";
import { interruptible } from "../../interruptible.ts";
import { jobText } from "../../output/job-text.ts";

const DONE_STAYS = "what was done stays; the next run goes on from there";

/** What a command of the steward gets to work with. */
export interface JobCall extends Maintenance {
  readonly input: CommandInput;
  readonly master: MemoryMaster;
  readonly command: CommandContext;
  readonly signal: AbortSignal;
  /** A run that takes at most so many claims. */
  readonly job: (limit: number) => Job;
}

export interface JobCommand {
  /** Names the events of the run: `staleness-…`. */
  readonly name: string;
  readonly access?: "read" | "write";
  readonly run: (call: JobCall) => Promise<JsonObject>;
  /** Why the run was in vain, wholly or in part, by its result. */
  readonly failureOf?: (result: JsonObject) => Outcome["failure"];
}

type Given = Pick<JobCall, "input" | "signal">;

const unlimited = <T>(work: () => Promise<T>): Promise<T> => work();

async function runJob(command: CommandContext, spec: JobCommand, given: Given): Promise<Outcome> {
  const master = await command.open(spec.access ?? "write");
  requireOperator(master.authority, "steward");
  const maintenance = await master.maintenance(given.signal);
  const { context } = maintenance;
  const runId = `${spec.name}-${randomUUID()}`;
  const viewer = governingViewer(context.authority);
  const job = (limit: number): Job => ({ context, viewer, runId, limit });
  const { within = unlimited } = maintenance.parts;
  const data = await within(() => spec.run({ ...maintenance, ...given, master, command, job }));
  const failure = spec.failureOf?.(data);
  return { data, text: () => jobText(data), ...(failure !== undefined && { failure }) };
}

/** A command around a job: opens the memory, lets Ctrl-C end the job between two claims, prints its result. */
export function jobCommand(spec: JobCommand): RunCommand {
  return (command, input) =>
    interruptible(command.io, (signal) => runJob(command, spec, { input, signal }), DONE_STAYS);
}
