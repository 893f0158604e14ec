import { authorize, viewerOf } from "../access/authority.ts";
import { normalizeScopes, resolveReadScopes } from "../access/default-scopes.ts";
import { InvalidInputError } from "../errors/errors.ts";
import type { ListClaimsRequest, MemoryContext } from "../memory-types.ts";
import type { Page } from "../ports/claim-store.ts";
import { CLAIM_STATUSES } from "./claim.ts";
import type { Claim, ClaimStatus } from "./claim.ts";
import { pageLimit } from "./page-limit.ts";

const DEFAULT_LIMIT = 50;

function statusesOf(request: ListClaimsRequest): readonly ClaimStatus[] | undefined {
  if (request.status === undefined) {
    return request.includeArchived === true ? undefined : CLAIM_STATUSES.filter((status) => status !== "archived");
  }
  if (CLAIM_STATUSES.includes(request.status)) return [request.status];
  throw new InvalidInputError("input.invalid", `The status is one of ${CLAIM_STATUSES.join(", ")}`, {
    details: { field: "status" },
  });
}

function checkIds(ids: readonly number[] | undefined): void {
  if (ids === undefined || ids.every((id) => Number.isSafeInteger(id) && id > 0)) return;
  throw new InvalidInputError("input.invalid", "Ids are positive whole numbers", { details: { field: "ids" } });
}

async function scopesOf(context: MemoryContext, request: ListClaimsRequest): Promise<readonly string[] | undefined> {
  if (request.scopes === "all") return undefined;
  const isNamed = request.scopes !== undefined && normalizeScopes(request.scopes).length > 0;
  // Whoever asks by id means these claims, wherever they are.
  if (!isNamed && request.ids !== undefined) return undefined;
  return resolveReadScopes(context, request.scopes);
}

/**
 * Claims of the given scopes, else of the default read scopes; by id of every scope. Archived ones only when asked for.
 *
 * @returns pinned first, then confidence, last change and id, all descending; without citations
 * @throws InvalidInputError `input.invalid` for an unknown status, an id that is none, a cursor that no page gave
 */
export async function listClaims(context: MemoryContext, request: ListClaimsRequest = {}): Promise<Page<Claim>> {
  authorize(context.authority, "query");
  const viewer = viewerOf(context.authority, request.allowSensitive);
  checkIds(request.ids);
  const filter = { statuses: statusesOf(request), ids: request.ids, scopes: await scopesOf(context, request) };
  return context.store.claims.list(viewer, filter, {
    limit: pageLimit(request.limit ?? DEFAULT_LIMIT),
    cursor: request.cursor,
  });
}
