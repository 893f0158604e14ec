import { createFixedClock } from "@memorymaster/core/testing";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { ApiKey } from "../../src/index.ts";
import { parseKeyFile, parseKeyList } from "../../src/index.ts";
import { createKeyRing } from "../../src/llm/key-ring.ts";
import { sendJson, startServer } from "../support/embedding-server.ts";
import type { TestServer } from "../support/embedding-server.ts";
import { GOOD, modelWorld, question } from "./support/model-world.ts";
import type { ModelWorld } from "./support/model-world.ts";
import { GOOGLE } from "./support/wires.ts";

const KEYS = ["one-key", "two-key", "three-key"];
const NONE: ReadonlySet<string> = new Set();

/** What the service says to each key; 200 unless set. */
interface Verdict {
  readonly status: number;
  readonly retryAfter?: string;
  readonly body?: object;
}
type Verdicts = Record<string, Verdict | undefined>;

async function start(
  verdicts: Verdicts,
  keys: readonly string[] = KEYS,
): Promise<ModelWorld & { readonly server: TestServer; readonly used: () => (string | undefined)[] }> {
  const server = await startServer((request, response) => {
    const { status, retryAfter, body } = verdicts[GOOGLE.asked(request).key ?? ""] ?? { status: 200 };
    if (retryAfter !== undefined) response.setHeader("retry-after", retryAfter);
    sendJson(response, status, body ?? (status === 200 ? GOOGLE.said(GOOD) : GOOGLE.failed(status, "no")));
  });
  const world = modelWorld({ provider: "gemini", connections: GOOGLE.connection(server.origin, keys) });
  return { server, ...world, used: () => server.requests.map((request) => GOOGLE.asked(request).key) };
}

describe("keys of a service", () => {
  test("take turns", async () => {
    const { model, used } = await start({});

    for (let call = 0; call < 4; call += 1) await model.ask(question());

    expect(used()).toEqual(["one-key", "two-key", "three-key", "one-key"]);
  });

  test("G21: one that is used up rests for as long as the service says, and the next one is asked at once", async () => {
    const verdicts: Verdicts = { "one-key": { status: 429, retryAfter: "90" } };
    const { model, used, pauses, clock } = await start(verdicts);

    for (let call = 0; call < 3; call += 1) expect((await model.ask(question())).outcome).toBe("ok");
    delete verdicts["one-key"];
    clock.advance(90_000);
    for (let call = 0; call < 2; call += 1) await model.ask(question());

    expect(used()).toEqual(["one-key", "two-key", "three-key", "two-key", "three-key", "one-key"]);
    expect(pauses).toEqual([]);
  });

  test.each<readonly [string, Verdict]>([
    ["401", { status: 401 }],
    ["403", { status: 403 }],
    ["400 that names the key", { status: 400, body: { error: { code: 400, status: "API_KEY_INVALID", message: "" } } }],
  ])("one that is refused by %s is never used again", async (_status, verdict) => {
    const { model, used } = await start({ "one-key": verdict }, ["one-key", "two-key"]);

    for (let call = 0; call < 3; call += 1) expect((await model.ask(question())).outcome).toBe("ok");

    expect(used()).toEqual(["one-key", "two-key", "two-key", "two-key"]);
  });

  test("a wrong key alone is told, then no longer sent", async () => {
    const { model, used } = await start({ "one-key": { status: 401 } }, ["one-key"]);

    const answers = [await model.ask(question()), await model.ask(question())];

    expect(answers[0]).toMatchObject({ outcome: "http_error", detail: expect.stringContaining("refused") as string });
    expect(answers[1]).toMatchObject({ outcome: "no_provider" });
    expect(used()).toEqual(["one-key"]);
  });

  test("F25, G21: an empty 200 rests no key", async () => {
    const { model, used, pauses } = await start({ "one-key": { status: 200, body: GOOGLE.said("") } }, [
      "one-key",
      "two-key",
    ]);

    for (let call = 0; call < 3; call += 1) await model.ask(question());

    expect(used()).toEqual(["one-key", "two-key", "one-key"]);
    expect(pauses).toEqual([]);
  });

  test("each is tried at most once in a call; when all are used up it is told as quota", async () => {
    const spent = { status: 429, retryAfter: "50" };
    const { model, used } = await start({ "one-key": spent, "two-key": spent, "three-key": spent });

    const answer = await model.ask(question());

    expect(answer).toMatchObject({ outcome: "quota", detail: expect.stringContaining("50 s") as string });
    expect(used()).toEqual(KEYS);
  });

  test("G21: when all rest, the first one is waited for; longer than a minute nobody waits", async () => {
    const spent = { status: 429, retryAfter: "100" };
    const verdicts: Verdicts = { "one-key": spent, "two-key": spent, "three-key": spent };
    const { model, used, pauses, clock } = await start(verdicts);
    await model.ask(question());
    Object.assign(verdicts, { "one-key": undefined, "two-key": undefined, "three-key": undefined });

    const early = await model.ask(question());
    clock.advance(60_000);
    const late = await model.ask(question());

    expect(early).toMatchObject({ outcome: "quota", detail: expect.stringContaining("again in 100 s") as string });
    expect(late.outcome).toBe("ok");
    expect(pauses).toEqual([40_000]);
    expect(used()).toHaveLength(4);
  });

  test("no key, no request", async () => {
    const { model, server } = await start({}, []);

    expect(model).toMatchObject({ provider: undefined, model: undefined });
    expect(await model.ask(question())).toEqual({
      outcome: "no_provider",
      detail: "GEMINI_API_KEY is not set",
      provider: "google",
    });
    expect(server.requests).toEqual([]);
  });
});

const RING_KEYS = [0, 1, 2, 3].map((number) => ({ label: `k${number}`, key: `key-${number}` }));

test("a ring never gives out a key that is refused, rests, or has been tried", () => {
  const step = fc.record({
    act: fc.constantFrom("cool", "ban", "succeeded", "wait"),
    key: fc.constantFrom(...RING_KEYS),
    ms: fc.nat(200_000),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const clock = createFixedClock();
      const ring = createKeyRing(RING_KEYS, clock);
      const rests = new Map<string, number>();
      const acts: Readonly<Record<string, (key: ApiKey, ms: number) => void>> = {
        wait: (_key, ms) => clock.advance(ms),
        cool: (key, ms) => {
          // A key that has been refused stays so.
          if (rests.get(key.key) !== Infinity) rests.set(key.key, clock.nowMs() + ms);
          ring.cool(key, ms);
        },
        ban: (key) => {
          rests.set(key.key, Infinity);
          ring.ban(key);
        },
        succeeded: (key) => {
          if (rests.get(key.key) !== Infinity) rests.delete(key.key);
          ring.succeeded(key);
        },
      };
      for (const { act, key: tried, ms } of steps) {
        acts[act]?.(tried, ms);
        const waits = RING_KEYS.filter(({ key }) => key !== tried.key).map(
          ({ key }) => (rests.get(key) ?? 0) - clock.nowMs(),
        );
        const least = Math.min(...waits);

        const next = ring.next(new Set([tried.key]));

        if (next === undefined) expect(least).toBe(Infinity);
        else if ("waitMs" in next) expect(next.waitMs).toBe(least);
        else
          expect([next.key.key === tried.key, (rests.get(next.key.key) ?? 0) <= clock.nowMs()]).toEqual([false, true]);
        expect(next !== undefined && "key" in next).toBe(least <= 0);
      }
    }),
  );
});

test("a ring has each key once, and no empty one", () => {
  const ring = createKeyRing(
    [
      { label: "a", key: "x" },
      { label: "b", key: "" },
      { label: "c", key: "x" },
    ],
    createFixedClock(),
  );

  expect(ring.size).toBe(1);
  expect(ring.next(NONE)).toEqual({ key: { label: "a", key: "x" } });
});

test("a key file holds labelled and bare keys, comments, quotes, and each key once", () => {
  const text = "# ours\r\nwork=\"first\"\n\nsecond\nhome = 'third'\nagain=first\nc2Vjb25kIGtleQ==\nempty=\n";

  expect(parseKeyFile(text).map(({ label, key }) => [label, key])).toEqual([
    ["work", "first"],
    ["key2", "second"],
    ["home", "third"],
    ["key4", "c2Vjb25kIGtleQ=="],
    ["key5", "empty="],
  ]);
});

test("a list of keys is cut at commas", () => {
  expect(parseKeyList(' one, "two",,one ')).toEqual([
    { label: "key1", key: "one" },
    { label: "key2", key: "two" },
  ]);
});
