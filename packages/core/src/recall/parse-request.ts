import type { ClaimStatus } from "../claims/claim.ts";
import { LIVE_STATUSES } from "../claims/claim.ts";
import { LIMITS } from "../claims/limits.ts";
import { normalizeTime } from "../claims/time.ts";
import { InvalidInputError } from "../errors/errors.ts";
import type { RecallRequest, RetrievalMode, RetrievalProfile, Trust } from "./types.ts";
import { RETRIEVAL_MODES, RETRIEVAL_PROFILES, TRUST_LEVELS } from "./types.ts";

const DEFAULT_LIMIT = 20;

/** A request that has been checked, with its defaults filled in. */
export interface ParsedRequest {
  readonly queryText: string;
  /** 1..1,000. */
  readonly limit: number;
  readonly trust: Trust;
  readonly statuses: readonly ClaimStatus[];
  readonly retrievalMode: RetrievalMode;
  readonly retrievalProfile: RetrievalProfile | undefined;
  readonly autoClassify: boolean;
  /** As given; empty = the default read scopes. */
  readonly scopes: readonly string[];
  readonly asOf: string | undefined;
  readonly allowSensitive: boolean;
  readonly explain: boolean;
  readonly withCitations: boolean;
  readonly deadline: RecallRequest["deadline"];
}

/** Statuses that a request can leave out, by the option that does it. */
const INCLUDE_OPTIONS = [
  ["includeCandidates", "include_candidates", "candidate"],
  ["includeStale", "include_stale", "stale"],
  ["includeConflicted", "include_conflicted", "conflicted"],
] as const satisfies readonly (readonly [keyof RecallRequest, string, ClaimStatus])[];

/** @throws InvalidInputError `input.missing`, `input.invalid`; `details.field` names the field as it stands on the wire */
export function parseRequest(request: RecallRequest): ParsedRequest {
  const trust = oneOf(TRUST_LEVELS, "trust", request.trust) ?? "all";
  const asOf = request.asOf === undefined ? undefined : normalizeTime(request.asOf, "as_of");
  return {
    queryText: parseQueryText(request.queryText),
    limit: parseLimit(request.limit ?? DEFAULT_LIMIT),
    trust,
    statuses: statusesOf(request, trust, asOf !== undefined),
    retrievalMode: oneOf(RETRIEVAL_MODES, "retrieval_mode", request.retrievalMode) ?? "hybrid",
    retrievalProfile: oneOf(RETRIEVAL_PROFILES, "retrieval_profile", request.retrievalProfile),
    autoClassify: request.autoClassify ?? false,
    scopes: request.scopes ?? [],
    asOf,
    allowSensitive: request.allowSensitive ?? false,
    explain: request.explain ?? false,
    withCitations: request.withCitations ?? false,
    deadline: request.deadline,
  };
}

function invalid(field: string, message: string): InvalidInputError {
  return new InvalidInputError("input.invalid", message, { details: { field } });
}

/** The first 10,000 code points: what follows them is ignored. */
function parseQueryText(text: unknown): string {
  if (text === undefined) {
    throw new InvalidInputError("input.missing", "query_text is missing", { details: { field: "query_text" } });
  }
  if (typeof text !== "string" || text.trim() === "") throw invalid("query_text", "query_text is empty");
  if (text.length <= LIMITS.queryText) return text;
  return Array.from(text.slice(0, 2 * LIMITS.queryText))
    .slice(0, LIMITS.queryText)
    .join("");
}

function parseLimit(limit: number): number {
  if (!Number.isInteger(limit) || limit < 1) throw invalid("limit", "limit must be a positive integer");
  return Math.min(limit, LIMITS.listLimit);
}

function oneOf<Value extends string>(
  values: readonly Value[],
  field: string,
  given: string | undefined,
): Value | undefined {
  if (given === undefined) return undefined;
  const known = values.find((value) => value === given);
  if (known === undefined) throw invalid(field, `${field} must be one of ${values.join(", ")}`);
  return known;
}

/** Superseded claims take part only when the past is asked for; archived ones never. */
function statusesOf(request: RecallRequest, trust: Trust, inThePast: boolean): readonly ClaimStatus[] {
  if (trust === "confirmed") {
    const asked = INCLUDE_OPTIONS.find(([option]) => request[option] === true);
    if (asked !== undefined) throw invalid(asked[1], `${asked[1]} contradicts trust confirmed`);
    return ["confirmed"];
  }
  const excluded: readonly ClaimStatus[] = INCLUDE_OPTIONS.filter(([option]) => request[option] === false).map(
    ([, , status]) => status,
  );
  const live = LIVE_STATUSES.filter((status) => !excluded.includes(status));
  return inThePast ? [...live, "superseded"] : live;
}
