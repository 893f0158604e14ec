import type { StewardPlan } from "./options.ts";

export const TRIGGERS = ["manual", "timer", "commit"] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** What the loop needs of its surroundings to wait. */
export interface Surroundings {
  /** Object id of HEAD; `undefined` when git cannot be asked. Absent outside git. */
  readonly headCommit?: (() => Promise<string | undefined>) | undefined;
  /** Ends at once, without a rejection, when the signal says so. */
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

export interface Triggers {
  /** Waits until the next cycle is due; `undefined` = the run is to end. */
  next(): Promise<Trigger | undefined>;
  /** Commits seen while waiting. */
  commits(): number;
  unavailablePolls(): number;
}

const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const LEAST_POLL_MS = 250;

/** HEAD, where it can be had and is one. */
export async function readHead({ headCommit }: Surroundings): Promise<string | undefined> {
  const head = await headCommit?.();
  return head !== undefined && OBJECT_ID.test(head) ? head : undefined;
}

interface HeadWatch {
  /** Looks at HEAD; whether it has moved so often since a cycle ran because of that. */
  isDue(): Promise<boolean>;
  commits: number;
  unavailable: number;
}

function watchHead(surroundings: Surroundings, every: number): HeadWatch {
  let head: string | undefined;
  let waiting = 0;
  const watch: HeadWatch = {
    commits: 0,
    unavailable: 0,
    isDue: async () => {
      const now = await readHead(surroundings);
      if (now === undefined) {
        watch.unavailable += 1;
        return false;
      }
      const hasMoved = head !== undefined && now !== head;
      head = now;
      watch.commits += Number(hasMoved);
      waiting += Number(hasMoved);
      const isDue = waiting >= every;
      if (isDue) waiting = 0;
      return isDue;
    },
  };
  return watch;
}

/** Says when cycles run: at once, after the interval, or once HEAD has moved often enough, whatever comes first. */
export function createTriggers(
  { mode, cadenceTrigger, intervalSeconds, gitCheckSeconds, commitEvery }: StewardPlan,
  surroundings: Surroundings,
  signal: AbortSignal | undefined,
): Triggers {
  const byTimer = cadenceTrigger !== "commit";
  const byCommit = cadenceTrigger !== "timer";
  const pollMs = byCommit ? Math.max(LEAST_POLL_MS, gitCheckSeconds * 1000) : Number.POSITIVE_INFINITY;
  const watch = watchHead(surroundings, commitEvery);
  let isFirst = true;

  async function wait(): Promise<Trigger | undefined> {
    let leftMs = byTimer ? intervalSeconds * 1000 : Number.POSITIVE_INFINITY;
    while (signal?.aborted !== true) {
      if (byCommit && (await watch.isDue())) return "commit";
      if (leftMs <= 0) return "timer";
      const ms = Math.min(pollMs, leftMs);
      await surroundings.sleep(ms, signal);
      leftMs -= ms;
    }
    return undefined;
  }

  return {
    next: async () => {
      if (signal?.aborted === true) return undefined;
      if (mode === "manual") return "manual";
      const startsAtOnce = isFirst && byTimer;
      isFirst = false;
      if (!startsAtOnce) return wait();
      if (byCommit) await watch.isDue();
      return "timer";
    },
    commits: () => watch.commits,
    unavailablePolls: () => watch.unavailable,
  };
}
