import { createMemory, createMemoryVectorIndex, embeddingSpec } from "@memorymaster/core";
import type { Memory, VectorIndex } from "@memorymaster/core";
import { createHashEmbedder, createMemoryStore } from "@memorymaster/core/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { startIndexWorker } from "../../src/vectors/index-worker.ts";

const ROUND_MS = 15_000;
const DIMS = 32;

interface Setting {
  readonly memory: Memory;
  readonly index: VectorIndex;
  readonly lines: string[];
  readonly logger: Parameters<typeof startIndexWorker>[1];
}

function setUp(index = createMemoryVectorIndex()): Setting {
  const spec = embeddingSpec({ provider: "test", model: "made up", revision: "", dims: DIMS });
  const embedder = { ...createHashEmbedder(DIMS), spec, isSemantic: true };
  const lines: string[] = [];
  const memory = createMemory({ store: createMemoryStore({}), vectors: { embedder, index } });
  return { memory, index, lines, logger: { log: (level, message) => void lines.push(`${level}: ${message}`) } };
}

const pointsOf = async ({ memory }: Setting): Promise<number | undefined> => (await memory.vectors.health()).points;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

test("fills an index once, then follows what changes, until it is stopped", async () => {
  const setting = setUp();
  await setting.memory.claims.ingest({ text: "Reports come from postgres" });
  const worker = startIndexWorker(setting.memory, setting.logger);
  expect(await pointsOf(setting)).toBeUndefined();

  await vi.advanceTimersByTimeAsync(ROUND_MS);
  await vi.waitFor(async () => expect(await pointsOf(setting)).toBe(1));
  await setting.memory.claims.ingest({ text: "Releases go out on Fridays" });
  await vi.advanceTimersByTimeAsync(2 * ROUND_MS);
  await vi.waitFor(async () => expect(await pointsOf(setting)).toBe(2));
  await worker.stop();
  await setting.memory.claims.ingest({ text: "Lint runs before each commit" });
  await vi.advanceTimersByTimeAsync(2 * ROUND_MS);

  expect(await pointsOf(setting)).toBe(2);
  expect(setting.lines).toEqual([]);
});

test("an index that fails is told, and tried again", async () => {
  const index = createMemoryVectorIndex();
  let isDown = true;
  const failing: VectorIndex = {
    ...index,
    admin: undefined,
    ensure: async (...args) => {
      if (isDown) throw new TypeError("down");
      await index.ensure(...args);
    },
  };
  const setting = setUp(failing);
  await setting.memory.claims.ingest({ text: "Reports come from postgres" });
  const worker = startIndexWorker(setting.memory, setting.logger);

  await vi.advanceTimersByTimeAsync(ROUND_MS);
  await vi.waitFor(() => expect(setting.lines).toContain("warning: The index of meanings is behind"));
  isDown = false;
  await vi.advanceTimersByTimeAsync(2 * ROUND_MS);

  await vi.waitFor(async () => expect(await pointsOf(setting)).toBe(1));
  await worker.stop();
});
