import { authorize, viewerOf } from "../access/authority.ts";
import { resolveReadScopes } from "../access/default-scopes.ts";
import { pageLimit } from "../claims/page-limit.ts";
import { resolveClaim } from "../claims/resolve-claim.ts";
import { InvalidInputError } from "../errors/errors.ts";
import type { ListEventsRequest, MemoryContext } from "../memory-types.ts";
import type { Page } from "../ports/claim-store.ts";
import { EVENT_TYPES, LEGACY_EVENT_TYPES } from "./event.ts";
import type { MemoryEvent } from "./event.ts";

const DEFAULT_LIMIT = 100;
const READABLE_TYPES: readonly string[] = [...EVENT_TYPES, ...LEGACY_EVENT_TYPES];

function checkType(eventType: string | undefined): void {
  if (eventType === undefined || READABLE_TYPES.includes(eventType)) return;
  throw new InvalidInputError("input.invalid", `The event type is one of ${EVENT_TYPES.join(", ")}`, {
    details: { field: "event_type", known: EVENT_TYPES },
  });
}

/** The scopes asked for; whoever names a claim means that one, wherever it is. */
async function scopesOf(context: MemoryContext, request: ListEventsRequest): Promise<readonly string[] | undefined> {
  if (request.scopes === "all" || (request.scopes === undefined && request.claim !== undefined)) return undefined;
  return resolveReadScopes(context, request.scopes);
}

/**
 * Events of claims in the given scopes, else in the default read scopes, newest first; those of claims that the caller
 * may not see are absent. Events of no claim belong to every scope.
 *
 * @throws InvalidInputError `input.invalid` for an unknown type or a cursor that no page gave
 */
export async function listEvents(context: MemoryContext, request: ListEventsRequest = {}): Promise<Page<MemoryEvent>> {
  authorize(context.authority, "query");
  checkType(request.eventType);
  const viewer = viewerOf(context.authority);
  const scopes = await scopesOf(context, request);
  const within = scopes === undefined ? viewer : { ...viewer, grantedScopes: scopes };
  const claim = request.claim === undefined ? undefined : await resolveClaim(context.store, within, request.claim);
  return context.store.events.list(
    viewer,
    { claimId: claim?.id, eventType: request.eventType, scopes },
    { limit: pageLimit(request.limit ?? DEFAULT_LIMIT), cursor: request.cursor },
  );
}
