import { expect, test } from "vitest";

import { listProposals } from "../../src/proposals/list-proposals.ts";
import { resolveProposal } from "../../src/proposals/resolve-proposal.ts";
import { proposalToWire, resolveResultToWire } from "../../src/proposals/wire.ts";
import { openContext, seed } from "../support/open-context.ts";
import { fileProposal } from "./file-proposal.ts";

const AT = "2026-01-02T03:04:05+00:00";
const PAYLOAD = {
  claim_version: 1,
  decision: "superseded_candidate",
  reasons: [{ code: "test", detail: "1 2" }],
  replaced_by_claim_id: 2,
};
const WIRE = {
  proposal_event_id: 1,
  claim_id: 1,
  created_at: AT,
  proposal_decision: "superseded_candidate",
  proposed_status: "superseded",
  priority: null,
  replaced_by_claim_id: 2,
  reasons: PAYLOAD.reasons,
  status: "pending",
  resolution: null,
  payload: PAYLOAD,
};

test("a proposal and its resolution leave the process in snake case, with null for absence", async () => {
  const context = openContext();
  await seed(context, { text: "alpha" }, { text: "beta" });
  await fileProposal(context, 1, { kind: "superseded_candidate", candidate: 2 });

  expect((await listProposals(context)).items.map(proposalToWire)).toEqual([WIRE]);

  const decision = await resolveProposal(context, { action: "reject", claim: 1, actor: "ana" });
  expect(resolveResultToWire(decision)).toEqual({
    ok: true,
    resolved: true,
    action: "reject",
    proposal_event_id: 1,
    claim_id: 1,
    applied: false,
    apply_error: null,
    status: "rejected",
    audit_event_id: 2,
  });

  const again = await resolveProposal(context, { action: "approve", claim: 1, actor: "luis" });
  const resolution = {
    event_id: 2,
    status: "rejected",
    source: "human_override",
    actor: "ana",
    applied: false,
    created_at: AT,
  };
  expect(resolveResultToWire(again)).toEqual({
    ok: true,
    resolved: false,
    reason: "already_resolved",
    proposal: { ...WIRE, status: "rejected", resolution },
  });
});

test("a related claim is no replacement", async () => {
  const context = openContext();
  await seed(context, { text: "alpha" }, { text: "beta" });
  await fileProposal(context, 1, { kind: "conflicted", candidate: 2 });

  const [proposal] = (await listProposals(context)).items.map(proposalToWire);

  expect(proposal).toMatchObject({ replaced_by_claim_id: null, payload: { related_claim_id: 2 } });
});
