import { fromUnknown } from "../../src/errors/from-unknown.ts";
import type { MemoryContext } from "../../src/memory-types.ts";
import { listProposals } from "../../src/proposals/list-proposals.ts";
import { resolveProposal } from "../../src/proposals/resolve-proposal.ts";
import type { ResolveRequest, ResolveResult } from "../../src/proposals/types.ts";
import { allClaims, ingest } from "../ingest/ingest-steps.ts";
import { openContext } from "../support/open-context.ts";

export async function resolve(context: MemoryContext, request: Partial<ResolveRequest>): Promise<ResolveResult> {
  return resolveProposal(context, { action: "approve", actor: "ana", ...request });
}

export async function refusal(context: MemoryContext, request: object): Promise<unknown> {
  try {
    return await resolve(context, request);
  } catch (error) {
    const { code, details } = fromUnknown(error);
    return { code, details };
  }
}

export const pending = async (context: MemoryContext): Promise<number[]> =>
  (await listProposals(context)).items.map(({ eventId }) => eventId);

export const statuses = async (context: MemoryContext): Promise<string[]> =>
  (await allClaims(context)).map(({ status }) => status);

/** Claims 1 and 2, and a correction of the first by the second in event 3. */
export async function withCorrection(): Promise<ReturnType<typeof openContext>> {
  const context = openContext();
  await ingest(context, "CI runs on Jenkins");
  await ingest(context, { text: "Builds happen in Buildkite", supersedes: 1 });
  return context;
}

/** What every audit of that correction says. */
export const audited = {
  source: "human_override",
  actor: "ana",
  proposal_event_id: 3,
  proposal_decision: "superseded_candidate",
  proposed_status: "superseded",
  apply_on_approve: true,
};
