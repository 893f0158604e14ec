import { describe, expect, it } from "vitest";

import { planOf } from "../../src/loop/options.ts";
import type { StewardOptions } from "../../src/loop/options.ts";
import { createTriggers } from "../../src/loop/triggers.ts";

const head = (n: number): string => n.toString(16).padStart(40, "0");

/** Time goes by only in `sleep`; HEAD is what `headAt` says of the seconds that went by. */
function given(options: StewardOptions, headAt?: (second: number) => string | undefined) {
  let second = 0;
  const run = new AbortController();
  const triggers = createTriggers(
    planOf({ mode: "cadence", ...options }, undefined),
    {
      headCommit: headAt && (async () => headAt(second)),
      sleep: async (ms) => {
        second += ms / 1000;
        if (second > 1000) run.abort();
      },
    },
    run.signal,
  );
  return { triggers, run, next: async () => [await triggers.next(), second] };
}

describe("when a cycle runs", () => {
  it("by hand: back to back", async () => {
    const { next } = given({ mode: "manual" });

    expect([await next(), await next()]).toEqual([
      ["manual", 0],
      ["manual", 0],
    ]);
  });

  it("by timer: at once, and then after each interval", async () => {
    const { next } = given({ intervalSeconds: 30 });

    expect([await next(), await next(), await next()]).toEqual([
      ["timer", 0],
      ["timer", 30],
      ["timer", 60],
    ]);
  });

  it("by commit: when HEAD has moved so often, and not before", async () => {
    const { next, triggers } = given({ cadenceTrigger: "commit", commitEvery: 2, gitCheckSeconds: 10 }, (second) =>
      head(second < 45 ? 1 : second < 85 ? 2 : second < 125 ? 3 : 4),
    );

    expect(await next()).toEqual(["commit", 90]);
    expect(triggers.commits()).toBe(2);
    expect(await next()).toEqual([undefined, 1010]);
  });

  it("by either: the timer restarts after each cycle", async () => {
    const { next } = given({ cadenceTrigger: "timer_or_commit", intervalSeconds: 30, gitCheckSeconds: 10 }, (second) =>
      head(second < 35 ? 1 : 2),
    );

    expect([await next(), await next(), await next(), await next()]).toEqual([
      ["timer", 0],
      ["timer", 30],
      ["commit", 40],
      ["timer", 70],
    ]);
  });

  it("counts how often git could not be asked or gave no object id, and ends with the signal", async () => {
    const { next, triggers } = given({ cadenceTrigger: "commit", gitCheckSeconds: 100 }, (second) =>
      second < 500 ? undefined : "refs/heads/main",
    );

    expect(await next()).toEqual([undefined, 1100]);
    expect(triggers.unavailablePolls()).toBe(11);
  });

  it("asks git four times a second at most", async () => {
    let asked = 0;
    const { next } = given({ cadenceTrigger: "commit", gitCheckSeconds: 0.001 }, (second) => {
      asked += 1;
      return head(second >= 1 ? 2 : 1);
    });

    expect(await next()).toEqual(["commit", 1]);
    expect(asked).toBe(5);
  });
});
