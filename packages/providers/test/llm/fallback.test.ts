import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";

import type { LanguageModelConfig } from "../../src/index.ts";
import { createLanguageModel, findProvider } from "../../src/index.ts";
import { sendJson, startServer } from "../support/embedding-server.ts";
import type { TestServer } from "../support/embedding-server.ts";
import { GOOD, modelWorld, question } from "./support/model-world.ts";
import type { ModelWorld } from "./support/model-world.ts";
import { GOOGLE, KEY, OPENAI } from "./support/wires.ts";

type Answer = (response: ServerResponse) => void;
const good: Answer = (response) => sendJson(response, 200, OPENAI.said(GOOD));
const empty: Answer = (response) => sendJson(response, 200, GOOGLE.said(""));

interface Pair extends ModelWorld {
  readonly first: TestServer;
  readonly second: TestServer;
}

/** Google first, OpenAI behind it. */
async function start(first: Answer, second: Answer, more: Partial<LanguageModelConfig> = {}): Promise<Pair> {
  const servers = [
    await startServer((_, response) => first(response)),
    await startServer((_, response) => second(response)),
  ];
  const [one, two] = servers as [TestServer, TestServer];
  const connections = { ...GOOGLE.connection(one.origin), ...OPENAI.connection(two.origin) };
  const world = modelWorld({ provider: "google", fallback: { provider: "openai" }, connections, ...more });
  return { first: one, second: two, ...world };
}

describe("the fallback", () => {
  test("is left alone while the first choice answers", async () => {
    const { model, second } = await start((response) => sendJson(response, 200, GOOGLE.said(GOOD)), good);

    expect(await model.ask(question())).toMatchObject({ outcome: "ok", provider: "google" });
    expect(second.requests).toEqual([]);
    expect(model.stats()).toEqual({ attempts: 1, primaryOk: 1, fired: 0 });
  });

  test("F26: is asked with a model of its own, and nothing is written into the environment", async () => {
    const before = { ...process.env };
    const { model, second, failures } = await start(empty, good, { model: "gemini-of-ours" });

    const answer = await model.ask(question());

    expect(answer).toMatchObject({ outcome: "ok", provider: "openai", model: "gpt-4o-mini" });
    expect(second.requests.map((request) => OPENAI.asked(request).model)).toEqual(["gpt-4o-mini"]);
    expect(failures).toEqual([{ provider: "google", reason: "empty" }]);
    expect(model.stats()).toEqual({ attempts: 1, primaryOk: 0, fired: 1 });
    expect({ ...process.env }).toEqual(before);
  });

  test("is asked when a body with status 200 says that the quota is used up", async () => {
    const spent = { error: { code: 429, status: "RESOURCE_EXHAUSTED", message: "retry in 90s" } };
    const { model, failures } = await start((response) => sendJson(response, 200, spent), good);

    expect(await model.ask(question())).toMatchObject({ outcome: "ok", provider: "openai" });
    expect(failures).toEqual([{ provider: "google", reason: "quota" }]);
  });

  test("an answer that speaks of quotas is an answer", async () => {
    const said = '{"same": false, "reason": "one says rate limit of 10 exceeded, HTTP 429"}';
    const { model, second } = await start((response) => sendJson(response, 200, GOOGLE.said(said)), good);

    expect(await model.ask(question())).toMatchObject({ outcome: "ok", provider: "google" });
    expect(second.requests).toEqual([]);
  });

  test("an answer of another form is the first choice's answer", async () => {
    const { model, second } = await start((response) => sendJson(response, 200, GOOGLE.said("Yes.")), good);

    expect(await model.ask(question())).toMatchObject({ outcome: "invalid", provider: "google" });
    expect(second.requests).toEqual([]);
  });

  test("when both fail, the first failure is told", async () => {
    const { model, failures } = await start(empty, (response) => response.destroy());

    expect(await model.ask(question())).toMatchObject({ outcome: "empty", provider: "google" });
    expect(failures).toEqual([
      { provider: "google", reason: "empty" },
      { provider: "openai", reason: "transport_error" },
    ]);
  });

  test("stands in for a first choice that is not set up", async () => {
    const server = await startServer((_, response) => good(response));
    const { model } = modelWorld({
      fallback: { provider: "openai" },
      connections: OPENAI.connection(server.origin),
    });

    expect(model).toMatchObject({ provider: "openai", model: "gpt-4o-mini" });
    expect(await model.ask(question())).toMatchObject({ outcome: "ok", provider: "openai" });
  });

  test("one that nobody knows is warned of and does not count as asked", async () => {
    const { model, lines } = await start(empty, good, { fallback: { provider: "oracle" } });

    expect(await model.ask(question())).toMatchObject({ outcome: "empty", provider: "google" });
    expect(model.stats().fired).toBe(0);
    expect(lines.join()).toContain("no such provider");
  });
});

test("G22: another provider is chosen for a job by itself, whatever the first choice is", async () => {
  const { model, first, second } = await start(empty, good);

  const other = model.with({ provider: "openai", model: "gpt-of-the-job" });
  const answer = await other.ask(question());

  expect(answer).toMatchObject({ outcome: "ok", provider: "openai", model: "gpt-of-the-job" });
  expect(first.requests).toEqual([]);
  expect(second.requests.map((request) => OPENAI.asked(request).model)).toEqual(["gpt-of-the-job"]);
  expect(model).toMatchObject({ provider: "google" });
});

test("an unknown provider is no provider", async () => {
  const { model, lines } = modelWorld({ provider: "oracle", connections: {} });

  expect(model.provider).toBeUndefined();
  expect(await model.ask(question())).toMatchObject({ outcome: "no_provider", provider: undefined });
  expect(lines).toHaveLength(1);
});

test("a key goes by https or to this machine only", () => {
  const create = (baseUrl: string): unknown =>
    createLanguageModel(
      { connections: { openai: { apiKeys: [{ label: "a", key: KEY }], baseUrl } } },
      { clock: { nowMs: () => 0 } },
    );

  for (const address of ["http://models.example.com/v1", "ftp://127.0.0.1", "nonsense", "https://me:pw@example.com"]) {
    expect(() => create(address)).toThrow(expect.objectContaining({ code: "config.invalid" }) as Error);
  }
  expect(() => create("http://[::1]:1/v1")).not.toThrow();
});

test("providers are known by name and alias", () => {
  expect(["Gemini", "claude", "claude-cli", "opencode_cli", "custom", "oracle"].map(findProvider)).toEqual([
    "google",
    "anthropic",
    "claude_cli",
    "opencode",
    "openai-compatible",
    undefined,
  ]);
});
