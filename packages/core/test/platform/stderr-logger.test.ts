import { describe, expect, test } from "vitest";

import { createStderrLogger } from "../../src/platform/stderr-logger.ts";
import type { StderrLoggerOptions } from "../../src/platform/stderr-logger.ts";
import type { Logger } from "../../src/ports/logger.ts";
import { createFixedClock } from "../../src/testing/fixed-clock.ts";

function recorded(options: Pick<StderrLoggerOptions, "level"> = {}): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const clock = createFixedClock("2026-01-02T03:04:05Z");
  return { lines, logger: createStderrLogger({ ...options, clock, write: (line) => lines.push(line) }) };
}

describe("a log entry", () => {
  test("is one line of time, level, message and facts", () => {
    const { logger, lines } = recorded();

    logger.log("warning", "index is behind", { drift: 3, store: "memory.db" });
    logger.log("error", "gone");

    expect(lines).toEqual([
      '2026-01-02T03:04:05+00:00 warning index is behind {"drift":3,"store":"memory.db"}\n',
      "2026-01-02T03:04:05+00:00 error gone\n",
    ]);
  });

  test("cannot forge another line or send commands to a terminal", () => {
    const { logger, lines } = recorded();

    logger.log("error", "a\nb\u001b[31m\u009b2J", { note: "x\r\ny\u2028z" });

    expect(lines).toEqual(['2026-01-02T03:04:05+00:00 error a\\nb\\u001b[31m\\u009b2J {"note":"x\\r\\ny\\u2028z"}\n']);
  });

  test("is written from the chosen level on, by default from warning", () => {
    const quiet = recorded();
    const chatty = recorded({ level: "debug" });

    for (const { logger } of [quiet, chatty]) {
      for (const level of ["debug", "info", "warning", "error"] as const) logger.log(level, level);
    }

    expect([quiet.lines.length, chatty.lines.length]).toEqual([2, 4]);
  });

  test("never fails for facts that JSON cannot say", () => {
    const { logger, lines } = recorded();
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;

    logger.log("error", "odd", { big: 1n, error: new RangeError("secret words") });
    logger.log("error", "odd", circle);

    expect(lines).toEqual([
      '2026-01-02T03:04:05+00:00 error odd {"big":"1","error":"RangeError"}\n',
      '2026-01-02T03:04:05+00:00 error odd {"facts":"cannot be shown"}\n',
    ]);
  });
});
