import { inspect } from "node:util";
import type { ProviderError, VectorIndex } from "@memorymaster/core";
import { createFixedClock } from "@memorymaster/core/testing";
import { describe, expect, test } from "vitest";

import { createQdrantIndex } from "../src/index.ts";
import { openOnServer } from "./support/open-index.ts";
import { failureOf, point, QUERY, SPEC, STORE } from "./support/points.ts";
import { FAULTS, refuse } from "./support/qdrant-server.ts";
import type { Fault } from "./support/qdrant-server.ts";

const KEY = "key-of-a-test";

/** Each fault, the reason that callers see, whether the same call may work later, and the status of the answer. */
const CASES: Readonly<Record<string, readonly [fault: Fault, reason: string, retryable: boolean, status?: number]>> = {
  "a cut connection": [FAULTS.down, "index_error", true],
  "no answer": [FAULTS.slow, "index_timeout", true],
  "a refused key": [refuse(401), "auth_failed", false, 401],
  "a key without rights": [refuse(403), "auth_failed", false, 403],
  "too many requests": [refuse(429), "rate_limited", true, 429],
  "too many requests, with a time": [refuse(429, { "retry-after": "30" }), "rate_limited", true, 429],
  "too many requests, with a date": [
    refuse(429, { "retry-after": "Wed, 02 Dec 2026 10:00:00 GMT" }),
    "rate_limited",
    true,
    429,
  ],
  "a broken server": [refuse(500), "index_error", true, 500],
  "a server that is not up": [refuse(503), "index_error", true, 503],
  "a request that is refused": [refuse(422), "index_error", false, 422],
  "a missing collection": [refuse(404), "collection_missing", false, 404],
  "a redirect": [refuse(307, { location: "http://127.0.0.1:1/elsewhere" }), "index_error", false, 307],
  "an answer that breaks off": [FAULTS.garbage, "index_error", false, 200],
  "an answer of something else": [FAULTS.page, "index_error", false, 200],
  "an answer without points": [FAULTS.wrong, "index_error", false, 200],
  "a packed answer, which may be of any length": [FAULTS.packed, "index_error", false, 200],
};

interface Told {
  readonly code: string;
  readonly details: unknown;
  readonly retryable: boolean;
}
const told = ({ code, details, retryable }: ProviderError): Told => ({ code, details, retryable });

describe.each(Object.entries(CASES))("%s", (_, [fault, reason, retryable, status]) => {
  const answered = status === undefined ? {} : { status };

  test("fails a query in time, once, and the error holds no secret", async () => {
    await using opened = await openOnServer({ apiKey: KEY });
    const { index, server } = opened;
    await index.ensure(SPEC);
    await index.query(QUERY);
    const before = server.requests.length;
    server.faults.push(fault);
    const start = performance.now();

    const error = await failureOf(index.query(QUERY));

    expect(told(error)).toEqual({
      code: "index.unavailable",
      details: { reason, operation: "query", ...answered },
      retryable,
    });
    expect(performance.now() - start).toBeLessThan(1_600);
    expect(server.requests).toHaveLength(before + 1);
    expect(inspect(error, { depth: 9 })).not.toMatch(/key-of-a-test|secret|Sign in|0\.125|127\.0\.0\.1|collections\//);
    expect(await index.query(QUERY)).toEqual([]);
  });

  test("is told by describe, which does not fail", async () => {
    await using opened = await openOnServer();
    const { index, server } = opened;
    await index.ensure(SPEC);
    Object.assign(server, { lasts: true }).faults.push(fault);

    const { reachable, reason: why } = await index.describe();

    expect([reachable, why]).toEqual([status !== undefined, reason]);
  });
});

test("an answer without end is cut off, and not asked for again", async () => {
  await using opened = await openOnServer();
  const { index, server } = opened;
  await index.ensure(SPEC);
  server.faults.push(FAULTS.big);

  const error = await failureOf(index.scan({ filter: { storeId: STORE }, limit: 10 }));

  expect(told(error)).toEqual({
    code: "index.unavailable",
    details: { reason: "index_error", operation: "scan", status: 200 },
    retryable: false,
  });
  expect((await index.scan({ filter: { storeId: STORE }, limit: 10 })).points).toEqual([]);
});

test("a server that is not there fails a query and is told", async () => {
  const { index, server, ...opened } = await openOnServer();
  await opened[Symbol.asyncDispose]();
  const alone = createQdrantIndex({ url: server.url });

  expect(told(await failureOf(alone.query(QUERY))).details).toEqual({ reason: "index_error", operation: "collection" });
  expect(await alone.describe()).toMatchObject({ reachable: false, reason: "index_error", points: undefined });
  await alone.close();
  expect(told(await failureOf(index.query(QUERY))).details).toMatchObject({ reason: "index_error" });
});

test("a vector of another length is a vector of another model, also when the server notices first", async () => {
  await using opened = await openOnServer();
  const { index, server } = opened;
  await index.ensure(SPEC);
  await index.query(QUERY);
  const [collection] = server.state.collections.values();
  for (const name of server.state.collections.keys()) Object.assign(collection ?? {}, { name, size: 3 });

  const error = await failureOf(index.query(QUERY));

  expect(error.details).toEqual({ reason: "fingerprint_mismatch" });
  expect((await failureOf(index.ensure(SPEC))).details).toEqual({ reason: "fingerprint_mismatch" });
});

/** Calls that are sent again, by the path of their last request. */
const REPEATED: Readonly<Record<string, (index: VectorIndex) => Promise<unknown>>> = {
  upsert: (index) => index.upsert([point(1)]),
  setPolicy: (index) => index.setPolicy([point(1)]),
  delete: (index) => index.delete([point(1)]),
  deletePoints: (index) => index.deletePoints(["7"]),
  scan: (index) => index.scan({ filter: { storeId: STORE }, limit: 10 }),
  count: (index) => index.count({ storeId: STORE }),
  ensure: (index) => index.ensure(SPEC),
  list: async (index) => index.admin?.list(),
};

describe.each(Object.entries(REPEATED))("%s", (_, call) => {
  test("gets over two failures, and does not try a fourth time", async () => {
    await using opened = await openOnServer();
    const { index, server } = opened;
    await index.ensure(SPEC);
    const at = server.requests.length;
    const soon = { "retry-after": "0" };
    server.faults.push(refuse(500, soon), refuse(429, soon));

    await call(index);
    const firstThree = server.requests.slice(at, at + 3).map(({ route }) => route);
    server.faults.push(refuse(500, soon), refuse(502, soon), refuse(503, soon));
    const error = await failureOf(call(index));

    expect(new Set(firstThree).size).toBe(1);
    expect(error.details).toMatchObject({ reason: "index_error", status: 503 });
    expect(server.faults).toEqual([]);
  });
});

test("a write is sent again after a pause that grows, and not when that is no use", async () => {
  await using opened = await openOnServer();
  const { index, server } = opened;
  await index.ensure(SPEC);
  server.faults.push(FAULTS.down, refuse(500));
  const start = performance.now();

  await index.delete([point(1)]);
  const took = performance.now() - start;
  server.faults.push(refuse(401), refuse(401));
  const error = await failureOf(index.delete([point(1)]));

  expect(took).toBeGreaterThan(740);
  expect(took).toBeLessThan(3_000);
  expect([error.details, server.faults.length]).toEqual([
    { reason: "auth_failed", operation: "delete", status: 401 },
    1,
  ]);
});

test("the server says how long to wait, by seconds or by date, and too long is not waited for", async () => {
  const clock = createFixedClock("2026-12-01T10:00:00+00:00");
  await using opened = await openOnServer({ clock });
  const { index, server } = opened;
  await index.ensure(SPEC);
  const start = performance.now();

  server.faults.push(refuse(429, { "retry-after": "1" }));
  await index.delete([point(1)]);
  const bySeconds = performance.now() - start;
  server.faults.push(refuse(429, { "retry-after": "Tue, 01 Dec 2026 10:00:01 GMT" }));
  await index.delete([point(1)]);
  const byDate = performance.now() - start - bySeconds;
  server.faults.push(refuse(429, { "retry-after": "3600" }));
  const error = await failureOf(index.delete([point(1)]));

  for (const took of [bySeconds, byDate]) expect(took).toBeGreaterThan(990);
  expect(error.details).toEqual({ reason: "rate_limited", operation: "delete", status: 429 });
  expect(performance.now() - start).toBeLessThan(4_000);
});

test("a caller who gives up while a write waits for its next try gets the failure", async () => {
  await using opened = await openOnServer();
  const { index, server } = opened;
  await index.ensure(SPEC);
  server.faults.push(refuse(429, { "retry-after": "5" }));
  const start = performance.now();

  const error = await failureOf(index.delete([point(1)], { signal: AbortSignal.timeout(200) }));

  expect(error.details).toEqual({ reason: "rate_limited", operation: "delete", status: 429 });
  expect(performance.now() - start).toBeLessThan(1_500);
});
