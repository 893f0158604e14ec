import { createMemoryStore } from "@memorymaster/core/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { counts, expectSound, merge } from "./areas/merge-support.ts";
import { shownState } from "./replicas/shown-state.ts";
import { STEPS, takeSteps } from "./replicas/step.ts";
import { openWorld } from "./world.ts";
import type { OpenedStore, StoreParts, World } from "./world.ts";

type Open = (parts: StoreParts) => Promise<OpenedStore>;
type Sides = readonly [World, World];

export interface ReplicaSuite {
  readonly name: string;
  readonly open: Open;
  /** Pairs of each kind. Default 15. */
  readonly runs?: number | undefined;
}

const TIMEOUT_MS = 300_000;
/** Uids begin with the milliseconds: those of two sides never meet. */
const APART_MS = 500;

const openModel: Open = async ({ ids }) => {
  const store = createMemoryStore({ ids });
  return { ...store, [Symbol.asyncDispose]: () => store.close() };
};

/** Merges each way; returns how many claims that changed. */
async function mergeBoth([one, other]: Sides, keepStatus: boolean): Promise<number> {
  const results = [await merge(one, other, { keepStatus }), await merge(other, one, { keepStatus })];
  expect(results.flatMap(({ refused }) => refused)).toEqual([]);
  return results.flatMap((result) => counts(result).slice(0, 2)).reduce((sum, count) => sum + count, 0);
}

/** Two rounds: what a conflict has demoted on one side reaches the other in the second. */
async function expectAgreement(sides: Sides, keepStatus: boolean): Promise<void> {
  await mergeBoth(sides, keepStatus);
  await mergeBoth(sides, keepStatus);
  const [one, other] = [await shownState(sides[0]), await shownState(sides[1])];
  if (keepStatus) expect(one.whole).toEqual(other.whole);
  expect(one.words).toEqual(expect.arrayContaining([...other.living]));
  expect(other.words).toEqual(expect.arrayContaining([...one.living]));
  expect(await mergeBoth(sides, keepStatus)).toBe(0);
  expect([await shownState(sides[0]), await shownState(sides[1])]).toEqual([one, other]);
  for (const side of sides) await expectSound(side);
}

/** The same lists in every run of the suite; change it for a trial by hand. */
const SEED = 7;

/**
 * Lets two stores go their own ways at random, merges them each way, and compares what they show; then again. The second
 * of a pair is a store of the same kind, or the model. A failure tells the seed that repeats it.
 */
export function describeReplicas({ name, open, runs = 15 }: ReplicaSuite): void {
  const check = (openOther: Open, keepStatus: boolean) =>
    fc.assert(
      fc.asyncProperty(STEPS, STEPS, async (before, after) => {
        await using one = await openWorld({ open });
        await using other = await openWorld({ open: openOther });
        other.clock.advance(APART_MS);
        for (const steps of [before, after]) {
          await takeSteps([one, other], steps);
          await expectAgreement([one, other], keepStatus);
        }
      }),
      { seed: SEED, numRuns: runs, plugins: [fc.interruptAfterTimeLimit(TIMEOUT_MS - 20_000)] },
    );

  describe(`two of ${name}`, () => {
    test("that are replicas show the same after a merge each way", () => check(open, true), TIMEOUT_MS);
    test("that are replicas agree with the model too", () => check(openModel, true), TIMEOUT_MS);
    test("that are strangers hold the same words and evidence", () => check(open, false), TIMEOUT_MS);
  });
}
