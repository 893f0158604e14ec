import type { Claim } from "@memorymaster/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { chooseWinner } from "../../src/conflicts/choose-winner.ts";

const EARLY = "2026-01-01T00:00:00+00:00";
const LATE = "2026-02-01T00:00:00+00:00";

type Facts = Partial<Pick<Claim, "pinned" | "confirmedBy" | "confidence" | "updatedAt" | "objectValue">> & {
  readonly cited?: number;
};

function rival(id: number, { cited = 1, ...facts }: Facts): Claim {
  const fields = {
    id,
    pinned: false,
    confirmedBy: undefined,
    confidence: 0.5,
    updatedAt: EARLY,
    objectValue: `v${id}`,
  };
  return { ...fields, ...facts, citations: Array.from({ length: cited }, () => ({})) } as unknown as Claim;
}

const winnerOf = (group: readonly Claim[]): readonly [number | undefined, readonly string[]] => {
  const { winner, reasons } = chooseWinner(group);
  return [winner?.id, [...new Set(reasons.values())]];
};

describe("the winner of a conflict", () => {
  it.each<readonly [string, Facts, Facts]>([
    ["pinned_wins", { pinned: true, confidence: 0.1 }, { confidence: 0.9, confirmedBy: "ana" }],
    ["person_wins", { confirmedBy: "ana", confidence: 0.1 }, { confidence: 0.9 }],
    ["higher_confidence", { confidence: 0.6 }, { confidence: 0.5, updatedAt: LATE }],
    ["more_recent", { updatedAt: LATE }, { updatedAt: EARLY, cited: 9 }],
    ["more_citations", { cited: 2 }, { cited: 1 }],
  ])("is chosen by the first tier that tells them apart: %s", (reason, better, worse) => {
    expect(winnerOf([rival(1, worse), rival(2, better)])).toEqual([2, [reason]]);
    expect(winnerOf([rival(1, better), rival(2, worse)])).toEqual([1, [reason]]);
  });

  it("differences too small to mean anything are none", () => {
    expect(winnerOf([rival(1, { confidence: 0.5 }), rival(2, { confidence: 0.5 + 5e-7 })])).toEqual([undefined, []]);
  });

  it("two persons' words are a person's to decide, whatever else they have", () => {
    const group = [rival(1, { confirmedBy: "ana", confidence: 0.9 }), rival(2, { confirmedBy: "luis" })];

    expect(winnerOf(group)).toEqual([undefined, []]);
  });

  it("two pinned ones go through the tiers", () => {
    const group = [rival(1, { pinned: true }), rival(2, { pinned: true, confidence: 0.8 })];

    expect(winnerOf(group)).toEqual([2, ["higher_confidence"]]);
  });

  it("of one value the oldest stands for all", () => {
    const group = [rival(3, { objectValue: " Go" }), rival(2, { objectValue: "go" }), rival(1, { confidence: 0.1 })];

    expect(winnerOf(group)).toEqual([2, ["higher_confidence"]]);
  });

  it("the higher id wins only where that is asked for", () => {
    const { winner, reasons } = chooseWinner([rival(1, {}), rival(2, {})], { idTiebreak: true });

    expect([winner?.id, ...reasons.values()]).toEqual([2, "higher_id_tiebreaker"]);
  });

  const facts = fc.record({
    pinned: fc.boolean(),
    confirmedBy: fc.constantFrom(undefined, undefined, "ana"),
    confidence: fc.constantFrom(0.2, 0.5, 0.5 + 4e-7, 0.5 + 8e-7, 0.5 + 12e-7),
    updatedAt: fc.constantFrom(EARLY, LATE),
    objectValue: fc.constantFrom("a", "b", "c"),
    cited: fc.nat(2),
  });
  const groups = fc.array(facts, { minLength: 1, maxLength: 6 }).map((all) => all.map((one, at) => rival(at + 1, one)));

  it("does not depend on the order of the group", () => {
    fc.assert(
      fc.property(
        groups.chain((group) => fc.tuple(fc.constant(group), fc.shuffledSubarray(group, { minLength: group.length }))),
        fc.boolean(),
        ([group, shuffled], idTiebreak) => {
          const [one, other] = [chooseWinner(group, { idTiebreak }), chooseWinner(shuffled, { idTiebreak })];
          expect(other.winner).toBe(one.winner);
          for (const claim of group) expect(other.reasons.get(claim)).toBe(one.reasons.get(claim));
        },
      ),
    );
  });

  it("with the tiebreak there is always one, but between persons", () => {
    fc.assert(
      fc.property(groups, (group) => {
        const { winner, tied } = chooseWinner(group, { idTiebreak: true });
        if (winner === undefined) expect(tied.every(({ confirmedBy }) => confirmedBy !== undefined)).toBe(true);
        else expect(group).toContain(winner);
      }),
    );
  });

  it("of two, exactly one comes before the other, or neither", () => {
    fc.assert(
      fc.property(facts, facts, (first, second) => {
        const [a, b] = [rival(1, first), rival(2, second)];
        const { winner, reasons } = chooseWinner([a, b]);
        expect(reasons.size).toBeLessThanOrEqual(1);
        if (winner !== undefined) expect(reasons.has(winner)).toBe(false);
      }),
    );
  });
});
