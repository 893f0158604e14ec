import { setTimeout as pause } from "node:timers/promises";

import type { JsonObject } from "@memorymaster/core";
import { runDaemon } from "@memorymaster/steward";

import { numberOption, switchOption } from "../../command-input.ts";
import type { Outcome, RunCommand } from "../../command.ts";
import { cycleOptions } from "./run-cycle.ts";

/** Ends at once when the signal says so. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
}

/** Lines go out as they come, whatever stdout is: a log of objects. SIGINT and SIGTERM end it well. */
export const runDaemonCommand: RunCommand = async (command, input): Promise<Outcome> => {
  const { io } = command;
  const abort = new AbortController();
  const ignore = io.onInterrupt(() => {
    abort.abort();
  });
  const say = (line: JsonObject): void => {
    io.stdout.write(`${JSON.stringify(line)}\n`);
  };
  try {
    const master = await command.open("write");
    const { context, parts } = await master.maintenance(abort.signal);
    const host = { say, sleep, headCommit: async () => master.headCommit() };
    const options = {
      ...cycleOptions(input),
      intervalSeconds: numberOption(input, "intervalSeconds"),
      maxCycles: numberOption(input, "maxCycles"),
      compactEvery: numberOption(input, "compactEvery"),
      gitTrigger: switchOption(input, "gitTrigger"),
      gitCheckSeconds: numberOption(input, "gitCheckSeconds"),
    };
    const data = { ...(await runDaemon(context, host, { options, parts })) };
    say(data);
    return { data, isWritten: true, text: () => "" };
  } finally {
    ignore();
  }
};
