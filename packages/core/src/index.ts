// Words
export { CHECK_STATUSES, CITATION_KINDS } from "./claims/citation.ts";
export type { CheckStatus, Citation, CitationCheck, CitationInput, CitationKind } from "./claims/citation.ts";
export { checkCitationInput } from "./claims/check-citation-input.ts";
export { deriveCitation } from "./claims/citation-derivation.ts";
export { citationFromText } from "./claims/citation-from-text.ts";
export { checkedText, comparableLines, excerptHash } from "./claims/excerpt-hash.ts";
export {
  CLAIM_STATUSES,
  CLAIM_TIERS,
  LIVE_STATUSES,
  UNKNOWN_AGENT,
  VISIBILITIES,
  VOLATILITIES,
} from "./claims/claim.ts";
export type { Claim, ClaimStatus, ClaimTier, Visibility, Volatility } from "./claims/claim.ts";
export {
  contentHash,
  contentHashBase,
  humanIdBase,
  namespaceKey,
  sha256Hex,
  suffixOf,
  UNIT_SEPARATOR,
} from "./claims/identity.ts";
export type { IdentityNamespace } from "./claims/identity.ts";
export { assertTransition, canTransition, NEXT_STATUSES } from "./claims/lifecycle.ts";
export { LIMITS } from "./claims/limits.ts";
export { LINK_TYPE_NAMES, LINK_TYPES } from "./claims/link.ts";
export type { ClaimLink, LinkType } from "./claims/link.ts";
export { epochMsOf, normalizeTime, timestampOf } from "./claims/time.ts";

// Errors
export { ERROR_CODES } from "./errors/codes.ts";
export type {
  ConfigCode,
  ConflictCode,
  ErrorCode,
  ForbiddenCode,
  InvalidInputCode,
  InvalidTransitionCode,
  NotFoundCode,
  ProviderCode,
  SensitiveCode,
  StoreCode,
} from "./errors/codes.ts";
export {
  ConfigError,
  ConflictError,
  ForbiddenError,
  InternalError,
  InvalidInputError,
  InvalidTransitionError,
  MemoryMasterError,
  NotFoundError,
  ProviderError,
  SensitiveContentError,
  StoreError,
} from "./errors/errors.ts";
export type { ErrorDetails, ErrorParts, RetryableParts } from "./errors/errors.ts";
export { fromUnknown } from "./errors/from-unknown.ts";
export { surfaceOf } from "./errors/surface-map.ts";
export type { ErrorSurface, WireCode } from "./errors/surface-map.ts";

// Access
export { ACTIONS, authorize, grantedScopes, LOCAL_OPERATOR, ROLE_ACTIONS, viewerOf } from "./access/authority.ts";
export type { Action, Authority, Role } from "./access/authority.ts";
export { createProjectScope } from "./access/create-project-scope.ts";
export type { ProjectScopeParts } from "./access/create-project-scope.ts";
export { defaultReadScopes, normalizeScopes, resolveReadScopes } from "./access/default-scopes.ts";
export { governingViewer } from "./access/governing-viewer.ts";
export { normaliseOrigin, projectKeys, resolveProjectScope } from "./access/project-identity.ts";
export type { ResolvedProject, ResolveProjectOptions, WorkspaceFacts } from "./access/project-identity.ts";
export { canonicalScope, GLOBAL_SCOPE, LEGACY_PROJECT_SCOPE, projectSlug, USER_SCOPE } from "./access/scope.ts";
export { canSee } from "./access/viewer.ts";
export type { Viewer } from "./access/viewer.ts";

// Events
export { canonicalJson } from "./events/canonical-json.ts";
export {
  CHAIN_ISSUES,
  CHAIN_START,
  contentDigest,
  eventHash,
  HASH_ALGO,
  TENANT_HASH_ALGO,
  tenantEventHash,
  verifyChain,
} from "./events/chain.ts";
export type { ChainIssue, ChainIssueReason, ChainState, HashedEvent } from "./events/chain.ts";
export { checkEvent } from "./events/check-event.ts";
export { EVENT_TYPES, LEGACY_EVENT_TYPES, STATUS_EVENT_TYPES } from "./events/event.ts";
export type { EventContent, EventType, JsonObject, JsonValue, MemoryEvent, NewEvent } from "./events/event.ts";
export { proposalDetails, proposalOf } from "./events/proposal.ts";
export { sealEvents } from "./events/record.ts";
export type { SealedEvent } from "./events/record.ts";

// Ports
export type {
  ClaimFilter,
  ClaimPatch,
  ClaimStats,
  ClaimStore,
  IdentityLookup,
  IdentityMatch,
  NewCitation,
  NewClaim,
  Page,
  PageRequest,
} from "./ports/claim-store.ts";
export type { Clock } from "./ports/clock.ts";
export type { EventFilter, EventStore, HistoryEntry } from "./ports/event-store.ts";
export type { EvidenceFile, EvidenceReader } from "./ports/evidence-reader.ts";
export { CITATION_ROLES, CLAIM_RELATED_FIELDS, CLAIM_ROLES, EVENT_ROLES } from "./ports/field-roles.ts";
export type { Ids } from "./ports/ids.ts";
export type { LinkStore } from "./ports/link-store.ts";
export { LOG_LEVELS } from "./ports/logger.ts";
export type { Logger, LogLevel } from "./ports/logger.ts";
export type { ProjectScope } from "./ports/project-scope.ts";
export { PROJECT_KEY_KINDS } from "./ports/project-store.ts";
export type { ProjectKey, ProjectKeyKind, ProjectMatch, ProjectStore } from "./ports/project-store.ts";
export { PROPOSAL_KINDS } from "./ports/proposal-store.ts";
export type { OpenProposal, ProposalKind, ProposalStore } from "./ports/proposal-store.ts";
export type { Candidate, IndexStats, SearchStore } from "./ports/search-store.ts";
export type { Store } from "./ports/store.ts";

// Defaults
export { systemClock } from "./platform/clock.ts";
export { randomIds } from "./platform/ids.ts";
export { createStderrLogger } from "./platform/stderr-logger.ts";
export type { StderrLoggerOptions } from "./platform/stderr-logger.ts";
export { SETTINGS_DEFAULTS } from "./config/settings.ts";
export type { IntakeSettings, MemorySettings, RetrievalWeights } from "./config/settings.ts";

// Configuration
export { parseBoolean, parseList, parseNumber } from "./config/env-text.ts";
export { resolveSettings } from "./config/resolve-settings.ts";
export type { ResolvedSettings, SettingEntry, SettingsSources } from "./config/resolve-settings.ts";
export { SETTING_KEYS } from "./config/schema.ts";
export type { SettingKey, SettingValues } from "./config/schema.ts";

// Security
export { cleanRecord, isClean, requireClean } from "./security/clean.ts";
export type {
  Clean,
  CleanedRecord,
  EachRole,
  FieldRole,
  FieldRoles,
  FilterOptions,
  RelatedFields,
} from "./security/clean.ts";
export { isSensitiveClaim } from "./security/is-sensitive-claim.ts";
export { redactText } from "./security/redact-text.ts";
export type { Redacted } from "./security/redact-text.ts";
export { sanitizePersistedJson } from "./security/sanitize-json.ts";
export type { SanitizedJson, SanitizeJsonOptions } from "./security/sanitize-json.ts";
export { sanitizeMemoryText, sanitizePersistedText } from "./security/sanitize.ts";
export { scanText } from "./security/scan-text.ts";
export { validatePersistedMetadata } from "./security/validate-metadata.ts";

// Wire form
export { citationToWire, claimToWire, linkToWire, statsToWire } from "./claims/wire.ts";
export type { WireCitation, WireClaim, WireLink, WireStats } from "./claims/wire.ts";
export { chainReportToWire, ERASED, eventToWire, historyRow } from "./events/wire.ts";
export type { WireChainReport, WireEvent, WireHistoryRow } from "./events/wire.ts";
export {
  breakdownToWire,
  contextToWire,
  droppedRowToWire,
  recallMetaToWire,
  recallRowToWire,
  recallScoresToWire,
} from "./recall/wire.ts";
export type {
  WireAnnotation,
  WireBreakdown,
  WireContext,
  WireDroppedRow,
  WireRecallMeta,
  WireRecallRow,
  WireRecallScores,
} from "./recall/wire.ts";

// Use cases
export { createMemory, memoryContext } from "./memory.ts";
export type {
  ChainReport,
  ClaimDetail,
  ClaimHistory,
  ClaimRef,
  ListClaimsRequest,
  ListEventsRequest,
  Memory,
  MemoryContext,
  MemoryParts,
  TransitionOptions,
} from "./memory-types.ts";
export type {
  BulkItem,
  BulkRow,
  ClaimInput,
  IngestManyOptions,
  IngestManyResult,
  IngestOptions,
  IngestResult,
} from "./ingest/types.ts";
export { claimInputFromJson } from "./ingest/claim-input-json.ts";
export { classifyQuery, QUERY_TYPES } from "./recall/classify-query.ts";
export type { QueryClass, QueryType } from "./recall/classify-query.ts";
export { countTokens } from "./recall/count-tokens.ts";
export { CONTEXT_FORMATS, DROP_REASONS, RETRIEVAL_MODES, RETRIEVAL_PROFILES, TRUST_LEVELS } from "./recall/types.ts";
export type {
  ContextFormat,
  ContextRequest,
  ContextResult,
  DroppedRow,
  DropReason,
  RecallAnnotation,
  RecallBreakdown,
  RecallMeta,
  RecallRequest,
  RecallResult,
  RecallRow,
  RetrievalMode,
  RetrievalProfile,
  Trust,
} from "./recall/types.ts";

// Text
export { analyze, ANALYZER_VERSION, documentTerms } from "./text/analyze.ts";
export type { AnalysisPurpose, TermGroup } from "./text/analyze.ts";
export { describeValueChange, restOverlap, textSignature } from "./text/signature.ts";
export type { TextSignature } from "./text/signature.ts";
