import { InvalidInputError, timestampOf } from "@memorymaster/core";
import type { JsonObject } from "@memorymaster/core";
import { STEWARD_DEFAULTS } from "../loop/options.ts";
import { createTriggers, readHead } from "../loop/triggers.ts";
import type { Surroundings } from "../loop/triggers.ts";
import type { StewardContext } from "../types.ts";
import { runCycle } from "./run-cycle.ts";
import type { CycleOptions, CycleParts } from "./run-cycle.ts";

export interface DaemonOptions extends Omit<CycleOptions, "compact" | "onStep"> {
  /** Seconds between two cycles, ≥ 1. Default 3600. */
  readonly intervalSeconds?: number | undefined;
  /** Cycles after which it ends, ≥ 0. Default: none. */
  readonly maxCycles?: number | undefined;
  /** Every so many cycles retired claims are archived, ≥ 0; 0 = never. Default 0. */
  readonly compactEvery?: number | undefined;
  /** Whether a commit starts a cycle too. Default false. */
  readonly gitTrigger?: boolean | undefined;
  /** Seconds between two looks at HEAD, ≥ 1. Default 10. */
  readonly gitCheckSeconds?: number | undefined;
}

/** What the daemon needs of its process. */
export interface DaemonHost extends Surroundings {
  /** Takes one line, a JSON object. */
  readonly say: (line: JsonObject) => void;
}

const FIRST_BACK_OFF_SECONDS = 5;

function checked(options: DaemonOptions): {
  readonly intervalSeconds: number;
  readonly compactEvery: number;
  readonly gitCheckSeconds: number;
} {
  const { intervalSeconds = 3600, compactEvery = 0, gitCheckSeconds = 10, maxCycles = 0 } = options;
  const faults: readonly (readonly [field: string, isWrong: boolean, rule: string])[] = [
    ["interval_seconds", !(intervalSeconds >= 1), "1 or more"],
    ["git_check_seconds", !(gitCheckSeconds >= 1), "1 or more"],
    ["compact_every", !Number.isInteger(compactEvery) || compactEvery < 0, "a whole number, 0 or more"],
    ["max_cycles", !Number.isInteger(maxCycles) || maxCycles < 0, "a whole number, 0 or more"],
  ];
  const fault = faults.find(([, isWrong]) => isWrong);
  if (fault === undefined) return { intervalSeconds, compactEvery, gitCheckSeconds };
  throw new InvalidInputError("input.invalid", `${fault[0]} must be ${fault[2]}`, { details: { field: fault[0] } });
}

/** Whether git can be asked; says so when it cannot. */
async function hasHead(host: DaemonHost, clock: StewardContext["clock"]): Promise<boolean> {
  if ((await readHead(host)) !== undefined) return true;
  host.say({ ts: timestampOf(clock.nowMs()), event: "git_unavailable" });
  return false;
}

/**
 * Runs cycles by the clock, and by commits where that is asked for, until the context's signal or the last cycle. A cycle
 * that fails is told, and tried again after a pause that grows up to the interval.
 *
 * @returns how many cycles were begun
 */
export async function runDaemon(
  context: StewardContext,
  host: DaemonHost,
  { options = {}, parts = {} }: { readonly options?: DaemonOptions; readonly parts?: CycleParts },
): Promise<{ readonly cycles: number }> {
  const { intervalSeconds, compactEvery, gitCheckSeconds } = checked(options);
  const { signal, clock } = context;
  if (options.maxCycles === 0) return { cycles: 0 };
  const byCommit = options.gitTrigger === true && (await hasHead(host, clock));
  const trigger = byCommit ? "timer_or_commit" : "timer";
  const pace = {
    ...STEWARD_DEFAULTS,
    mode: "cadence",
    cadenceTrigger: trigger,
    intervalSeconds,
    gitCheckSeconds,
  } as const;
  const triggers = createTriggers(pace, host, signal);
  let cycles = 0;
  let failures = 0;

  const one = async (why: string): Promise<void> => {
    cycles += 1;
    const about = { ts: timestampOf(clock.nowMs()), cycle: cycles };
    const compact = compactEvery > 0 && cycles % compactEvery === 0;
    try {
      const result = await runCycle(context, { ...options, compact }, parts);
      const mode = (result["policy"] as JsonObject | undefined)?.["mode"] ?? null;
      host.say({ ...about, trigger: why, run_compactor: compact, policy_mode: mode, result });
      failures = 0;
    } catch (error) {
      host.say({ ...about, event: "cycle_failed", error: String(error) });
      failures += 1;
    }
  };
  const next = async (): Promise<string | undefined> => {
    if (failures === 0) return triggers.next();
    await host.sleep(Math.min(FIRST_BACK_OFF_SECONDS * 2 ** (failures - 1), intervalSeconds) * 1000, signal);
    return signal?.aborted === true ? undefined : "timer";
  };

  while (cycles < (options.maxCycles ?? Infinity)) {
    const why = await next();
    if (why === undefined) break;
    await one(why);
  }
  return { cycles };
}
