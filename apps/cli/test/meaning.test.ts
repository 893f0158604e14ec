import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { tinyModelFiles } from "@memorymaster/test-support";
import { expect, onTestFinished, test } from "vitest";

import { createWorld, documentOf } from "./support/cli.ts";
import type { World } from "./support/cli.ts";
import { unrelatedClaims } from "./support/unrelated-claims.ts";

const MODEL = "multilingual-e5-small";
const POSTGRES = "All reports come from postgres";
const FRIDAY = "A release goes out on Fridays";

interface Row {
  readonly claim: { readonly text: string };
  readonly vector_score: number;
}

/** A model hub on this machine that has the tiny model. */
async function startHub(): Promise<string> {
  const files = tinyModelFiles();
  const server = createServer(({ url = "" }, response) => {
    const content = files[url.slice(`/Xenova/${MODEL}/resolve/main/`.length)];
    if (content === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-length": Buffer.byteLength(content) }).end(content);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A world with two claims and the tiny model, pulled by the program itself. */
async function createMeaningfulWorld(): Promise<World> {
  const world = createWorld();
  for (const text of [POSTGRES, FRIDAY]) await world.data(["ingest", "--text", text]);
  const env = { HF_ENDPOINT: await startHub() };
  const pulled = await world.runProgram(["models", "pull"], { env });
  expect(pulled).toMatchObject({ exitCode: 0 });
  return world;
}

test("a pulled model finds by meaning what no word leads to, and erasing takes it out of the index", async () => {
  using world = await createMeaningfulWorld();
  expect(await world.data(["models", "list"])).toMatchObject({
    models: expect.arrayContaining([
      expect.objectContaining({ model: MODEL, installed: true, chosen: true }),
    ]) as unknown,
  });

  const before = await world.runProgram(["query", "base de datos", "--json"]);
  expect(JSON.parse(before.stdout)).toMatchObject({
    data: [],
    meta: { semantic: false, retrieval_mode: "legacy", vector: { state: "off", reason: "collection_missing" } },
  });

  const synced = await world.runProgram(["qdrant-sync"]);
  expect(JSON.parse(synced.stdout)).toMatchObject({ ok: true, data: { total: 2, synced: 2, errors: 0 } });

  const found = JSON.parse((await world.runProgram(["query", "base de datos", "--json"])).stdout) as {
    readonly data: readonly Row[];
    readonly meta: unknown;
  };
  expect(found.data.map(({ claim }) => claim.text)).toEqual([POSTGRES]);
  expect(found.data[0]?.vector_score).toBeGreaterThan(0);
  expect(found.meta).toMatchObject({ semantic: true, retrieval_mode: "hybrid", vector: { state: "used" } });

  const searched = await world.runProgram(["qdrant-search", "datos"]);
  expect(JSON.parse(searched.stdout)).toMatchObject({ data: [{ claim: { text: POSTGRES } }] });
  const report = JSON.parse((await world.runProgram(["doctor", "--json"])).stdout) as {
    readonly data: {
      readonly checks: readonly { readonly id: string; readonly status: string; readonly detail: string }[];
    };
  };
  const checks = new Map(report.data.checks.map((check) => [check.id, check]));
  expect(checks.get("embedder")).toMatchObject({ status: "PASS", detail: expect.stringContaining(MODEL) as unknown });
  expect(checks.get("vector_index")).toMatchObject({
    status: "PASS",
    detail: expect.stringContaining("2 points") as unknown,
  });

  const erased = await world.runProgram(["redact-claim", "1", "--mode", "erase", "--yes", "--json"]);
  expect(JSON.parse(erased.stdout)).toMatchObject({ data: { vector: "deleted" } });
  expect(JSON.parse((await world.runProgram(["query", "datos", "--json"])).stdout)).toMatchObject({ data: [] });
  expect(JSON.parse((await world.runProgram(["qdrant-reconcile", "--json"])).stdout)).toMatchObject({
    data: { sqlite_count: 1, qdrant_count: 1, drift: 0 },
  });
}, 120_000);

test("a sync follows all that has changed since, however much it is", async () => {
  using world = await createMeaningfulWorld();
  await world.data(["qdrant-sync"]);
  await world.data(["ingest", "--input", "-"], { input: unrelatedClaims(520) });

  const synced = await world.data(["qdrant-sync"]);

  expect(synced).toMatchObject({
    synced: 520,
    errors: 0,
    outbox: { unchanged: 520, failed: 0, outbox: { waiting: 0, stuck: 0 } },
  });
}, 120_000);

test("without a model nothing is missing, and every command says what helps", async () => {
  using world = createWorld();
  await world.data(["ingest", "--text", POSTGRES]);

  const { meta } = await world.json(["query", "postgres"]);
  expect(meta).toMatchObject({ semantic: false, degraded: false, containment_reason: "not_configured" });
  const searched = await world.run(["qdrant-search", "postgres"]);
  expect([searched.exitCode, searched.stdout]).toEqual([2, expect.stringContaining("models pull")]);
  const synced = await world.run(["--text", "qdrant-sync"]);
  expect([synced.exitCode, synced.stdout]).toEqual([0, expect.stringContaining("models pull")]);
  expect(await world.data(["qdrant-sync"])).toEqual({ skipped: "not_configured" });
  expect(await world.data(["qdrant-reconcile"])).toEqual({ skipped: "no_qdrant", reason: "not_configured" });
});

test("a key that happens to be there sends nothing anywhere", async () => {
  using world = createWorld();
  await world.data(["ingest", "--text", POSTGRES]);
  const env = {
    GEMINI_API_KEY: "not-a-real-key",
    OPENAI_API_KEY: "not-a-real-key",
    OPENAI_BASE_URL: "http://127.0.0.1:9/v1",
  };

  expect(await world.json(["query", "postgres"], { env })).toMatchObject({
    ok: true,
    meta: { semantic: false, containment_reason: "not_configured" },
  });
  const named = { ...env, MEMORYMASTER_EMBED_PROVIDER: "openai-compatible" };
  expect(await world.json(["query", "postgres"], { env: named })).toMatchObject({
    ok: true,
    data: [{ claim: { text: POSTGRES } }],
    meta: { semantic: false, degraded: true, vector: { state: "degraded", reason: "embed_error" } },
  });
});

test("switched off, or with an index that is down, words answer", async () => {
  using world = await createMeaningfulWorld();
  await world.data(["qdrant-sync"]);
  const off = { MEMORYMASTER_QDRANT_GOVERNED_READS: "0" };
  expect(await world.json(["query", "release"], { env: off })).toMatchObject({
    data: [{ claim: { text: FRIDAY } }],
    meta: { semantic: false, vector: { state: "off", reason: "reads_disabled" } },
  });
  expect((await world.run(["qdrant-search", "release"], { env: off })).exitCode).toBe(2);

  const down = ["qdrant-search", "release", "--qdrant-url", "http://127.0.0.1:9"];
  expect(await world.json(down)).toMatchObject({
    ok: true,
    data: [{ claim: { text: FRIDAY } }],
    meta: { semantic: false, degraded: true, vector: { state: "degraded", reason: "index_error" } },
  });
  const far = { QDRANT_URL: "http://192.0.2.1:6333" };
  const asked = await world.run(["query", "release", "--json"], { env: far });
  expect([asked.exitCode, asked.stderr]).toEqual([0, expect.stringContaining("QDRANT_URL")]);
  expect(documentOf(asked)).toMatchObject({ data: [{ claim: { text: FRIDAY } }], meta: { semantic: false } });
  for (const command of [["qdrant-sync"], ["qdrant-search", "release"]]) {
    const { exitCode, stdout } = await world.run(command, { env: far });
    expect([exitCode, stdout]).toEqual([2, expect.stringContaining("QDRANT_URL")]);
  }
}, 120_000);
