import type { ServerResponse } from "node:http";
import type { Embedder } from "@memorymaster/core";
import type { FixedClock } from "@memorymaster/core/testing";
import { createFixedClock } from "@memorymaster/core/testing";
import { describe, expect, test } from "vitest";

import type { EmbedderChoice, EmbedderConfig } from "../src/index.ts";
import { chooseEmbedder } from "../src/index.ts";
import type { ReceivedRequest, TestServer } from "./support/embedding-server.ts";
import { askedOf, sendJson, sendVectors, startServer, toldBy } from "./support/embedding-server.ts";

const KEY = "AIza-key-of-a-test";
const SECRET = "the staging password lies in a drawer";
const DIMS = 16;
const RETRY_MS = 5 * 60_000;

type Answer = (request: ReceivedRequest, response: ServerResponse) => void;

const good: Answer = (request, response) => {
  sendVectors(
    request,
    response,
    askedOf(request).texts.map((text) => toldBy(text, DIMS)),
  );
};

/** Both services, set up for a server of ours. */
const SERVICES: Readonly<Record<string, (origin: string, timeoutMs?: number) => EmbedderConfig>> = {
  gemini: (origin, timeoutMs = 30_000) => ({
    gemini: { apiKey: KEY, baseUrl: `${origin}/v1beta`, dims: DIMS, timeoutMs },
  }),
  "openai-compatible": (origin, timeoutMs = 30_000) => ({
    openAiCompatible: { apiKey: KEY, baseUrl: `${origin}/v1`, model: "any", dims: DIMS, timeoutMs },
  }),
};

interface Opened {
  readonly embedder: Embedder;
  readonly clock: FixedClock;
}
type Started = Opened & { readonly server: TestServer };

async function openFor(config: EmbedderConfig): Promise<Opened> {
  const clock = createFixedClock();
  const { embedder, steps }: EmbedderChoice = await chooseEmbedder(config, {
    clock,
    isSensitive: (text) => text === SECRET,
  });
  if (embedder === undefined) throw new TypeError(JSON.stringify(steps));
  return { embedder, clock };
}

describe.each(Object.entries(SERVICES))("%s", (provider, configFor) => {
  const start = async (answer: Answer, timeoutMs?: number): Promise<Started> => {
    const server = await startServer(answer);
    return { server, ...(await openFor(configFor(server.origin, timeoutMs))) };
  };

  test("gives unit vectors in the order of the texts, for one text and for many", async () => {
    const { embedder } = await start(good);

    const vectors = [
      ...(await embedder.embed(["four"], "passage")),
      ...(await embedder.embed(["a", "four", "seven.."], "passage")),
    ];

    expect(vectors.map((vector) => Math.round((3 * (vector[0] ?? 0)) / (vector[1] ?? 0)))).toEqual([4, 1, 4, 7]);
    expect(vectors.map((vector) => Math.hypot(...vector).toFixed(5))).toEqual(vectors.map(() => "1.00000"));
    expect(embedder).toMatchObject({ isSemantic: true, degraded: false, spec: { provider, dims: DIMS } });
  });

  test("asks at most 100 texts at once, and no large ones together", async () => {
    const { embedder, server } = await start(good);
    const texts = [...Array<string>(130).fill("short"), "l".repeat(150_000), "m".repeat(150_000)];

    const vectors = await embedder.embed(texts, "passage");

    expect(server.requests.map((request) => askedOf(request).texts.length)).toEqual([100, 31, 1]);
    expect(vectors).toHaveLength(132);
  });

  test.each<readonly [string, object, Answer]>([
    ["a wrong key", { reason: "auth_failed", status: 401 }, (_, response) => sendJson(response, 401, failed(SECRET))],
    ["too many calls", { reason: "rate_limited", status: 429 }, (_, response) => sendJson(response, 429, failed(KEY))],
    [
      "a broken service",
      { reason: "unavailable", status: 500 },
      (_, response) => response.writeHead(500).end("<html>"),
    ],
    ["an empty answer", { reason: "bad_answer", status: 200 }, (_, response) => response.writeHead(200).end()],
    ["a cut answer", { reason: "bad_answer", status: 200 }, (_, response) => response.end('{"embeddings": [{"val')],
    ["a missing vector", { reason: "incomplete", expected: 2, received: 1 }, answerWith([toldBy("a", DIMS)])],
    ["no vector", { reason: "incomplete", expected: 2, received: 0 }, answerWith([])],
    ["short vectors", { reason: "dims", expected: DIMS, received: 3 }, answerWith([toldBy("a", 3), toldBy("b", 3)])],
    ["zeros", { reason: "bad_answer" }, answerWith([Array<number>(DIMS).fill(0), toldBy("b", DIMS)])],
    ["silence", { reason: "timeout" }, () => undefined],
    ["a cut connection", { reason: "network" }, (_, response) => response.destroy()],
  ])("%s is told without text and key, then text only for five minutes", async (name, facts, answer) => {
    const answers = [answer];
    const answerNext: Answer = (request, response) => (answers.shift() ?? good)(request, response);
    const { embedder, server, clock } = await start(answerNext, name === "silence" ? 1_000 : undefined);

    const error: unknown = await embedder
      .embed(["first words", "second"], "passage")
      .catch((thrown: unknown) => thrown);

    expect(error).toMatchObject({ code: "embed.unavailable" });
    expect((error as { details: unknown }).details).toEqual({ provider, model: embedder.spec.model, ...facts });
    expect(everythingIn(error)).not.toMatch(/first words|AIza|drawer/);
    expect(embedder).toMatchObject({ isSemantic: false, degraded: true });

    clock.advance(RETRY_MS - 1);
    await expect(embedder.embed(["a"], "query")).rejects.toMatchObject({ details: { reason: "degraded" } });
    expect(server.requests).toHaveLength(1);

    clock.advance(1);
    expect(await embedder.embed(["a"], "query")).toHaveLength(1);
    expect(embedder).toMatchObject({ isSemantic: true, degraded: false });
  });

  test("passages that are refused, as too long ones are, say nothing about the service; a refused query does", async () => {
    const { embedder, server } = await start((_, response) => sendJson(response, 400, failed("too long")));
    const refusal = { details: { reason: "refused", status: 400 }, retryable: false };

    await expect(embedder.embed(["a long passage"], "passage")).rejects.toMatchObject(refusal);
    expect(embedder.degraded).toBe(false);
    await expect(embedder.embed(["short"], "query")).rejects.toMatchObject(refusal);
    expect(embedder.degraded).toBe(true);
    expect(server.requests).toHaveLength(2);
  });

  test("a redirect is not followed: texts and key stay with the service that was set up", async () => {
    const elsewhere = await startServer(good);
    const redirect: Answer = ({ url }, response) => response.writeHead(307, { location: elsewhere.origin + url }).end();
    const { embedder } = await start(redirect);

    await expect(embedder.embed(["a"], "passage")).rejects.toMatchObject({ details: { reason: "network" } });

    expect(elsewhere.requests).toEqual([]);
  });

  test("one sensitive text refuses the whole call, and nothing of it is sent", async () => {
    const { embedder, server } = await start(good);

    await expect(embedder.embed(["harmless", SECRET], "passage")).rejects.toMatchObject({
      details: { reason: "sensitive" },
    });

    expect(server.requests).toEqual([]);
    expect(embedder.degraded).toBe(false);
  });

  test("no more texts are sent than the budget allows; what is cached costs nothing", async () => {
    const server = await startServer(good);
    const { embedder } = await openFor({ ...configFor(server.origin), maxRemoteTexts: 3 });
    await embedder.embed(["one", "two"], "query");
    await embedder.embed(["two", "one"], "query");

    await expect(embedder.embed(["three", "four"], "passage")).rejects.toMatchObject({ details: { reason: "budget" } });

    expect(await embedder.embed(["three"], "passage")).toHaveLength(1);
    await expect(embedder.embed(["four"], "passage")).rejects.toMatchObject({ details: { reason: "budget" } });
    expect(server.requests.map((request) => askedOf(request).texts)).toEqual([["one", "two"], ["three"]]);
  });

  test("the deadline of a caller in a hurry says nothing about the service", async () => {
    const { embedder } = await start(() => undefined);

    const waiting = embedder.embed(["a"], "query", { signal: AbortSignal.timeout(50) });

    await expect(waiting).rejects.toMatchObject({ details: { reason: "timeout" } });
    expect(embedder.degraded).toBe(false);
  });

  test("a caller who gives up says nothing about the service", async () => {
    const { embedder } = await start(() => undefined);
    const giveUp = new AbortController();

    const waiting = embedder.embed(["a"], "query", { signal: giveUp.signal });
    giveUp.abort();

    await expect(waiting).rejects.toMatchObject({ details: { reason: "aborted" } });
    expect(embedder.degraded).toBe(false);
  });
});

test("Gemini is asked for 768 dimensions and told what a text is for", async () => {
  const server = await startServer((request, response) => {
    sendVectors(
      request,
      response,
      askedOf(request).texts.map((text) => toldBy(text, 768)),
    );
  });
  const { embedder } = await openFor({ gemini: { apiKey: KEY, baseUrl: `${server.origin}/v1beta` } });

  await embedder.embed(["which port"], "query");
  await embedder.embed(["port 7443", "port 80"], "passage");

  expect(embedder.spec).toMatchObject({ model: "gemini-embedding-001", dims: 768 });
  expect(server.requests.map(({ url }) => url)).toEqual([
    "/v1beta/models/gemini-embedding-001:embedContent",
    "/v1beta/models/gemini-embedding-001:batchEmbedContents",
  ]);
  expect(server.requests.map((request) => [askedOf(request).dims, askedOf(request).tasks])).toEqual([
    [768, ["RETRIEVAL_QUERY"]],
    [768, ["RETRIEVAL_DOCUMENT", "RETRIEVAL_DOCUMENT"]],
  ]);
  expect(server.requests[0]?.headers["x-goog-api-key"]).toBe(KEY);
});

test("a model of Ollama gets its prefixes; only a model that can shorten is asked for a length", async () => {
  const answer: Answer = (request, response) => {
    sendVectors(
      request,
      response,
      askedOf(request).texts.map((text) => toldBy(text, 768)),
    );
  };
  const server = await startServer(answer);
  const options = { baseUrl: `${server.origin}/v1` };
  const ollama = await openFor({ openAiCompatible: { ...options, model: "nomic-embed-text:latest" } });
  const shortened = await openFor({ openAiCompatible: { ...options, model: "text-embedding-3-large", dims: 768 } });

  await ollama.embedder.embed(["which port"], "query");
  await ollama.embedder.embed(["port 7443"], "passage");
  await shortened.embedder.embed(["port 7443"], "passage");

  expect(server.requests.map((request) => [askedOf(request).texts, askedOf(request).dims])).toEqual([
    [["search_query: which port"], 0],
    [["search_document: port 7443"], 0],
    [["port 7443"], 768],
  ]);
  expect(server.requests[0]?.headers.authorization).toBeUndefined();
});

const failed = (message: string): object => ({ error: { message, code: 1, status: "FAILED" } });

function answerWith(vectors: readonly number[][]): Answer {
  return (request, response) => sendVectors(request, response, vectors);
}

/** Message, stack, details and causes of an error as one text. */
function everythingIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = Object.getOwnPropertyNames(error).map((name) => (error as unknown as Record<string, unknown>)[name]);
  return own.map((value) => (value instanceof Error ? everythingIn(value) : JSON.stringify(value))).join("\n");
}
