import { expect } from "vitest";
import { AT, idsOf, insertOne, insertTexts, numbered } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { VECTORS } from "../requirements/vectors.ts";
import { changeTests } from "./vectors-changes.ts";
import { claimTests } from "./vectors-claims.ts";
import { claimsIn, drained, LATER, MUCH_LATER, take } from "./vectors-support.ts";

const ROUNDS = 50;
const MANY = 1_200;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const NOTHING = { waiting: 0, stuck: 0, oldest: undefined };

export const vectorTests: AreaTests<typeof VECTORS> = {
  ...changeTests,
  ...claimTests,

  "vectors.identity": async ({ store, peer }) => {
    const id = await store.vectors.storeId();

    expect(id).toMatch(UUID);
    expect(await (await peer()).vectors.storeId()).toBe(id);
  },

  "vectors.registered": async ({ store }) => {
    const { vectors } = store;
    await insertOne(store);
    for (const name of ["b", "a", "b"]) await vectors.register(name);
    await insertTexts(store, "two");
    for (const stream of ["a", "a:x", "ab:x", "b:x"]) await vectors.setCursor(stream, 7);

    expect(await vectors.registered()).toEqual(["a", "b"]);
    await vectors.unregister("a");
    await vectors.unregister("never heard of");

    expect(await vectors.registered()).toEqual(["b"]);
    expect(await Promise.all(["a", "a:x", "ab:x", "b:x"].map((stream) => vectors.cursor(stream)))).toEqual([
      0, 0, 7, 7,
    ]);
    expect(await vectors.depth("a")).toEqual(NOTHING);
    await vectors.register("a");
    expect([await drained(store, "a"), await drained(store, "b")]).toEqual([[], [2]]);
  },

  "vectors.by_hand": async ({ store }) => {
    const { vectors } = store;
    await insertTexts(store, "one", "two", "three");
    await vectors.register("a");

    await vectors.enqueue("a", [3, 1, 3], AT);
    await vectors.enqueue("unknown", [1], AT);
    const [one, ...others] = await take(store);
    if (one === undefined) return expect.unreachable();
    await vectors.finish("a", others);
    await vectors.postpone("a", [{ ...one, code: "malformed", nextAttemptAt: undefined }]);

    expect([one.claimId, claimsIn(others)]).toEqual([1, [3]]);
    expect(await vectors.depth("a")).toEqual({ waiting: 0, stuck: 1, oldest: AT });
    await vectors.enqueue("a", [1], LATER);
    expect(await vectors.depth("a")).toEqual({ waiting: 1, stuck: 0, oldest: LATER });
    expect(await take(store)).toMatchObject([{ claimId: 1, attempts: 0 }]);
    expect(await vectors.depth("unknown")).toEqual(NOTHING);
  },

  "vectors.lease": async ({ store, peer }) => {
    const other = await peer();
    await store.vectors.register("a");
    await insertTexts(store, "one", "two", "three");

    const first = await take(store, { limit: 2, until: LATER });
    const second = await take(other, { owner: "two", until: LATER });

    expect([claimsIn(first), claimsIn(second)]).toEqual([[1, 2], [3]]);
    expect(await take(other, { owner: "two" })).toEqual([]);
    expect(await take(store)).toEqual([]);
    expect(await store.vectors.depth("a")).toEqual({ waiting: 3, stuck: 0, oldest: AT });
    expect(await take(other, { at: LATER, until: MUCH_LATER })).toEqual([...first, ...second]);
  },

  "vectors.lease_race": async ({ store, peer }) => {
    const other = await peer();
    await store.vectors.register("a");
    await store.claims.insert(numbered(4 * ROUNDS, (index) => ({ text: `Fact ${index}` })));

    for (let round = 1; round <= ROUNDS; round += 1) {
      const asked = [store, other].map((side, at) => take(side, { owner: String(at), until: LATER, limit: 2 }));
      const [left = [], right = []] = await Promise.all(asked);
      expect(claimsIn([...left, ...right]).toSorted((a, b) => a - b)).toEqual(
        [1, 2, 3, 4].map((n) => 4 * (round - 1) + n),
      );
    }

    expect(await take(store)).toEqual([]);
  },

  "vectors.finish": async ({ store }) => {
    await store.vectors.register("a");
    await insertOne(store);
    const first = await take(store, { until: LATER });

    await store.vectors.enqueue("a", [1], AT);
    await store.vectors.finish("a", first);
    await store.vectors.postpone(
      "a",
      first.map((entry) => ({ ...entry, code: "late", nextAttemptAt: undefined })),
    );
    const second = await take(store);

    expect([claimsIn(second), second[0]?.attempts]).toEqual([[1], 0]);
    await store.vectors.finish("b", second);
    expect(await drained(store)).toEqual([1]);
    // An entry that is written after all were settled is another one too.
    await store.vectors.enqueue("a", [1], AT);
    await store.vectors.finish("a", [...first, ...second]);
    expect(await drained(store)).toEqual([1]);
    await store.vectors.finish("a", second);
    expect(await store.vectors.depth("a")).toEqual(NOTHING);
  },

  "vectors.postpone": async ({ store }) => {
    await store.vectors.register("a");
    await insertTexts(store, "one", "two", "three", "four");
    const [one, two, three, four] = await take(store, { until: MUCH_LATER });
    if (one === undefined || two === undefined || three === undefined || four === undefined)
      return expect.unreachable();

    await store.vectors.postpone("a", [
      { ...one, code: "index_timeout", nextAttemptAt: LATER },
      { ...two, code: "dimension", nextAttemptAt: undefined },
      { ...three, code: "index_error", nextAttemptAt: LATER },
      { ...four, code: "index_timeout", nextAttemptAt: MUCH_LATER },
    ]);

    expect(await store.vectors.depth("a")).toEqual({ waiting: 3, stuck: 1, oldest: AT });
    expect(await take(store)).toEqual([]);
    expect(await take(store, { at: LATER })).toEqual([one, three].map((entry) => ({ ...entry, attempts: 1 })));
    await store.vectors.postpone("a", [{ ...one, code: "index_timeout", nextAttemptAt: LATER }]);
    const due = await take(store, { at: MUCH_LATER });
    expect(due.map(({ claimId, attempts }) => [claimId, attempts])).toEqual([
      [1, 2],
      [3, 1],
      [4, 1],
    ]);
    await store.claims.update(2, 1, { status: "stale", updatedAt: LATER });
    expect(await take(store)).toMatchObject([{ claimId: 2, attempts: 0 }]);
    expect((await store.vectors.depth("a")).stuck).toBe(0);
  },

  "vectors.each_index": async ({ store }) => {
    for (const name of ["a", "b"]) await store.vectors.register(name);
    await insertTexts(store, "one", "two");

    const ofA = await take(store, { until: LATER });
    await store.vectors.finish("b", ofA);
    await store.vectors.enqueue("b", [1], LATER);
    await store.vectors.finish("a", ofA);

    expect(await drained(store, "a")).toEqual([]);
    expect(await store.vectors.depth("b")).toEqual({ waiting: 2, stuck: 0, oldest: AT });
    expect(await drained(store, "b")).toEqual([2, 1]);
  },

  "vectors.many": async ({ store }) => {
    const claims = await store.claims.insert(numbered(MANY, (index) => ({ text: `Fact ${index}` })));
    await store.vectors.register("a");
    const viewer = { tenantId: undefined, agent: undefined, grantedScopes: undefined, allowSensitive: false };

    await store.vectors.enqueue("a", idsOf(claims), AT);
    const entries = await take(store, { limit: MANY });
    await store.vectors.postpone(
      "a",
      entries.map((entry) => ({ ...entry, code: "down", nextAttemptAt: LATER })),
    );

    expect(claimsIn(entries)).toEqual(idsOf(claims));
    expect(await store.vectors.depth("a")).toMatchObject({ waiting: MANY });
    await store.vectors.finish("a", entries);
    expect(await store.vectors.depth("a")).toEqual(NOTHING);
    expect(
      idsOf(
        await store.vectors.byUids(
          viewer,
          claims.map(({ uid }) => uid),
        ),
      ),
    ).toEqual(idsOf(claims));
    expect(idsOf(await store.vectors.byIds(viewer, idsOf(claims)))).toEqual(idsOf(claims));
  },

  "vectors.cursor": async ({ store: { vectors } }) => {
    await vectors.setCursor("a:x", 7);
    await vectors.setCursor("a:y", 3_000_000_000);
    await vectors.setCursor("a:x", 9);

    expect([await vectors.cursor("a:x"), await vectors.cursor("a:y"), await vectors.cursor("a")]).toEqual([
      9, 3_000_000_000, 0,
    ]);
    await vectors.setCursor("a:x", 0);
    await vectors.setCursor("a:z", 0);
    expect([await vectors.cursor("a:x"), await vectors.cursor("a:y")]).toEqual([0, 3_000_000_000]);
  },
};
