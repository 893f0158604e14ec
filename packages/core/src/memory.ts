import { LOCAL_OPERATOR } from "./access/authority.ts";
import { resolveReadScopes } from "./access/default-scopes.ts";
import { USER_SCOPE } from "./access/scope.ts";
import { claimDetail, getClaim } from "./claims/claim-detail.ts";
import { claimStats } from "./claims/claim-stats.ts";
import { listClaims } from "./claims/list-claims.ts";
import { pinClaim } from "./claims/pin-claim.ts";
import { transitionClaim } from "./claims/transition.ts";
import { SETTINGS_DEFAULTS } from "./config/settings.ts";
import { claimHistory } from "./events/claim-history.ts";
import { listEvents } from "./events/list-events.ts";
import { verifyEvents } from "./events/verify-events.ts";
import { ingestClaim } from "./ingest/ingest-claim.ts";
import { ingestMany } from "./ingest/ingest-many.ts";
import { addLink } from "./links/add-link.ts";
import { listLinks } from "./links/list-links.ts";
import { removeLinks } from "./links/remove-links.ts";
import type { Memory, MemoryContext, MemoryParts } from "./memory-types.ts";
import { systemClock } from "./platform/clock.ts";
import { randomIds } from "./platform/ids.ts";
import type { ProjectScope } from "./ports/project-scope.ts";
import { packContext } from "./recall/pack-context.ts";
import { queryClaims } from "./recall/query-claims.ts";

const NO_PROJECT: ProjectScope = { forWrite: async () => USER_SCOPE, forRead: async () => USER_SCOPE };

/** The parts of a memory with the defaults filled in: for use cases that stand outside of `Memory`. */
export function memoryContext(parts: MemoryParts): MemoryContext {
  return {
    store: parts.store,
    authority: parts.authority ?? LOCAL_OPERATOR,
    clock: parts.clock ?? systemClock,
    ids: parts.ids ?? randomIds,
    settings: parts.settings ?? SETTINGS_DEFAULTS,
    projectScope: parts.projectScope ?? NO_PROJECT,
    evidence: parts.evidence,
    surface: parts.surface ?? "library",
  };
}

/** The use cases over a store. Opens nothing: closing the store is left to who opened it. */
export function createMemory(parts: MemoryParts): Memory {
  const context = memoryContext(parts);
  return {
    claims: {
      ingest: (input, options = {}) => ingestClaim(context, input, options),
      ingestMany: (items, options = {}) => ingestMany(context, items, options),
      get: (ref, options) => getClaim(context, ref, options),
      detail: (ref, options) => claimDetail(context, ref, options),
      list: (request) => listClaims(context, request),
      transition: (ref, to, options) => transitionClaim(context, ref, { ...options, to }),
      pin: (ref, on) => pinClaim(context, ref, on),
      stats: (scope) => claimStats(context, scope),
    },
    recall: {
      query: (request) => queryClaims(context, request),
      context: (request) => packContext(context, request),
    },
    links: {
      add: (source, target, linkType) => addLink(context, { source, target, linkType }),
      remove: (source, target, linkType) => removeLinks(context, { source, target, linkType }),
      list: (ref, linkType) => listLinks(context, ref, linkType),
    },
    events: {
      list: (request) => listEvents(context, request),
      history: (ref, limit) => claimHistory(context, ref, limit),
      verify: () => verifyEvents(context),
    },
    scopes: {
      project: () => context.projectScope.forRead(),
      defaultRead: () => resolveReadScopes(context, undefined),
    },
  };
}
