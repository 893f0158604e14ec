import { expect } from "vitest";
import { AT, eventsOf, getOne, insertOne, insertTexts } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { JOBS } from "../requirements/jobs.ts";
import { change, decayedAt, LATER, MUCH_LATER } from "./jobs-support.ts";

type Writing = Pick<
  typeof JOBS,
  "jobs.confidences" | "jobs.confidences.version" | "jobs.confidences.zero" | "jobs.texts" | "jobs.stamps"
>;

export const writingTests: AreaTests<Writing> = {
  "jobs.confidences": async ({ store }) => {
    await store.vectors.register("a");
    await insertTexts(store, "one", "two", "three");
    const before = await Promise.all([1, 2, 3].map((id) => getOne(store, id)));
    await decayedAt(store, 2, AT);

    const written = await store.jobs.writeConfidences([
      { id: 2, version: 1, confidence: 0.75 },
      { id: 1, version: 1, confidence: 0.1234567890123, decayedAt: LATER },
    ]);

    expect(written.toSorted((a, b) => a - b)).toEqual([1, 2]);
    expect(await Promise.all([1, 2, 3].map((id) => getOne(store, id)))).toEqual([
      { ...before[0], confidence: 0.1234567890123, lastDecayedAt: LATER },
      { ...before[1], confidence: 0.75, lastDecayedAt: AT },
      before[2],
    ]);
    expect(await store.jobs.writeConfidences([])).toEqual([]);
    expect(await eventsOf(store)).toEqual([]);
    expect((await store.vectors.depth("a")).waiting).toBe(3);
  },

  "jobs.confidences.version": async ({ store }) => {
    await insertTexts(store, "one", "two");
    await change(store, 1, { pinned: true, updatedAt: LATER });
    const before = await getOne(store, 1);

    const written = await store.jobs.writeConfidences([
      { id: 1, version: 1, confidence: 0.9, decayedAt: MUCH_LATER },
      { id: 99, version: 1, confidence: 0.9 },
      { id: 2, version: 1, confidence: 0.9 },
    ]);

    expect(written).toEqual([2]);
    expect(await getOne(store, 1)).toEqual(before);
    // The version stays: more of the same may follow.
    expect(await store.jobs.writeConfidences([{ id: 2, version: 1, confidence: 1 }])).toEqual([2]);
    expect((await getOne(store, 2)).confidence).toBe(1);
  },

  "jobs.confidences.zero": async ({ store }) => {
    await insertOne(store);

    await store.jobs.writeConfidences([{ id: 1, version: 1, confidence: -0 }]);

    expect((await getOne(store, 1)).confidence).toBe(0);
    const [row] = await store.dump.read("claims", undefined, 1);
    expect(row?.["confidence"]).toBe(0);
  },

  "jobs.texts": async ({ store }) => {
    await insertTexts(store, "The API  listens", "two");
    await change(store, 2, { pinned: true });
    const before = await getOne(store, 1);

    await store.jobs.writeNormalizedTexts([
      { id: 1, version: 1, normalizedText: "the api listens" },
      { id: 2, version: 1, normalizedText: "from before" },
      { id: 99, version: 1, normalizedText: "of nobody" },
    ]);
    await store.jobs.writeNormalizedTexts([]);

    expect(await getOne(store, 1)).toEqual({ ...before, normalizedText: "the api listens" });
    expect((await getOne(store, 2)).normalizedText).toBeUndefined();
    expect(await eventsOf(store)).toEqual([]);
    expect(await store.upkeep.checkIndex(true)).toMatchObject({ missing: [], leftover: [], changed: [] });
  },

  "jobs.stamps": async ({ store }) => {
    await insertTexts(store, "one", "two");
    const [before, other] = [await getOne(store, 1), await getOne(store, 2)];
    const stamped = async (...stamps: Parameters<typeof store.jobs.stampCitations>[0]): Promise<unknown> => {
      await store.jobs.stampCitations(stamps);
      return getOne(store, 1);
    };
    const [citation] = before.citations;

    expect(
      await stamped(
        { citationId: 1, checkStatus: "gone", checkedAt: LATER },
        { citationId: 99, checkStatus: "ok", checkedAt: LATER },
      ),
    ).toEqual({ ...before, citations: [{ ...citation, checkStatus: "gone", checkedAt: LATER }] });
    expect(await stamped({ citationId: 1, checkStatus: "ok", checkedAt: MUCH_LATER })).toEqual({
      ...before,
      citations: [{ ...citation, checkStatus: "ok", checkedAt: MUCH_LATER }],
    });
    expect(await stamped()).toMatchObject({ citations: [{ checkedAt: MUCH_LATER }] });
    expect(await getOne(store, 2)).toEqual(other);
    expect(await eventsOf(store)).toEqual([]);
  },
};
