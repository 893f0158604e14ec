import type { ProposalKind, ProposalStore } from "@memorymaster/core";
import { present } from "../absence.ts";
import type { Flavor } from "../flavor.ts";
import type { Session } from "../transaction.ts";

export function createProposalStore(session: Session, { codecs, lists }: Flavor): ProposalStore {
  return {
    listOpen: async (targetClaimIds) => {
      const rows = await session
        .db()
        .selectFrom("open_proposals")
        .selectAll()
        .where("target_claim_id", "in", lists.ids(lists.encode(targetClaimIds)))
        .orderBy("event_id")
        .execute();
      return rows.map((row) => ({
        eventId: row.event_id,
        targetClaimId: row.target_claim_id,
        kind: row.kind as ProposalKind,
        candidateClaimId: present(row.candidate_claim_id),
        createdAt: codecs.time.decode(row.created_at),
      }));
    },
  };
}
