import { systemClock } from "@memorymaster/core";
import type { Logger } from "@memorymaster/core";
import { expect, test } from "vitest";

import { chooseClock } from "../src/choose-clock.ts";

function collectingLogger(): { readonly logger: Logger; readonly entries: string[] } {
  const entries: string[] = [];
  return { entries, logger: { log: (level, message) => entries.push(`${level} ${message}`) } };
}

test("without the variable it is the clock of the machine", () => {
  const { logger, entries } = collectingLogger();

  expect(chooseClock({ MEMORYMASTER_TEST_NOW: " " }, logger)).toBe(systemClock);
  expect(entries).toEqual([]);
});

test("the variable stops the clock, with one warning", () => {
  const { logger, entries } = collectingLogger();

  const clock = chooseClock({ MEMORYMASTER_TEST_NOW: "2026-01-02T03:04:05Z" }, logger);

  expect([clock.nowMs(), clock.nowMs()]).toEqual([1_767_323_045_000, 1_767_323_045_000]);
  expect(entries).toEqual([expect.stringMatching(/^warning MEMORYMASTER_TEST_NOW/)]);
});

test("a time that is none is refused", () => {
  const { logger } = collectingLogger();

  expect(() => chooseClock({ MEMORYMASTER_TEST_NOW: "noon" }, logger)).toThrow(
    expect.objectContaining({ code: "config.invalid", details: { name: "MEMORYMASTER_TEST_NOW" } }),
  );
});
