import { expect, test } from "vitest";

import type { OpenProposal } from "../../src/ports/proposal-store.ts";
import { compareProposals } from "../../src/upkeep/compare-proposals.ts";

const proposal = (eventId: number, change: Partial<OpenProposal> = {}): OpenProposal => ({
  eventId,
  targetClaimId: 1,
  kind: "conflicted",
  candidateClaimId: undefined,
  createdAt: "2026-01-02T03:04:05+00:00",
  ...change,
});

test("proposals that are missing, too many or about something else are told apart, whatever their order", () => {
  const open = [proposal(1), proposal(2), proposal(3), proposal(4)];
  const stored = [proposal(9), proposal(4, { candidateClaimId: 7 }), proposal(3, { kind: "stale" }), proposal(1)];

  expect(compareProposals(open, stored)).toEqual([
    { eventId: 2, reason: "missing" },
    { eventId: 3, reason: "changed" },
    { eventId: 4, reason: "changed" },
    { eventId: 9, reason: "leftover" },
  ]);
  expect(compareProposals(open, open.toReversed())).toEqual([]);
});
