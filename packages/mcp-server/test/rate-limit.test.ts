import { createFixedClock } from "@memorymaster/core/testing";
import { expect, test } from "vitest";

import { createRateLimiter } from "../src/rate-limit.ts";

const limited = (retryAfterMs: number, agent: string, perMinute: number): unknown =>
  expect.objectContaining({
    code: "access.rate_limited",
    details: { retry_after_ms: retryAfterMs, source_agent: agent, limit_per_min: perMinute },
  });

test("the claim after the last token is refused and told when to come back", () => {
  const limiter = createRateLimiter(60, createFixedClock());

  for (let call = 0; call < 60; call += 1) limiter.take("ana", 1);

  expect(() => {
    limiter.take("ana", 1);
  }).toThrow(limited(1000, "ana", 60));
});

test("a token comes back after its share of the minute", () => {
  const clock = createFixedClock();
  const limiter = createRateLimiter(60, clock);
  for (let call = 0; call < 60; call += 1) limiter.take("ana", 1);

  clock.advance(1000);

  limiter.take("ana", 1);
  expect(() => {
    limiter.take("ana", 1);
  }).toThrow(limited(1000, "ana", 60));
});

test("changing names gains nothing beyond ten times the limit", () => {
  const limiter = createRateLimiter(60, createFixedClock());
  let served = 0;

  expect(() => {
    for (; served < 2000; served += 1) limiter.take(`agent-${served}`, 1);
  }).toThrow(limited(100, "agent-600", 60));
  expect(served).toBe(600);
});

test("a batch may overdraw once and is then waited for", () => {
  const limiter = createRateLimiter(60, createFixedClock());

  limiter.take("", 200);

  expect(() => {
    limiter.take("", 1);
  }).toThrow(limited(141_000, "_anonymous", 60));
});

test("zero means no limit", () => {
  const limiter = createRateLimiter(0, createFixedClock());

  for (let call = 0; call < 5000; call += 1) limiter.take("ana", 1);

  expect(() => {
    limiter.take("ana", 1000);
  }).not.toThrow();
});
