import type { OpenProposal, ProposalKind } from "@memorymaster/core";
import type { Selectable } from "kysely";
import { absent, present } from "../absence.ts";
import type { Codecs } from "../flavor.ts";
import type { OpenProposalsTable } from "../schema.ts";

type ProposalRow = Selectable<OpenProposalsTable>;

export function proposalRowOf(proposal: OpenProposal, codecs: Codecs): ProposalRow {
  return {
    event_id: proposal.eventId,
    target_claim_id: proposal.targetClaimId,
    kind: proposal.kind,
    candidate_claim_id: absent(proposal.candidateClaimId),
    created_at: codecs.time.encode(proposal.createdAt),
  };
}

export function openProposalOf(row: ProposalRow, codecs: Codecs): OpenProposal {
  return {
    eventId: row.event_id,
    targetClaimId: row.target_claim_id,
    kind: row.kind as ProposalKind,
    candidateClaimId: present(row.candidate_claim_id),
    createdAt: codecs.time.decode(row.created_at),
  };
}
