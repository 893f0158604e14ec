/* eslint-disable max-lines -- a list of names, each exported once */
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
export { isIndexed } from "./claims/is-indexed.ts";
export { assertTransition, canTransition, NEXT_STATUSES } from "./claims/lifecycle.ts";
export { LIMITS } from "./claims/limits.ts";
export { LINK_TYPE_NAMES, LINK_TYPES } from "./claims/link.ts";
export type { ClaimLink, LinkType } from "./claims/link.ts";
export { CORE_ABOVE_USES } from "./claims/tiers.ts";
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
export { requireOperator } from "./access/require-operator.ts";
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
export { createProposalFold, foldProposals } from "./events/fold-proposals.ts";
export type { ProposalFold } from "./events/fold-proposals.ts";
export { filedProposal, proposalDetails, proposalOf, storedProposalEffect } from "./events/proposal.ts";
export type { ProposalEffect } from "./events/proposal.ts";
export { sealEvents } from "./events/record.ts";
export type { ChainHeads, SealedEvent } from "./events/record.ts";

// Governance
export type {
  BlockedClaim,
  ConfirmOptions,
  GovernedRow,
  GovernOptions,
  RestoredClaim,
  ReversibleOptions,
  UndoOptions,
  UndoResult,
} from "./governance/types.ts";
export { governedRowToWire, undoToWire } from "./governance/wire.ts";
export type { WireGovernedRow, WireUndo } from "./governance/wire.ts";

// Proposals
export { PROPOSED_STATUS, RETIRED_STATUSES } from "./proposals/is-settled.ts";
export type {
  AlreadyDecided,
  Decision,
  ListProposalsRequest,
  Proposal,
  ProposalList,
  ProposalReason,
  ProposalResolution,
  ProposalStatus,
  ResolveRequest,
  ResolveResult,
} from "./proposals/types.ts";

// Ports
export type { AccessLog, DrainReport } from "./ports/access-log.ts";
export type {
  CitationWords,
  ClaimAccess,
  ClaimFilter,
  ClaimPatch,
  ClaimStats,
  ClaimStore,
  ClaimWords,
  IdentityLookup,
  IdentityMatch,
  NewCitation,
  NewClaim,
  Page,
  PageRequest,
  TierBounds,
} from "./ports/claim-store.ts";
export type { Clock } from "./ports/clock.ts";
export type { DatabaseEngine, EngineFacts } from "./ports/database-engine.ts";
export { SNAPSHOT_PURPOSES } from "./ports/database-files.ts";
export type {
  BackupInfo,
  ChangedRow,
  CheckpointResult,
  CopyOptions,
  DatabaseFiles,
  DiffRow,
  FileCheck,
  RestoreMark,
  RollbackResult,
  SnapshotDiff,
  SnapshotInfo,
  SnapshotPurpose,
  SnapshotRequest,
  VacuumSnapshot,
} from "./ports/database-files.ts";
export { DUMP_COLUMNS, DUMP_KEYS, DUMP_OWNERS } from "./ports/dump-columns.ts";
export type { DumpColumn } from "./ports/dump-columns.ts";
export { DUMP_TABLES } from "./ports/dump-store.ts";
export type {
  DumpReader,
  DumpRow,
  DumpSnapshot,
  DumpStore,
  DumpTable,
  DumpValue,
  OfClaims,
} from "./ports/dump-store.ts";
export type { EventFilter, EventStore, HistoryEntry, RunPage, StoredContent } from "./ports/event-store.ts";
export type { EvidenceFile, EvidenceReader } from "./ports/evidence-reader.ts";
export {
  CITATION_ROLES,
  CLAIM_RELATED_FIELDS,
  CLAIM_ROLES,
  CLAIM_WORDS_ROLES,
  CONTENT_ROLES,
  EVENT_ROLES,
  TURN_FIELD_ROLES,
} from "./ports/field-roles.ts";
export type { HistoryLine, HistoryStore } from "./ports/history-store.ts";
export type { Ids } from "./ports/ids.ts";
export type { LinkStore } from "./ports/link-store.ts";
export { JOB_ORDERS } from "./ports/job-store.ts";
export type {
  CitationStamp,
  ConfidenceChange,
  DecaySelection,
  JobOrder,
  JobSelection,
  JobStore,
  Lease,
  RivalClaims,
  TextChange,
} from "./ports/job-store.ts";
export { ASK_FAILURES } from "./ports/language-model.ts";
export type { AskFailure, LanguageModel, ModelAnswer, ModelRequest } from "./ports/language-model.ts";
export { LOG_LEVELS } from "./ports/logger.ts";
export type { Logger, LogLevel } from "./ports/logger.ts";
export type { ProjectScope } from "./ports/project-scope.ts";
export { PROJECT_KEY_KINDS } from "./ports/project-store.ts";
export type { ProjectKey, ProjectKeyKind, ProjectMatch, ProjectStore } from "./ports/project-store.ts";
export { PROPOSAL_KINDS } from "./ports/proposal-store.ts";
export type { OpenProposal, ProposalFilter, ProposalKind, ProposalStore } from "./ports/proposal-store.ts";
export type { SealedPayload, SealStore } from "./ports/seal-store.ts";
export type { Candidate, CandidateRequest, IndexStats, SearchStore } from "./ports/search-store.ts";
export type { SpoolStore } from "./ports/spool-store.ts";
export type { Store, TransactionOptions } from "./ports/store.ts";
export type { TeamRoles } from "./ports/team-roles.ts";
export type { ChainAnchor, IndexDrift, RowIssues, UpkeepStore } from "./ports/upkeep-store.ts";
export { DAILY_CAPS } from "./ports/usage-ledger.ts";
export type {
  DailyCap,
  DailyCapRule,
  DailyLimits,
  UsageAnswer,
  UsageLedger,
  UsageOperation,
  UsageRequest,
} from "./ports/usage-ledger.ts";
export { TURN_KINDS, TURN_ROLES } from "./ports/verbatim-store.ts";
export type {
  NewTurn,
  Turn,
  TurnCensus,
  TurnFilter,
  TurnKind,
  TurnRequest,
  TurnRole,
  TurnSelection,
  TurnStats,
  TurnWeight,
  VerbatimStore,
} from "./ports/verbatim-store.ts";

// Conversations and analysis
export { recallAnalysisToWire } from "./analysis/recall-analysis.ts";
export type { ComponentRankings, RecallAnalysis } from "./analysis/types.ts";
export { TURN_SEARCH_MODES } from "./verbatim/types.ts";
export type {
  StoreTurnsOptions,
  StoreTurnsResult,
  TurnAnalysis,
  TurnCleanupOptions,
  TurnCleanupResult,
  TurnInput,
  TurnRetention,
  TurnSearchMode,
  TurnSearchRequest,
  TurnSearchResult,
  TurnSearchRow,
} from "./verbatim/types.ts";
export { turnTerms } from "./verbatim/turn-terms.ts";
export { turnAnalysisToWire, turnCleanupToWire, turnMetaToWire, turnRowToWire, turnToWire } from "./verbatim/wire.ts";
export type { WireTurn, WireTurnCleanup, WireTurnMeta, WireTurnRow } from "./verbatim/wire.ts";

// Defaults
export { systemClock } from "./platform/clock.ts";
export { randomIds } from "./platform/ids.ts";
export { createStderrLogger } from "./platform/stderr-logger.ts";
export type { StderrLoggerOptions } from "./platform/stderr-logger.ts";
export { POLICY_MODES, PROMOTION_GATES, SETTINGS_DEFAULTS } from "./config/settings.ts";
export type {
  IntakeSettings,
  MaintenanceSettings,
  MemorySettings,
  PolicyMode,
  PromotionGateName,
  RetrievalWeights,
} from "./config/settings.ts";

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
export { createSealer } from "./security/sealer.ts";
export type { Sealer } from "./security/sealer.ts";
export { validatePersistedMetadata } from "./security/validate-metadata.ts";

// Wire form
export { readyToWire } from "./claims/ready-wire.ts";
export { proposalToWire, resolveResultToWire } from "./proposals/wire.ts";
export { citationToWire, claimToWire, linkToWire, statsToWire } from "./claims/wire.ts";
export type { WireCitation, WireClaim, WireLink, WireStats } from "./claims/wire.ts";
export { chainReportToWire, ERASED, eventToWire, historyRow } from "./events/wire.ts";
export type { ChainReport } from "./events/chain-report.ts";
export type { WireChainReport, WireEvent, WireHistoryRow } from "./events/wire.ts";
export { redactionToWire } from "./redaction/wire.ts";
export type { WireRedaction } from "./redaction/wire.ts";
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
export { createMemory, memoryContext, memoryOf } from "./memory.ts";
export type {
  ClaimDetail,
  ClaimHistory,
  ClaimRef,
  ListClaimsRequest,
  ListEventsRequest,
  Memory,
  MemoryContext,
  MemoryParts,
  RedactRequest,
  RedactResult,
  TransitionOptions,
} from "./memory-types.ts";
export type { ConflictPair, PairedConflicts, WinReason } from "./claims/pair-conflicts.ts";
export type { CountedClaims, ReadyReport, ReadyRequest } from "./claims/ready-types.ts";
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
export { identifyLegacy } from "./legacy/identify.ts";
export { checkLegacy } from "./legacy/import-legacy.ts";
export type {
  ImportLegacyOptions,
  LegacyChain,
  LegacyCounts,
  LegacyIdentity,
  LegacyOutcome,
  LegacyReport,
  LegacyRow,
  LegacySource,
  SourceRange,
  SourceRow,
  SourceValue,
} from "./legacy/types.ts";
export { legacyReportToWire } from "./legacy/wire.ts";
export type { DeltaOptions, DeltaResult, DeltaSink } from "./merge/types.ts";
export type { LeftPair, MergeOptions, MergeResult, MergeSource, RefusedClaim } from "./merge/types.ts";
export { checkExport } from "./transfer/import-lines.ts";
export { EXPORT_SCHEMA } from "./transfer/line-format.ts";
export { splitLines } from "./transfer/split-lines.ts";
export type { RawLine } from "./transfer/split-lines.ts";
export type { ExportOptions, ExportResult, ImportOptions, ImportResult, RefusedRow } from "./transfer/types.ts";
export { REDACTION_MODES } from "./redaction/redacted-words.ts";
export type { RedactionMode } from "./redaction/redacted-words.ts";
export { accessNoteLine, readAccessNote } from "./recall/access-note.ts";
export type { AccessNote } from "./recall/access-note.ts";
export { countTokens } from "./recall/count-tokens.ts";
export { CONTEXT_FORMATS, DROP_REASONS, RETRIEVAL_MODES, RETRIEVAL_PROFILES, TRUST_LEVELS } from "./recall/types.ts";
export type {
  ContextFormat,
  ContextRequest,
  ContextResult,
  DroppedRow,
  DropReason,
  FederatedRequest,
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

// Upkeep
export { isIndexSound } from "./upkeep/check-integrity.ts";
export { integrityToWire, issuesToWire, repairActionsToWire } from "./upkeep/wire.ts";
export type { IntegrityPart, IntegrityReport, RepairAction } from "./upkeep/types.ts";

// Embeddings
export { chunkText } from "./embedding/chunk-text.ts";
export type { ChunkOptions } from "./embedding/chunk-text.ts";
export { embeddingContentHash, embeddingInput, INPUT_FORMAT } from "./embedding/embedding-input.ts";
export type { EmbeddedFields } from "./embedding/embedding-input.ts";
export { embeddingFingerprint, embeddingSpec } from "./embedding/embedding-spec.ts";
export { cosineSimilarity, maxPooledScore, unitVector } from "./embedding/similarity.ts";
export type { Embedder, EmbeddingKind, EmbeddingSpec, EmbedOptions } from "./ports/embedder.ts";
export { INDEX_REASONS, VECTOR_INDEX_KINDS } from "./ports/vector-index.ts";
export type {
  CallOptions,
  CollectionAdmin,
  FailedPoint,
  IndexFilter,
  IndexInfo,
  IndexReason,
  PointPolicy,
  PointRef,
  ScannedPoint,
  ScanPage,
  ScanResult,
  VectorHit,
  VectorIndex,
  VectorIndexKind,
  VectorPoint,
  VectorQuery,
  WriteReport,
} from "./ports/vector-index.ts";
export type {
  LeaseRequest,
  OutboxDepth,
  OutboxEntry,
  OutboxFailure,
  VectorSyncStore,
} from "./ports/vector-sync-store.ts";
export { createBreaker } from "./vector/breaker.ts";
export type { Breaker, BreakerState } from "./vector/breaker.ts";
export { HIT_REASONS } from "./vector/types.ts";
export type {
  HitReason,
  VectorAnswer,
  VectorCandidate,
  VectorHealth,
  VectorMeta,
  VectorParts,
  VectorReason,
} from "./vector/types.ts";
export { checkIndexFilter, checkScanPage, checkVectorQuery, INDEX_LIMITS, sortPoints } from "./vector/check-points.ts";
export { checkNotAborted, indexUnavailable } from "./vector/index-unavailable.ts";
export { createMemoryVectorIndex } from "./vector/memory-index.ts";
export { searchVectors } from "./vector/search-vectors.ts";
export type { VectorDeadline, VectorSearch } from "./vector/search-vectors.ts";
export { DRIFT_CLASSES } from "./vector/sync-types.ts";
export type {
  DriftClass,
  ChangeModelOptions,
  ModelChange,
  NotDone,
  NotReconciled,
  OutboxReport,
  ReconcileOptions,
  ReconcileReport,
  ReconcileResult,
  SyncOptions,
  SyncProgress,
  SyncReport,
  SyncResult,
} from "./vector/sync-types.ts";
export {
  modelChangeToWire,
  outboxReportToWire,
  reconcileToWire,
  syncToWire,
  vectorHealthToWire,
  vectorMetaToWire,
} from "./vector/wire.ts";
