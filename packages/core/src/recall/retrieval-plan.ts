import type { Authority } from "../access/authority.ts";
import type { MemorySettings, RetrievalWeights } from "../config/settings.ts";
import { ForbiddenError } from "../errors/errors.ts";
import type { VectorReason, VectorRuntime } from "../vector/types.ts";
import type { QueryClass } from "./classify-query.ts";
import { classifyQuery } from "./classify-query.ts";
import type { ParsedRequest } from "./parse-request.ts";
import type { RetrievalMode, RetrievalProfile } from "./types.ts";

/** Vector weights as `bench/retrieval` bears them out (decision 0022); the others are starting values. */
const PROFILE_WEIGHTS: Readonly<Record<Exclude<RetrievalProfile, "auto">, RetrievalWeights>> = {
  recall: { lexical: 0.6, confidence: 0.2, freshness: 0.1, vector: 0.3 },
  precision: { lexical: 0.7, confidence: 0.4, freshness: 0.1, vector: 0.2 },
  fresh: { lexical: 0.5, confidence: 0.1, freshness: 0.6, vector: 0.2 },
  semantic: { lexical: 0.5, confidence: 0.2, freshness: 0.1, vector: 0.5 },
};

/** Which retrieval runs, with which weights, and why it is not the one asked for. */
export interface RetrievalPlan {
  /** `legacy` where vectors cannot be asked; others run as that, too, when the index turns out to be of no use. */
  readonly mode: RetrievalMode;
  readonly containmentReason: Extract<VectorReason, "not_configured" | "team_not_granted"> | undefined;
  readonly queryType: string | undefined;
  /** What the kind of question chose. */
  readonly classifiedMode: RetrievalMode | undefined;
  readonly weights: RetrievalWeights;
}

export interface PlanningContext {
  readonly authority: Pick<Authority, "mode">;
  readonly settings: Pick<MemorySettings, "retrievalWeights" | "vector">;
  readonly vectors?: VectorRuntime | undefined;
}

/**
 * A mode that wants vectors runs as `legacy` and says why where they are not set up, or not granted to teams. The kind of
 * question picks mode and profile when the caller asked for that and left the mode at its default.
 *
 * @throws ForbiddenError `access.denied` when a team that vectors are not granted to asks for `qdrant`
 */
export function planRetrieval(context: PlanningContext, request: ParsedRequest): RetrievalPlan {
  const obstacle = obstacleOf(context);
  if (obstacle === "team_not_granted") refuseQdrant(request.retrievalMode);
  const kind = request.autoClassify ? classifyQuery(request.queryText) : undefined;
  const deciding = request.retrievalMode === "hybrid" ? kind : undefined;
  const wanted = deciding?.recommendedMode ?? request.retrievalMode;
  return {
    ...contained(wanted, obstacle),
    queryType: kind?.queryType,
    classifiedMode: deciding?.recommendedMode,
    weights: weightsOf(request, deciding) ?? context.settings.retrievalWeights,
  };
}

type Containment = Pick<RetrievalPlan, "mode" | "containmentReason">;

function contained(wanted: RetrievalMode, obstacle: RetrievalPlan["containmentReason"]): Containment {
  const isFree = wanted === "legacy" || obstacle === undefined;
  return isFree ? { mode: wanted, containmentReason: undefined } : { mode: "legacy", containmentReason: obstacle };
}

function obstacleOf({ authority, settings, vectors }: PlanningContext): RetrievalPlan["containmentReason"] {
  if (authority.mode === "team" && !settings.vector.teamGranted) return "team_not_granted";
  return vectors === undefined ? "not_configured" : undefined;
}

function refuseQdrant(mode: RetrievalMode): void {
  if (mode !== "qdrant") return;
  throw new ForbiddenError("access.denied", "The retrieval mode qdrant is not granted to teams", {
    details: { retrieval_mode: mode },
  });
}

/** A profile by name comes first, then the kind of question, then the mode; `undefined` = the configured weights. */
function weightsOf(
  { queryText, retrievalMode, retrievalProfile }: ParsedRequest,
  deciding: QueryClass | undefined,
): RetrievalWeights | undefined {
  const named = retrievalProfile === "auto" ? classifyQuery(queryText).profile : retrievalProfile;
  const profile = named ?? deciding?.profile ?? (retrievalMode === "qdrant" ? "semantic" : undefined);
  return profile === undefined ? undefined : PROFILE_WEIGHTS[profile];
}
