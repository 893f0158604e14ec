import { describe, expect, test } from "vitest";

import { createFixedClock } from "../../src/testing/index.ts";
import { createBreaker } from "../../src/vector/breaker.ts";
import type { Breaker } from "../../src/vector/breaker.ts";

const SECOND_MS = 1_000;

function open() {
  const clock = createFixedClock();
  return { clock, breaker: createBreaker(clock) };
}

function fail(breaker: Breaker, times: number): void {
  for (let call = 0; call < times; call += 1) breaker.failed();
}

describe("a breaker", () => {
  test("opens after five failures in a row, not after four", () => {
    const { breaker } = open();

    fail(breaker, 4);
    breaker.succeeded();
    fail(breaker, 4);
    const before = breaker.state();
    breaker.failed();

    expect([before, breaker.state()]).toEqual(["closed", "open"]);
  });

  test("opens when half of the last twenty calls have failed within a minute, and not over a longer time", () => {
    const alternate = (everyMs: number): Breaker => {
      const { breaker, clock } = open();
      for (let call = 0; call < 20; call += 1) {
        clock.advance(everyMs);
        if (call % 2 === 0) breaker.succeeded();
        else breaker.failed();
      }
      return breaker;
    };

    expect([alternate(SECOND_MS).state(), alternate(6 * SECOND_MS).state()]).toEqual(["open", "closed"]);
  });

  test("opens at once when trying again is no use", () => {
    const { breaker } = open();

    breaker.failed(true);

    expect([breaker.state(), breaker.admits()]).toEqual(["open", false]);
  });

  test("lets one call try after 30 seconds, and all when that succeeds", () => {
    const { breaker, clock } = open();
    fail(breaker, 5);

    clock.advance(30 * SECOND_MS - 1);
    const early = breaker.admits();
    clock.advance(1);
    const asked = [breaker.refuses(), breaker.refuses()];
    const admitted = [breaker.admits(), breaker.admits(), breaker.refuses()];
    breaker.succeeded();

    expect([early, asked, admitted]).toEqual([false, [false, false], [true, false, true]]);
    expect([breaker.state(), breaker.admits(), breaker.admits()]).toEqual(["closed", true, true]);
  });

  test("waits twice as long after each try that fails, five minutes at most, and 30 seconds again once healed", () => {
    const { breaker, clock } = open();
    fail(breaker, 5);
    const waits: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      let seconds = 0;
      while (!breaker.admits()) {
        clock.advance(SECOND_MS);
        seconds += 1;
      }
      waits.push(seconds);
      breaker.failed();
    }

    expect(waits).toEqual([30, 60, 120, 240, 300, 300]);
    clock.advance(300 * SECOND_MS);
    breaker.admits();
    breaker.succeeded();
    fail(breaker, 5);
    clock.advance(30 * SECOND_MS);
    expect(breaker.admits()).toBe(true);
  });
});
