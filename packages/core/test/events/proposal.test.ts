import { describe, expect, test } from "vitest";

import type { NewEvent } from "../../src/events/event.ts";
import { proposalDetails, proposalOf } from "../../src/events/proposal.ts";

const at = "2026-01-02T03:04:05+00:00";
const filed: NewEvent = {
  claimId: 3,
  eventType: "policy_decision",
  details: proposalDetails("superseded_candidate"),
  payload: { claim_version: 1, replaced_by_claim_id: 9, related_claim_id: 4 },
  createdAt: at,
};

describe("an event files a proposal", () => {
  test("that names the replacement", () => {
    expect(proposalOf(filed)).toEqual({
      targetClaimId: 3,
      kind: "superseded_candidate",
      candidateClaimId: 9,
      createdAt: at,
    });
  });

  test("that names the related claim when nothing replaces the target", () => {
    const conflict = {
      ...filed,
      details: "steward_proposal:conflicted",
      payload: { claim_version: 1, related_claim_id: 4 },
    };

    expect(proposalOf(conflict)).toEqual({ targetClaimId: 3, kind: "conflicted", candidateClaimId: 4, createdAt: at });
  });

  test("that names no other claim", () => {
    const stale = { ...filed, details: "steward_proposal:stale", payload: { claim_version: 1 } };

    expect(proposalOf(stale)).toEqual({ targetClaimId: 3, kind: "stale", candidateClaimId: undefined, createdAt: at });
  });
});

test.each<[string, Partial<NewEvent>]>([
  ["another kind of event", { eventType: "audit" }],
  ["an event about no claim", { claimId: undefined }],
  ["another policy decision", { details: "sensitive_redaction_applied" }],
  ["a decision without details", { details: undefined }],
  ["an unknown kind of proposal", { details: "steward_proposal:renamed" }],
])("%s files none", (_what, changes) => {
  expect(proposalOf({ ...filed, ...changes })).toBeUndefined();
});
