import type { ToolDefinition } from "../tool.ts";
import { classifyQuery } from "./classify-query.ts";
import { federatedQuery } from "./federated-query.ts";
import { getClaim } from "./get-claim.ts";
import { ingestClaim } from "./ingest-claim.ts";
import { initDb } from "./init-db.ts";
import { listClaims } from "./list-claims.ts";
import { listEvents } from "./list-events.ts";
import { listStewardProposals } from "./list-steward-proposals.ts";
import { pinClaim } from "./pin-claim.ts";
import { queryForContext } from "./query-for-context.ts";
import { queryMemory } from "./query-memory.ts";
import { recallAnalysis } from "./recall-analysis.ts";
import { recomputeTiers } from "./recompute-tiers.ts";
import { redactClaimPayload } from "./redact-claim-payload.ts";
import { resolveStewardProposal } from "./resolve-steward-proposal.ts";
import { searchVerbatim } from "./search-verbatim.ts";

export const ALL_TOOLS: readonly ToolDefinition[] = [
  initDb,
  ingestClaim,
  queryMemory,
  queryForContext,
  federatedQuery,
  recallAnalysis,
  searchVerbatim,
  getClaim,
  listClaims,
  listEvents,
  pinClaim,
  redactClaimPayload,
  listStewardProposals,
  resolveStewardProposal,
  recomputeTiers,
  classifyQuery,
];

/** Tools of the small profile, by name. */
const CORE_PROFILE: ReadonlySet<string> = new Set([
  "ingest_claim",
  "query_memory",
  "query_for_context",
  "list_claims",
  "list_events",
  "pin_claim",
  "redact_claim_payload",
  "list_steward_proposals",
  "resolve_steward_proposal",
  "search_verbatim",
]);

/** Tools of a profile: `core` is the small one. */
export function toolsOf(profile: "all" | "core"): readonly ToolDefinition[] {
  return profile === "all" ? ALL_TOOLS : ALL_TOOLS.filter(({ name }) => CORE_PROFILE.has(name));
}
