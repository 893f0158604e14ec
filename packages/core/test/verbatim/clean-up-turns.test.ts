import { describe, expect, it } from "vitest";

import { createMemory } from "../../src/memory.ts";
import { cleanTurn, createFixedClock, createMemoryStore } from "../../src/testing/index.ts";
import { OWN_BEGINNINGS } from "../../src/verbatim/clean-up-turns.ts";

const OLD = "2025-11-01T00:00:00+00:00";

/** Three turns of today, two old ones, and an old and a new one that this program wrote itself. */
async function open() {
  const store = createMemoryStore();
  const contents = ["one of today", "two of today", "three of today", `${OWN_BEGINNINGS[0] ?? ""}\n- a claim`];
  await store.verbatim.insert([
    ...contents.map((content) => cleanTurn({ content })),
    ...["old one", "old two", `${OWN_BEGINNINGS[1] ?? ""}<meta/>`].map((content) =>
      cleanTurn({ content, timestamp: OLD }),
    ),
  ]);
  return { store, verbatim: createMemory({ store, clock: createFixedClock() }).verbatim };
}

describe("cleaning up conversations", () => {
  it("says what there is", async () => {
    const { verbatim } = await open();

    expect(await verbatim.analyze()).toEqual({ total: 7, distinctContents: 7, duplicates: 0, junk: 2 });
  });

  it("deletes nothing unless it is told to, and counts each turn once", async () => {
    const { verbatim, store } = await open();

    expect(await verbatim.cleanUp({ purgeJunk: true, retention: true })).toEqual({
      dryRun: true,
      dedupDeleted: 0,
      junkDeleted: 2,
      retention: { candidateRows: 3, retainedBytes: 72, withinBounds: true, truncated: false, deleted: 2 },
      beforeTotal: 7,
      afterTotal: 3,
    });
    expect((await store.verbatim.stats()).turns).toBe(7);
  });

  it("deletes what it would delete", async () => {
    const { verbatim, store } = await open();

    const result = await verbatim.cleanUp({ dryRun: false, purgeJunk: true, retention: true });

    expect(result).toMatchObject({ junkDeleted: 2, beforeTotal: 7, afterTotal: 3, retention: { deleted: 2 } });
    const left = await store.verbatim.getMany([1, 2, 3, 4, 5, 6, 7]);
    expect(left.map(({ content }) => content)).toEqual(["one of today", "two of today", "three of today"]);
    expect(await verbatim.cleanUp({ dryRun: false, purgeJunk: true, retention: true })).toMatchObject({
      junkDeleted: 0,
      retention: { candidateRows: 0, deleted: 0, withinBounds: true },
      afterTotal: 3,
    });
  });

  it("tells of old turns without deleting them where only the rest shall go", async () => {
    const { verbatim } = await open();

    expect(await verbatim.cleanUp({ dryRun: false })).toMatchObject({
      retention: { candidateRows: 3, deleted: 0 },
      afterTotal: 7,
    });
  });

  it("takes more turns than one batch in both ways", async () => {
    const { verbatim, store } = await open();
    await store.verbatim.insert(
      Array.from({ length: 1_100 }, (_, n) => cleanTurn({ content: `old number ${n}`, timestamp: OLD })),
    );

    expect(await verbatim.cleanUp({ retention: true })).toMatchObject({ afterTotal: 4 });
    expect(await verbatim.cleanUp({ dryRun: false, retention: true })).toMatchObject({
      retention: { deleted: 1_103 },
      afterTotal: 4,
    });
  });
});
