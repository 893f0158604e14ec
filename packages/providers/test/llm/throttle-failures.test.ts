import { createFixedClock } from "@memorymaster/core/testing";
import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { FailureSignal } from "../../src/index.ts";
import { throttleFailures } from "../../src/index.ts";

const BROKEN = { provider: "google", reason: "http_500" };

test("F7, L29: a hundred failures are one signal at once and one at the end, with all hundred counted", () => {
  const signals: FailureSignal[] = [];
  const throttle = throttleFailures((signal) => void signals.push(signal), { clock: createFixedClock() });

  for (let call = 0; call < 100; call += 1) throttle.record(BROKEN);
  expect(signals).toEqual([{ ...BROKEN, occurrences: 1 }]);
  throttle.flush();
  throttle.flush();

  expect(signals).toEqual([
    { ...BROKEN, occurrences: 1 },
    { ...BROKEN, occurrences: 99 },
  ]);
});

test("after the interval the next failure tells how many were held back; others have intervals of their own", () => {
  const signals: FailureSignal[] = [];
  const clock = createFixedClock();
  const { record } = throttleFailures((signal) => void signals.push(signal), { clock, intervalMs: 1_000 });

  record(BROKEN);
  record(BROKEN);
  record({ ...BROKEN, reason: "timeout" });
  clock.advance(1_000);
  record(BROKEN);

  expect(signals.map(({ reason, occurrences }) => [reason, occurrences])).toEqual([
    ["http_500", 1],
    ["timeout", 1],
    ["http_500", 2],
  ]);
});

test("no failure is lost or counted twice", () => {
  const step = fc.record({ reason: fc.constantFrom("timeout", "quota", "empty"), ms: fc.nat(700) });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const counts = new Map<string, number>();
      const clock = createFixedClock();
      const { record, flush } = throttleFailures(
        ({ reason, occurrences }) => void counts.set(reason, (counts.get(reason) ?? 0) + occurrences),
        { clock, intervalMs: 1_000 },
      );
      for (const { reason, ms } of steps) {
        clock.advance(ms);
        record({ provider: "openai", reason });
      }
      flush();
      for (const reason of ["timeout", "quota", "empty"])
        expect(counts.get(reason) ?? 0).toBe(steps.filter((one) => one.reason === reason).length);
    }),
  );
});

test("a listener that fails is not the failure's business", async () => {
  const clock = createFixedClock();
  const thrower = throttleFailures(
    () => {
      throw new TypeError("full");
    },
    { clock },
  );
  const rejecter = throttleFailures(() => Promise.reject(new TypeError("full")), { clock });

  expect(() => thrower.record(BROKEN)).not.toThrow();
  rejecter.record(BROKEN);
  await new Promise((resolve) => setImmediate(resolve));
});
