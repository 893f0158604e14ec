import type { ClaimAccess, Store } from "@memorymaster/core";
import { expect } from "vitest";
import { AT, eventsOf, EVERYTHING, getOne, idsOf, insertOne, insertTexts, numbered } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { SPOOL } from "../requirements/spool.ts";

const EARLY = "2026-02-01T00:00:00+00:00";
const LATE = "2026-03-01T00:00:00+00:00";
const UNKNOWN = "00000000-0000-7000-8000-000000000000";
const ROUNDS = 50;

async function accessesOf(store: Store): Promise<readonly (readonly [number, string | undefined])[]> {
  const claims = await store.claims.getMany(EVERYTHING, [1, 2, 3], false);
  return claims.map(({ accessCount, lastAccessed }) => [accessCount, lastAccessed]);
}

/** Takes in one line that names one claim, unless somebody has done so. */
async function takeIn(store: Store, uid: string, line: number): Promise<void> {
  await store.transaction(async () => {
    if ((await store.spool.lockLastLine("a")) >= line) return;
    await store.claims.recordAccesses([{ uid, at: AT }]);
    await store.spool.setLastLine("a", line);
  });
}

export const spoolTests: AreaTests<typeof SPOOL> = {
  "spool.accesses": async ({ store }) => {
    const [one, two] = await insertTexts(store, "one", "two");
    const three = await insertOne(store, { text: "three", tenantId: "acme", visibility: "sensitive" });
    if (one === undefined || two === undefined) return expect.unreachable();
    await store.claims.update(2, 1, { status: "archived", updatedAt: AT });
    const before = await store.claims.getMany(EVERYTHING, [1, 2, 3], true);
    const accesses = (uid: string, ...times: readonly string[]): readonly ClaimAccess[] =>
      times.map((at) => ({ uid, at }));

    await store.claims.recordAccesses([...accesses(one.uid, LATE, EARLY), ...accesses(UNKNOWN, LATE)]);
    await store.claims.recordAccesses([...accesses(two.uid, LATE), ...accesses(three.uid, EARLY, LATE, AT)]);
    await store.claims.recordAccesses(accesses(one.uid, EARLY));
    await store.claims.recordAccesses([]);

    const counted = [3, 1, 3].map((accessCount, index) => ({ ...before[index], accessCount, lastAccessed: LATE }));
    expect(await store.claims.getMany(EVERYTHING, [1, 2, 3], true)).toEqual(counted);
    expect(await eventsOf(store)).toEqual([]);
  },

  "spool.accesses.many": async ({ store }) => {
    const claims = await store.claims.insert(numbered(700, (index) => ({ text: `Fact number ${index}` })));

    const times = (id: number): number => 1 + (id % 3);
    const rounds = [1, 2, 3].flatMap((round) => claims.filter(({ id }) => times(id) >= round));

    await store.claims.recordAccesses(rounds.map(({ uid }) => ({ uid, at: AT })));

    const read = await store.claims.getMany(EVERYTHING, idsOf(claims), false);
    expect(read.map(({ accessCount }) => accessCount)).toEqual(idsOf(claims).map(times));
  },

  "spool.last_line": async ({ store }) => {
    expect([await store.spool.lastLine("a"), await store.spool.lockLastLine("a")]).toEqual([0, 0]);
    await store.spool.setLastLine("a", 200);
    await store.spool.setLastLine("b", 1);
    await store.spool.setLastLine("a", 400);

    expect([await store.spool.lastLine("a"), await store.spool.lastLine("b")]).toEqual([400, 1]);
    expect(await store.spool.lockLastLine("a")).toBe(400);
    await store.spool.forget("a");
    await store.spool.forget("never heard of");
    expect([await store.spool.lastLine("a"), await store.spool.lastLine("b")]).toEqual([0, 1]);
  },

  "spool.together": async ({ store }) => {
    const { uid } = await insertOne(store);

    const failing = store.transaction(async () => {
      await takeIn(store, uid, 1);
      throw new RangeError("rolled back");
    });

    await expect(failing).rejects.toThrow("rolled back");
    expect([await store.spool.lastLine("a"), await accessesOf(store)]).toEqual([0, [[0, undefined]]]);
    await takeIn(store, uid, 1);
    expect([await store.spool.lastLine("a"), await accessesOf(store)]).toEqual([1, [[1, AT]]]);
  },

  "spool.one_at_a_time": async ({ store, peer }) => {
    const { uid } = await insertOne(store);
    const other = await peer();

    for (let line = 1; line <= ROUNDS; line += 1) {
      await Promise.all([takeIn(store, uid, line), takeIn(other, uid, line)]);
    }

    expect((await getOne(store, 1)).accessCount).toBe(ROUNDS);
  },
};
