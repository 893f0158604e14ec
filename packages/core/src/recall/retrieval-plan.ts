import type { Authority } from "../access/authority.ts";
import type { RetrievalWeights } from "../config/settings.ts";
import { ForbiddenError } from "../errors/errors.ts";
import type { QueryClass } from "./classify-query.ts";
import { classifyQuery } from "./classify-query.ts";
import type { ParsedRequest } from "./parse-request.ts";
import type { RetrievalMode, RetrievalProfile } from "./types.ts";

/** Starting values; a measurement on held-out questions replaces them. */
const PROFILE_WEIGHTS: Readonly<Record<Exclude<RetrievalProfile, "auto">, RetrievalWeights>> = {
  recall: { lexical: 0.6, confidence: 0.2, freshness: 0.1, vector: 0.6 },
  precision: { lexical: 0.7, confidence: 0.4, freshness: 0.1, vector: 0.2 },
  fresh: { lexical: 0.5, confidence: 0.1, freshness: 0.6, vector: 0.4 },
  semantic: { lexical: 0.3, confidence: 0.2, freshness: 0.1, vector: 0.7 },
};

/** Which retrieval runs, with which weights, and why it is not the one asked for. */
export interface RetrievalPlan {
  readonly mode: RetrievalMode;
  readonly containmentReason: string | undefined;
  readonly queryType: string | undefined;
  readonly classifiedMode: RetrievalMode | undefined;
  readonly weights: RetrievalWeights;
}

/**
 * Text is the only channel: a mode that wants vectors runs as `legacy` and says why. The kind of question picks mode and
 * profile when the caller asked for that and left the mode at its default.
 *
 * @throws ForbiddenError `access.denied` when a team asks for `qdrant`
 */
export function planRetrieval(
  authority: Pick<Authority, "mode">,
  request: ParsedRequest,
  defaults: RetrievalWeights,
): RetrievalPlan {
  const inTeam = authority.mode === "team";
  if (inTeam) refuseQdrant(request.retrievalMode);
  const kind = request.autoClassify ? classifyQuery(request.queryText) : undefined;
  const deciding = request.retrievalMode === "hybrid" ? kind : undefined;
  const wanted = deciding?.recommendedMode ?? request.retrievalMode;
  return {
    mode: "legacy",
    ...(wanted === "legacy" ? NOT_CONTAINED : contained(inTeam, deciding)),
    queryType: kind?.queryType,
    weights: weightsOf(request, deciding) ?? defaults,
  };
}

const NOT_CONTAINED = { containmentReason: undefined, classifiedMode: undefined };

function contained(
  inTeam: boolean,
  deciding: QueryClass | undefined,
): Pick<RetrievalPlan, "containmentReason" | "classifiedMode"> {
  return {
    containmentReason: inTeam ? "team_not_granted" : "not_configured",
    classifiedMode: deciding?.recommendedMode,
  };
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
