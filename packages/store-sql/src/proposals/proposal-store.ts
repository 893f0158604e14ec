import { PROPOSAL_KINDS, PROPOSED_STATUS, RETIRED_STATUSES } from "@memorymaster/core";
import type { OpenProposal, ProposalFilter, ProposalStore, Viewer } from "@memorymaster/core";
import { expressionBuilder } from "kysely";
import type { Expression, Kysely, SqlBool } from "kysely";
import { visibleTo } from "../claims/claim-filter.ts";
import type { Flavor } from "../flavor.ts";
import { prepareRows } from "../prepare.ts";
import type { Schema } from "../schema.ts";
import type { Session } from "../transaction.ts";
import { openProposalOf, proposalRowOf } from "./proposal-row.ts";

const both = expressionBuilder<Schema, "open_proposals" | "claims">();

/** Whether the claim of a proposal is where nothing is left to decide (`isSettled`). */
function settled(): Expression<SqlBool> {
  const reached = PROPOSAL_KINDS.map((kind) =>
    both.and([both("kind", "=", kind), both("claims.status", "=", PROPOSED_STATUS[kind])]),
  );
  return both.or([both("claims.status", "in", RETIRED_STATUSES), ...reached]);
}

/** No candidate, or one that the viewer sees. */
export function candidateVisible(viewer: Viewer, flavor: Flavor): Expression<SqlBool> {
  const seen = both
    .selectFrom("claims")
    .select("claims.id")
    .whereRef("claims.id", "=", "open_proposals.candidate_claim_id")
    .where(visibleTo(viewer, flavor));
  return both.or([both("candidate_claim_id", "is", null), both.exists(seen)]);
}

interface Wanted {
  readonly viewer: Viewer;
  readonly limit: number;
  readonly filter: ProposalFilter;
}

async function listProposals(
  db: Kysely<Schema>,
  flavor: Flavor,
  { viewer, limit, filter }: Wanted,
): Promise<readonly OpenProposal[]> {
  const { lists, codecs } = flavor;
  const conditions = [visibleTo(viewer, flavor), candidateVisible(viewer, flavor)];
  if (filter.targetClaimId !== undefined) conditions.push(both("target_claim_id", "=", filter.targetClaimId));
  if (filter.scopes !== undefined) {
    conditions.push(both("claims.scope", "in", lists.texts(lists.encode(filter.scopes))));
  }
  if (filter.settled !== undefined) conditions.push(filter.settled ? settled() : both.not(settled()));
  const rows = await db
    .selectFrom("open_proposals")
    .innerJoin("claims", "claims.id", "open_proposals.target_claim_id")
    .where(both.and(conditions))
    .selectAll("open_proposals")
    .orderBy("event_id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => openProposalOf(row, codecs));
}

export function createProposalStore(session: Session, flavor: Flavor): ProposalStore {
  const { codecs, lists } = flavor;
  const insert = prepareRows((db, rows: readonly ReturnType<typeof proposalRowOf>[]) =>
    db.insertInto("open_proposals").values(rows).compile(),
  );
  return {
    list: async (viewer, limit, filter = {}) => listProposals(session.db(), flavor, { viewer, limit, filter }),
    listAll: async () => {
      const rows = await session.db().selectFrom("open_proposals").selectAll().orderBy("event_id").execute();
      return rows.map((row) => openProposalOf(row, codecs));
    },
    replaceAll: (proposals) =>
      session.transaction(async (db) => {
        await db.deleteFrom("open_proposals").execute();
        await insert(
          db,
          proposals.map((proposal) => proposalRowOf(proposal, codecs)),
        );
      }),
    listOpen: async (targetClaimIds) => {
      const rows = await session
        .db()
        .selectFrom("open_proposals")
        .selectAll()
        .where("target_claim_id", "in", lists.ids(lists.encode(targetClaimIds)))
        .orderBy("event_id")
        .execute();
      return rows.map((row) => openProposalOf(row, codecs));
    },
  };
}
