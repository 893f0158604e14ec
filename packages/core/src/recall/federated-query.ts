import { authorize, grantedScopes } from "../access/authority.ts";
import { normalizeScopes } from "../access/default-scopes.ts";
import { canonicalScope, LEGACY_PROJECT_SCOPE } from "../access/scope.ts";
import type { MemoryContext } from "../memory-types.ts";
import { parseRequest } from "./parse-request.ts";
import { answerWithin } from "./query-claims.ts";
import type { Reach } from "./query-claims.ts";
import type { FederatedRequest, RecallResult } from "./types.ts";

const MAX_LIMIT = 100;
const TEAM_PREFIX = "team:";

/** Candidates to look at for a row, since some of them are not shown. */
const DEPTH_RATIO = 10;
const MIN_DEPTH = 100;

/** Nothing named, or `project`, is the project at hand. */
async function currentScope({ authority, projectScope }: MemoryContext, given = ""): Promise<string> {
  if (["", LEGACY_PROJECT_SCOPE].includes(given.trim())) return projectScope.forRead();
  const [scope = ""] = grantedScopes(authority, [canonicalScope(given)]);
  return scope;
}

async function findReach(context: MemoryContext, request: FederatedRequest, limit: number): Promise<Reach> {
  const listed = normalizeScopes(request.scopes ?? []);
  const scopes = listed.length === 0 ? undefined : grantedScopes(context.authority, listed);
  const current = await currentScope(context, request.currentScope);
  return {
    scopes,
    admits: ({ scope, visibility }) =>
      scope === current || (visibility !== "sensitive" && (scopes !== undefined || !scope.startsWith(TEAM_PREFIX))),
    depth: Math.max(DEPTH_RATIO * limit, MIN_DEPTH),
    pinnedToo: false,
  };
}

/**
 * The claims that matter for a question in all scopes that the caller may read, best first. Sensitive ones only of the
 * current scope, and teams only where they are the current scope or listed; a pinned claim must match like any other.
 *
 * @throws InvalidInputError, ForbiddenError as `queryClaims`
 */
export async function federatedQuery(context: MemoryContext, request: FederatedRequest): Promise<RecallResult> {
  authorize(context.authority, "query");
  const { queryText, allowSensitive, withCitations } = request;
  const parsed = parseRequest({ queryText, limit: request.limit, allowSensitive, withCitations });
  const limit = Math.min(parsed.limit, MAX_LIMIT);
  return answerWithin(context, { ...parsed, limit }, () => findReach(context, request, limit));
}
