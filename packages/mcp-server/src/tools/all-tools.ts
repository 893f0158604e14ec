import type { ToolDefinition } from "../tool.ts";
import { classifyQuery } from "./classify-query.ts";
import { getClaim } from "./get-claim.ts";
import { ingestClaim } from "./ingest-claim.ts";
import { initDb } from "./init-db.ts";
import { listClaims } from "./list-claims.ts";
import { listEvents } from "./list-events.ts";
import { pinClaim } from "./pin-claim.ts";
import { queryForContext } from "./query-for-context.ts";
import { queryMemory } from "./query-memory.ts";

export const ALL_TOOLS: readonly ToolDefinition[] = [
  initDb,
  ingestClaim,
  queryMemory,
  queryForContext,
  getClaim,
  listClaims,
  listEvents,
  pinClaim,
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
]);

/** Tools of a profile: `core` is the small one. */
export function toolsOf(profile: "all" | "core"): readonly ToolDefinition[] {
  return profile === "all" ? ALL_TOOLS : ALL_TOOLS.filter(({ name }) => CORE_PROFILE.has(name));
}
