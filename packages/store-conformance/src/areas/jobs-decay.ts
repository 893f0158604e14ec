import type { DecaySelection } from "@memorymaster/core";
import { expect } from "vitest";
import { AT, idsOf, insertOne, OPERATOR } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { JOBS } from "../requirements/jobs.ts";
import { change, decayedAt, EARLIER, insertConfirmed, JUST_AFTER, LATER, MUCH_LATER } from "./jobs-support.ts";
import type { World } from "../world.ts";

type Decay = Pick<
  typeof JOBS,
  "jobs.decaying.due" | "jobs.decaying.future" | "jobs.decaying.states" | "jobs.decaying.order"
>;

const PAST = "2025-06-01T00:00:00+00:00";
/** Touched at `AT` or before. */
const UNTIL_AT = { low: AT, medium: AT, high: AT };

function decaying({ store }: World, given: Partial<DecaySelection> = {}): Promise<readonly number[]> {
  const selection = { untouchedSince: UNTIL_AT, now: MUCH_LATER, limit: 20, ...given };
  return store.jobs.selectDecaying(OPERATOR, selection).then(idsOf);
}

export const decayTests: AreaTests<Decay> = {
  "jobs.decaying.due": async (world) => {
    const { store } = world;
    for (const volatility of ["low", "medium", "high"] as const) {
      await insertConfirmed(store, { text: `Of ${volatility} volatility`, volatility });
    }
    // Each of the three times keeps a claim from its turn.
    for (const text of ["validated", "decayed", "changed"]) await insertConfirmed(store, { text });
    await change(store, 4, { lastValidatedAt: JUST_AFTER });
    await decayedAt(store, 5, JUST_AFTER);
    await change(store, 6, { lastValidatedAt: EARLIER, updatedAt: JUST_AFTER });
    await decayedAt(store, 6, EARLIER);
    const sorted = async (given?: Partial<DecaySelection>): Promise<readonly number[]> =>
      (await decaying(world, given)).toSorted((a, b) => a - b);

    expect(await sorted()).toEqual([1, 2, 3]);
    expect(await sorted({ untouchedSince: { low: EARLIER, medium: JUST_AFTER, high: AT } })).toEqual([2, 3, 4, 5, 6]);
    expect(await sorted({ untouchedSince: { low: AT, medium: EARLIER, high: EARLIER } })).toEqual([1]);
    expect(await sorted({ untouchedSince: { low: EARLIER, medium: EARLIER, high: EARLIER } })).toEqual([]);
  },

  "jobs.decaying.future": async (world) => {
    const { store } = world;
    for (const text of ["one", "two", "three", "four"]) await insertConfirmed(store, { text });
    await change(store, 1, { lastValidatedAt: MUCH_LATER });
    await decayedAt(store, 2, MUCH_LATER);
    await change(store, 3, { pinned: false, updatedAt: MUCH_LATER });
    const untouchedSince = { low: PAST, medium: PAST, high: PAST };

    expect(await decaying(world, { untouchedSince, now: LATER })).toEqual([1, 2, 3]);
    expect(await decaying(world, { untouchedSince, now: MUCH_LATER })).toEqual([]);
    expect(await decaying(world, { now: LATER })).toEqual([4, 1, 2, 3]);
  },

  "jobs.decaying.states": async (world) => {
    const { store } = world;
    for (const status of ["candidate", "confirmed", "stale", "conflicted", "archived"] as const) {
      const { id } = await insertOne(store, { text: `A claim that is ${status}` });
      if (status !== "candidate") await change(store, id, { status });
    }
    await insertConfirmed(store, { text: "A claim that is pinned" });
    await change(store, 6, { pinned: true });

    expect(await decaying(world)).toEqual([2]);
    await change(store, 6, { pinned: false });
    expect(await decaying(world)).toEqual([2, 6]);
  },

  "jobs.decaying.order": async (world) => {
    const { store } = world;
    for (const text of ["one", "two", "three", "four", "five"]) await insertConfirmed(store, { text });
    await change(store, 1, { updatedAt: EARLIER, lastValidatedAt: LATER });
    await decayedAt(store, 1, PAST);
    await change(store, 2, { updatedAt: EARLIER });
    await change(store, 3, { updatedAt: PAST, lastValidatedAt: EARLIER });
    await decayedAt(store, 4, JUST_AFTER);
    await change(store, 5, { updatedAt: PAST });
    const untouchedSince = { low: LATER, medium: LATER, high: LATER };

    expect(await decaying(world, { untouchedSince })).toEqual([5, 2, 3, 4, 1]);
    expect(await decaying(world, { untouchedSince, limit: 2 })).toEqual([5, 2]);
  },
};
