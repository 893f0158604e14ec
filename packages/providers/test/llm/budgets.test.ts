import type { UsageAnswer, UsageLedger, UsageRequest } from "@memorymaster/core";
import { StoreError } from "@memorymaster/core";
import { describe, expect, test } from "vitest";

import { withinCallBudget } from "../../src/index.ts";
import { sendJson, startServer } from "../support/embedding-server.ts";
import type { TestServer } from "../support/embedding-server.ts";
import { GOOD, modelWorld, question } from "./support/model-world.ts";
import type { ModelWorld } from "./support/model-world.ts";
import { OPENAI } from "./support/wires.ts";

const SECOND = { provider: "openai-compatible", model: "second" };

async function start(status = 200, ledger?: UsageLedger): Promise<ModelWorld & { readonly server: TestServer }> {
  const server = await startServer((_request, response) => {
    sendJson(response, status, status === 200 ? OPENAI.said(GOOD) : OPENAI.failed(status, "no"));
  });
  const connections = { ...OPENAI.connection(server.origin), "openai-compatible": { baseUrl: `${server.origin}/v1` } };
  const world = modelWorld({ provider: "openai", fallback: SECOND, connections }, { ledger });
  return { server, ...world };
}

const outcomesOf = async ({ model }: ModelWorld, calls: number): Promise<string[]> => {
  const outcomes: string[] = [];
  for (let call = 0; call < calls; call += 1) outcomes.push((await model.ask(question())).outcome);
  return outcomes;
};

describe("the budget of a cycle", () => {
  test("L32, F23: a cap of 3 lets 3 of 10 calls through; the rest is told as budget, and nobody else is asked", async () => {
    const world = await start();

    const { outcomes, usage } = await withinCallBudget({ maxCalls: 3 }, async (used) => ({
      outcomes: await outcomesOf(world, 10),
      usage: used(),
    }));

    expect(outcomes).toEqual([...Array<string>(3).fill("ok"), ...Array<string>(7).fill("budget_exhausted")]);
    expect(world.server.requests).toHaveLength(3);
    expect(usage).toMatchObject({ calls: 3, providerFailures: 0, exhausted: "calls_exhausted" });
    expect(world.failures).toEqual([]);
  });

  test("F24: a used-up budget is no failure of the provider, which is asked again outside it", async () => {
    const world = await start();
    await withinCallBudget({ maxCalls: 1 }, () => outcomesOf(world, 12));

    expect(await outcomesOf(world, 1)).toEqual(["ok"]);
  });

  test("with a cap of 1 the second of two calls in flight is refused", async () => {
    const world = await start();

    const answers = await withinCallBudget({ maxCalls: 1 }, () =>
      Promise.all([world.model.ask(question()), world.model.ask(question())]),
    );

    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(["budget_exhausted", "ok"]);
    expect(world.server.requests).toHaveLength(1);
  });

  test("F23, G20: cycles side by side, and the tasks that they start, count apart", async () => {
    const world = await start();
    const cycle = (maxCalls: number): Promise<string[]> =>
      withinCallBudget({ maxCalls }, async () => {
        await new Promise((resolve) => setImmediate(resolve));
        const tasks = [outcomesOf(world, 2), outcomesOf(world, 2)];
        return (await Promise.all(tasks)).flat().sort();
      });

    const [small, large] = await Promise.all([cycle(1), cycle(4)]);

    expect(small).toEqual(["budget_exhausted", "budget_exhausted", "budget_exhausted", "ok"]);
    expect(large).toEqual(["ok", "ok", "ok", "ok"]);
  });

  test("repetitions and the fallback count as calls too", async () => {
    const world = await start(500);

    const { answer, usage } = await withinCallBudget({ maxCalls: 4 }, async (used) => ({
      answer: await world.model.ask(question()),
      usage: used(),
    }));

    expect(answer).toMatchObject({ outcome: "http_error", provider: "openai" });
    expect(world.server.requests).toHaveLength(4);
    expect(usage).toMatchObject({ calls: 4, exhausted: "calls_exhausted" });
  });

  test("the answer that reaches the cap of tokens is kept; the next call is refused", async () => {
    const world = await start();

    const outcomes = await withinCallBudget({ maxTokens: 5 }, () => outcomesOf(world, 2));

    expect(outcomes).toEqual(["ok", "budget_exhausted"]);
  });

  test("failures at their cap end the contact, and the first reason is kept", async () => {
    const world = await start(400);

    const { answers, usage } = await withinCallBudget({ maxProviderFailures: 2, maxCalls: 50 }, async (used) => ({
      answers: [await world.model.ask(question()), await world.model.ask(question())],
      usage: used(),
    }));

    expect(answers.map(({ outcome }) => outcome)).toEqual(["http_error", "budget_exhausted"]);
    expect(answers[1]).toMatchObject({ detail: "provider_failures_exhausted: openai" });
    expect(usage).toMatchObject({ providerFailures: 2, exhausted: "provider_failures_exhausted" });
    expect(world.server.requests).toHaveLength(2);
  });

  test("0 is no limit", async () => {
    const world = await start();

    expect(await withinCallBudget({ maxCalls: 0, maxTokens: 0 }, () => outcomesOf(world, 2))).toEqual(["ok", "ok"]);
  });
});

describe("the ledger of the day", () => {
  const ledgerOf = (answer: () => UsageAnswer): UsageLedger & { readonly noted: (UsageRequest | string)[] } => {
    const noted: (UsageRequest | string)[] = [];
    return {
      noted,
      reserve: async (request) => {
        noted.push(request);
        return answer();
      },
      finish: async (id) => void noted.push(id),
    };
  };

  test("each request is reserved before it leaves, and noted when it is over", async () => {
    const ledger = ledgerOf(() => ({ outcome: "reserved", reservationId: "r1" }));
    const world = await start(200, ledger);

    await world.model.ask(question());

    const reserved = { operation: "llm_call", provider: "openai", actorHash: undefined, units: 1 };
    expect(ledger.noted).toEqual([reserved, "r1"]);
  });

  test("L32: a full day is told as budget, and nothing is sent", async () => {
    const world = await start(
      200,
      ledgerOf(() => ({ outcome: "full", cap: "llm_calls" })),
    );

    const answer = await world.model.ask(question());

    expect(answer).toMatchObject({ outcome: "budget_exhausted", detail: "durable_daily_exhausted: llm_calls" });
    expect(world.server.requests).toEqual([]);
    expect(world.failures).toEqual([]);
  });

  test("a ledger that cannot be reached lets nothing through", async () => {
    const world = await start(
      200,
      ledgerOf(() => {
        throw new StoreError("store.busy", "Another process is writing");
      }),
    );

    const answer = await world.model.ask(question());

    expect(answer).toMatchObject({ outcome: "budget_exhausted", detail: "ledger_unavailable: store.busy" });
    expect(world.server.requests).toEqual([]);
  });
});
