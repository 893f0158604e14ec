import { createMemory, SETTINGS_DEFAULTS } from "@memorymaster/core";
import type { RestoreMark } from "@memorymaster/core";
import { createMemoryStore } from "@memorymaster/core/testing";
import { expect, test } from "vitest";

import { createMemoryCache } from "../src/memory-cache.ts";
import type { MemoryCache, MemoryCacheParts, Place } from "../src/memory-cache.ts";
import type { DatabaseUse } from "../src/tool.ts";

interface Watched {
  readonly cache: MemoryCache;
  /** What happened, in order: `open a.db`, `close a.db`. */
  readonly happened: string[];
}

const neverRestored = async (): Promise<undefined> => undefined;

function watchedCache(parts: Partial<MemoryCacheParts> = {}): Watched {
  const happened: string[] = [];
  const cache = createMemoryCache({
    identityOf: () => "the one file",
    open: async ({ database }) => {
      happened.push(`open ${database}`);
      return {
        memory: createMemory({ store: createMemoryStore() }),
        settings: SETTINGS_DEFAULTS,
        lastRestore: neverRestored,
        close: async () => void happened.push(`close ${database}`),
      };
    },
    ...parts,
  });
  return { cache, happened };
}

const place = (database: string, use: DatabaseUse = "read"): Place => ({ database, workspace: "/work", use });
const nothing = async (): Promise<void> => undefined;

test("a memory is opened once for each database, workspace and use", async () => {
  const { cache, happened } = watchedCache();

  await Promise.all([cache.use(place("a.db"), nothing), cache.use(place("a.db"), nothing)]);
  await cache.use(place("a.db", "create"), nothing);
  await cache.use({ ...place("a.db"), workspace: "/other" }, nothing);

  expect(happened).toEqual(["open a.db", "open a.db", "open a.db"]);
});

test("beyond the limit the memory not used for longest is closed, and opened again when it is needed", async () => {
  const { cache, happened } = watchedCache({ maxOpen: 2 });

  for (const name of ["a.db", "b.db", "a.db", "c.db", "b.db"]) await cache.use(place(name), nothing);
  await cache.closeAll();

  expect(happened.filter((line) => line.startsWith("open"))).toEqual([
    "open a.db",
    "open b.db",
    "open c.db",
    "open b.db",
  ]);
  expect(happened.filter((line) => line === "close b.db")).toHaveLength(2);
});

test("a memory in use is not closed under the call, however many others are opened", async () => {
  const { cache, happened } = watchedCache({ maxOpen: 1 });

  await cache.use(place("a.db"), async () => {
    for (const name of ["b.db", "c.db"]) await cache.use(place(name), nothing);
    expect(happened).not.toContain("close a.db");
  });
  await cache.closeAll();

  expect(happened.filter((line) => line.startsWith("close")).sort()).toEqual([
    "close a.db",
    "close b.db",
    "close c.db",
  ]);
});

test("closing waits for the calls that run, and leaves nothing open", async () => {
  const { cache, happened } = watchedCache();
  let finish: () => void = () => undefined;
  const running = cache.use(place("a.db"), () => new Promise<void>((resolve) => (finish = resolve)));
  await cache.use(place("b.db"), nothing);

  const closing = cache.closeAll().then(() => happened.push("all closed"));
  await cache.use(place("c.db"), nothing);
  expect(happened).not.toContain("close a.db");
  finish();
  await Promise.all([running, closing]);

  expect(happened).toEqual(["open a.db", "open b.db", "open c.db", "close b.db", "close a.db", "all closed"]);
});

test("a failure to open reaches the call and is tried again by the next one", async () => {
  const failures = ["first"];
  const { cache } = watchedCache({
    open: async () => {
      const failure = failures.pop();
      if (failure !== undefined) throw new TypeError(failure);
      const memory = createMemory({ store: createMemoryStore() });
      return { memory, settings: SETTINGS_DEFAULTS, lastRestore: neverRestored, close: nothing };
    },
  });

  await expect(cache.use(place("a.db"), nothing)).rejects.toThrow("first");
  await expect(cache.use(place("a.db"), async () => "served")).resolves.toBe("served");
  await cache.closeAll();
});

test("a failure of the work closes nothing", async () => {
  const { cache, happened } = watchedCache();
  const fail = async (): Promise<void> => {
    throw new TypeError("no");
  };

  await expect(cache.use(place("a.db"), fail)).rejects.toThrow("no");
  await cache.use(place("a.db"), nothing);

  expect(happened).toEqual(["open a.db"]);
});

test("a database whose file was replaced is opened anew, and the old one closed when its last call ends", async () => {
  let identity = "first";
  const { cache, happened } = watchedCache({ identityOf: () => identity });

  await cache.use(place("a.db"), async () => {
    identity = "second";
    await cache.use(place("a.db"), nothing);
    await cache.use(place("a.db"), nothing);
    expect(happened).toEqual(["open a.db", "open a.db"]);
  });
  await cache.closeAll();

  expect(happened).toEqual(["open a.db", "open a.db", "close a.db", "close a.db"]);
});

test("a memory whose content was replaced is opened anew, and one call for each database hears of it", async () => {
  const marks = new Map<string, RestoreMark>();
  const happened: string[] = [];
  const { cache } = watchedCache({
    open: async ({ database, use }) => {
      happened.push(`open ${database} to ${use}`);
      return {
        memory: createMemory({ store: createMemoryStore() }),
        settings: SETTINGS_DEFAULTS,
        lastRestore: async () => marks.get(database),
        close: async () => void happened.push(`close ${database}`),
      };
    },
  });
  const newsOf = (database: string, use?: DatabaseUse): Promise<RestoreMark | undefined> =>
    cache.use(place(database, use), async (_, restored) => restored);
  const mark = { mark: "1", source: "nogit_20260102_030405_000000", at: "2026-01-02T03:04:05+00:00" };

  const before = [await newsOf("a.db"), await newsOf("a.db", "write"), await newsOf("b.db")];
  marks.set("a.db", mark);
  const after = [await newsOf("a.db"), await newsOf("a.db"), await newsOf("a.db", "write"), await newsOf("b.db")];
  marks.set("c.db", mark);
  const firstCall = await newsOf("c.db");
  await cache.closeAll();

  expect([before, after, firstCall]).toEqual([
    [undefined, undefined, undefined],
    [mark, undefined, undefined, undefined],
    undefined,
  ]);
  expect(happened.filter((line) => line.startsWith("open"))).toEqual([
    "open a.db to read",
    "open a.db to write",
    "open b.db to read",
    "open a.db to read",
    "open a.db to write",
    "open c.db to read",
  ]);
  expect(happened.filter((line) => line === "close a.db")).toHaveLength(4);
});
