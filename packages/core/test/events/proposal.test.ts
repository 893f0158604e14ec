import { describe, expect, test } from "vitest";

import { CHAIN_START } from "../../src/events/chain.ts";
import type { MemoryEvent, NewEvent } from "../../src/events/event.ts";
import { proposalDetails, proposalOf, storedProposalEffect } from "../../src/events/proposal.ts";
import { sealEvents } from "../../src/events/record.ts";
import { createCountingIds } from "../../src/testing/index.ts";

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

/** The event as it is stored under an id. */
function stored(event: NewEvent, id = 9, payloadJson = JSON.stringify(event.payload)): MemoryEvent {
  const [first] = sealEvents([{ ...event, payload: undefined }], CHAIN_START, createCountingIds());
  if (first === undefined) throw new RangeError("nothing was sealed");
  return { ...first.event, id, payloadJson };
}

const audit = (details: string, payload: NewEvent["payload"]): NewEvent => ({
  ...{ claimId: 3, eventType: "audit", createdAt: at },
  ...{ details, payload },
});

describe("the open proposals", () => {
  const about = { proposal_event_id: 7 };

  test.each([
    ["an approval that was carried out", "approved", { ...about, apply_on_approve: true, applied: true }],
    ["an approval that changes nothing", "approved", { ...about, apply_on_approve: false, applied: false }],
    ["a rejection", "rejected", about],
    ["an expiry", "expired", about],
  ])("lose one by %s", (_what, how, payload) => {
    const event = stored(audit(`steward_proposal_${how}`, payload));

    expect(storedProposalEffect(event, undefined)).toEqual({ eventId: 7, opens: false });
  });

  test.each([
    [
      "an approval that was to be carried out and was not",
      "steward_proposal_approved",
      { ...about, apply_on_approve: true, applied: false },
    ],
    ["a failed approval", "steward_proposal_apply_failed", { ...about, apply_on_approve: true, applied: false }],
    ["a resolution that names no proposal", "steward_proposal_rejected", {}],
    ["one whose id is none", "steward_proposal_rejected", { proposal_event_id: "7" }],
    ["another audit", "toString", about],
  ])("stay as they are after %s", (_what, details, payload) => {
    expect(storedProposalEffect(stored(audit(details, payload)), undefined)).toBeUndefined();
  });

  test("stay as they are after an event whose payload is no JSON", () => {
    const broken = stored(audit("steward_proposal_rejected", about), 9, "{broken");

    expect(storedProposalEffect(broken, undefined)).toBeUndefined();
  });

  test("gain the one that an event files, under its own id", () => {
    const event = { ...stored(audit("x", filed.payload)), eventType: filed.eventType, details: filed.details };

    expect(storedProposalEffect(event, undefined)).toEqual({ eventId: 9, opens: true });
  });

  test("become by an undo the opposite of what the undone event made them", () => {
    const event = { ...stored(audit("x", { undoes_event_id: 8 })), eventType: "undo", details: undefined };

    expect(storedProposalEffect(event, { eventId: 7, opens: false })).toEqual({ eventId: 7, opens: true });
    expect(storedProposalEffect(event, { eventId: 7, opens: true })).toEqual({ eventId: 7, opens: false });
    expect(storedProposalEffect(event, undefined)).toBeUndefined();
  });
});
