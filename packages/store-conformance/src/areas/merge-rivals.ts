import { expect } from "vitest";
import { getOne } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { MERGE } from "../requirements/merge.ts";
import {
  ANA,
  BUILDKITE,
  counts,
  elsewhere,
  expectSound,
  ingestConfirmed,
  JENKINS,
  merge,
  REPLICA,
  standing,
} from "./merge-support.ts";

export const mergeRivalTests: Pick<AreaTests<typeof MERGE>, "merge.conflict" | "merge.rivals" | "merge.succession"> = {
  "merge.conflict": async (world) => {
    const other = await elsewhere(world);
    await ingestConfirmed(world.memory(), JENKINS);
    await ingestConfirmed(other.memory(), BUILDKITE);
    await other.memory().claims.pin(1, true);

    await merge(other, world, REPLICA);

    expect(await standing(world)).toMatchObject({
      "CI runs on Jenkins": ["confirmed", false, undefined, undefined],
      "CI runs on Buildkite": ["candidate", false, undefined, undefined],
    });
    expect(await world.store.proposals.listAll()).toMatchObject([
      { targetClaimId: 1, kind: "conflicted", candidateClaimId: 2 },
    ]);
    await merge(world, other, REPLICA);
    await merge(other, world, REPLICA);
    await merge(world, other, REPLICA);
    expect(await standing(other)).toEqual(await standing(world));
    expect(counts(await merge(other, world, REPLICA))).toEqual([0, 0, 2, 0]);
    for (const side of [world, other]) await expectSound(side);
  },

  "merge.rivals": async (world) => {
    const other = await elsewhere(world);
    const twin = { ...JENKINS, text: "Jenkins is what CI runs on" };
    const calm = { subject: "cd", predicate: "runs on", objectValue: "Argo" };
    await ingestConfirmed(world.memory(), { ...JENKINS, confidence: 0.9 });
    await world.memory().claims.pin(1, true);
    await ingestConfirmed(world.memory(), { ...calm, text: "CD runs on Argo" });
    await ingestConfirmed(other.memory(), twin);
    await ingestConfirmed(other.memory(), { ...calm, text: "Argo does the CD" });

    await merge(other, world, REPLICA);

    const expected = {
      "CI runs on Jenkins": ["confirmed", true, twin.text, undefined],
      [twin.text]: ["superseded", false, undefined, "CI runs on Jenkins"],
      "Argo does the CD": ["confirmed", false, "CD runs on Argo", undefined],
      "CD runs on Argo": ["superseded", false, undefined, "Argo does the CD"],
    };
    expect(await standing(world)).toEqual(expected);
    await merge(world, other, REPLICA);
    expect(await standing(other)).toEqual(expected);
    expect(counts(await merge(other, world, REPLICA))).toEqual([0, 0, 4, 0]);
    for (const side of [world, other]) await expectSound(side);
  },

  "merge.succession": async (world) => {
    const other = await elsewhere(world);
    await other.memory().claims.ingest(BUILDKITE);
    await ingestConfirmed(other.memory(), JENKINS);
    await merge(other, world, REPLICA);
    await other.memory().claims.confirm([1], { ...ANA, supersede: true });

    expect(counts(await merge(other, world, REPLICA))).toEqual([0, 2, 0, 0]);

    expect(await standing(world)).toEqual(await standing(other));
    expect((await standing(world))["CI runs on Buildkite"]?.[0]).toBe("confirmed");
    expect((await getOne(world.store, 1)).confirmedBy).toBe("ana");
    await expectSound(world);
  },
};
