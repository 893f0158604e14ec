import { LOCAL_OPERATOR } from "./access/authority.ts";
import { resolveReadScopes } from "./access/default-scopes.ts";
import { USER_SCOPE } from "./access/scope.ts";
import { recallAnalysis } from "./analysis/recall-analysis.ts";
import { claimDetail, getClaim } from "./claims/claim-detail.ts";
import { claimStats } from "./claims/claim-stats.ts";
import { listClaims } from "./claims/list-claims.ts";
import { pinClaim } from "./claims/pin-claim.ts";
import { readyReport } from "./claims/ready.ts";
import { recomputeTiers } from "./claims/recompute-tiers.ts";
import { transitionClaim } from "./claims/transition.ts";
import { SETTINGS_DEFAULTS } from "./config/settings.ts";
import { claimHistory } from "./events/claim-history.ts";
import { listEvents } from "./events/list-events.ts";
import { verifyEvents } from "./events/verify-events.ts";
import { archiveClaims } from "./governance/archive-claims.ts";
import { confirmClaims } from "./governance/confirm-claims.ts";
import { undoEvent } from "./governance/undo-event.ts";
import { ingestClaim } from "./ingest/ingest-claim.ts";
import { ingestMany } from "./ingest/ingest-many.ts";
import { addLink } from "./links/add-link.ts";
import { listLinks } from "./links/list-links.ts";
import { removeLinks } from "./links/remove-links.ts";
import type { Memory, MemoryContext, MemoryParts } from "./memory-types.ts";
import { exportDelta } from "./merge/export-delta.ts";
import { mergeDatabases } from "./merge/merge-databases.ts";
import { systemClock } from "./platform/clock.ts";
import { randomIds } from "./platform/ids.ts";
import type { ProjectScope } from "./ports/project-scope.ts";
import { listProposals } from "./proposals/list-proposals.ts";
import { resolveProposal } from "./proposals/resolve-proposal.ts";
import { drainAccesses, noteAccesses } from "./recall/note-accesses.ts";
import { federatedQuery } from "./recall/federated-query.ts";
import { packContext } from "./recall/pack-context.ts";
import { queryClaims } from "./recall/query-claims.ts";
import { exportLines } from "./transfer/export-lines.ts";
import { importLegacy } from "./legacy/import-legacy.ts";
import { importLines } from "./transfer/import-lines.ts";
import { checkIntegrity } from "./upkeep/check-integrity.ts";
import { repairIndex } from "./upkeep/repair-index.ts";
import { repairRows } from "./upkeep/repair-rows.ts";
import { finishErase } from "./redaction/purge-files.ts";
import { redactClaim } from "./redaction/redact-claim.ts";
import { applyOutbox } from "./vector/apply-outbox.ts";
import { changeModel } from "./vector/change-model.ts";
import { reconcileIndex, reconcileWhenDue } from "./vector/reconcile-index.ts";
import { syncIndex } from "./vector/sync-index.ts";
import { vectorHealth } from "./vector/vector-health.ts";
import { vectorRuntime } from "./vector/vector-runtime.ts";
import { analyzeTurns, cleanUpTurns } from "./verbatim/clean-up-turns.ts";
import { searchVerbatim } from "./verbatim/search-turns.ts";
import { storeTurns } from "./verbatim/store-turns.ts";

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
    sealer: parts.sealer,
    accessLog: parts.accessLog,
    vectors: parts.vectors && vectorRuntime(parts.vectors, parts.clock ?? systemClock),
    surface: parts.surface ?? "library",
  };
}

function claimCases(context: MemoryContext): Memory["claims"] {
  return {
    ingest: (input, options = {}) => ingestClaim(context, input, options),
    ingestMany: (items, options = {}) => ingestMany(context, items, options),
    get: (ref, options) => getClaim(context, ref, options),
    detail: (ref, options) => claimDetail(context, ref, options),
    list: (request) => listClaims(context, request),
    transition: (ref, to, options) => transitionClaim(context, ref, { ...options, to }),
    confirm: (refs, options) => confirmClaims(context, refs, options),
    archive: (refs, options) => archiveClaims(context, refs, options),
    pin: (ref, on) => pinClaim(context, ref, on),
    stats: (scope) => claimStats(context, scope),
    recomputeTiers: () => recomputeTiers(context),
    redact: (ref, request) => redactClaim(context, ref, request),
  };
}

function transferCases(context: MemoryContext): Memory["transfer"] {
  return {
    exportLines: (options) => exportLines(context, options),
    importLines: (pieces, options) => importLines(context, pieces, options),
    merge: (source, options) => mergeDatabases(context, source, options),
    exportDelta: (sink, options) => exportDelta(context, sink, options),
    importLegacy: (source, options) => importLegacy(context, source, options),
  };
}

function vectorCases(context: MemoryContext): Memory["vectors"] {
  return {
    sync: (options) => syncIndex(context, options),
    reconcile: (options) => reconcileIndex(context, options),
    reconcileWhenDue: () => reconcileWhenDue(context),
    work: () => applyOutbox(context),
    changeModel: (options) => changeModel(context, options),
    health: () => vectorHealth(context),
  };
}

/** The use cases over a store. Opens nothing: closing the store is left to who opened it. */
export function createMemory(parts: MemoryParts): Memory {
  return memoryOf(memoryContext(parts));
}

/** The use cases over parts that others work with too. */
export function memoryOf(context: MemoryContext): Memory {
  return {
    claims: claimCases(context),
    recall: {
      query: async (request) => noteAccesses(context, await queryClaims(context, request)),
      context: async (request) => noteAccesses(context, await packContext(context, request)),
      federated: async (request) => noteAccesses(context, await federatedQuery(context, request)),
      analysis: (request) => recallAnalysis(context, request),
    },
    verbatim: {
      storeTurns: (turns, options) => storeTurns(context, turns, options),
      search: (request) => searchVerbatim(context, request),
      analyze: () => analyzeTurns(context),
      cleanUp: (options) => cleanUpTurns(context, options),
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
    governance: {
      undo: (eventId, options) => undoEvent(context, eventId, options),
      proposals: (request) => listProposals(context, request),
      resolve: (request) => resolveProposal(context, request),
      ready: (request) => readyReport(context, request),
    },
    upkeep: {
      check: (options) => checkIntegrity(context, options),
      repairIndex: () => repairIndex(context),
      repairRows: () => repairRows(context),
      finishErase: () => finishErase(context),
      drainAccesses: () => drainAccesses(context),
    },
    transfer: transferCases(context),
    vectors: vectorCases(context),
    scopes: {
      project: () => context.projectScope.forRead(),
      defaultRead: () => resolveReadScopes(context, undefined),
    },
  };
}
