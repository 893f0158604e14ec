import type { ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

/** Longest time that a round lets half of the processes work. */
const PAUSE_MS = 300;
const LOOK_MS = 10;

export interface KillTrialOptions {
  readonly processes: number;
  /** How often some of the processes are killed. */
  readonly rounds: number;
  /** Starts a process that writes without end and prints a line for all that is acknowledged. */
  readonly start: (name: string) => ChildProcess;
}

/** A trial that goes on. */
export interface KillTrial {
  /** The lines of all processes, whole ones alone. */
  readonly acknowledged: readonly string[];
  /** What the processes said on stderr; anything ends the trial. */
  readonly errors: readonly string[];
  readonly kills: number;
  readonly isOver: boolean;
  /** Fulfilled when all rounds are over and no process is left. */
  readonly ended: Promise<void>;
}

/** A random choice, of at least one and at most somewhat more than half of them. */
function someOf<T>(all: readonly T[]): readonly T[] {
  const left = [...all];
  const count = randomInt(1, Math.floor(all.length / 2) + 2);
  return Array.from({ length: Math.min(count, all.length) }, () => left.splice(randomInt(left.length), 1)).flat();
}

/**
 * Starts processes and kills some of them at random moments, round by round. Each is started again under its name; a
 * round begins when half of them, or more, have written.
 */
export function startKillTrial({ processes, rounds, start }: KillTrialOptions): KillTrial {
  const [acknowledged, errors]: [string[], string[]] = [[], []];
  const state = { acknowledged, errors, kills: 0, isOver: false };
  const running = new Set<ChildProcess>();
  const atWork = new Set<ChildProcess>();

  function keepRunning(name: string): void {
    const child = start(name);
    running.add(child);
    let rest = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      acknowledged.push(...lines);
      atWork.add(child);
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => errors.push(text));
    child.on("close", () => {
      for (const children of [running, atWork]) children.delete(child);
      if (!state.isOver) keepRunning(name);
    });
  }

  async function run(): Promise<void> {
    const goesOn = (): boolean => errors.length === 0;
    for (let round = 0; round < rounds && goesOn(); round += 1) {
      while (2 * atWork.size < processes && goesOn()) await sleep(LOOK_MS);
      await sleep(randomInt(PAUSE_MS));
      for (const child of someOf([...running])) {
        if (child.kill("SIGKILL")) state.kills += 1;
        atWork.delete(child);
      }
    }
    state.isOver = true;
    for (const child of running) child.kill("SIGKILL");
    while (running.size > 0) await sleep(LOOK_MS);
  }

  for (let number = 1; number <= processes; number += 1) keepRunning(`w${number}`);
  return Object.assign(state, { ended: run() });
}
