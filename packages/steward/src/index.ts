export { archiveBySource } from "./archive/archive-by-source.ts";
export type { ArchiveBySourceOptions } from "./archive/archive-by-source.ts";
export { confidencePriors } from "./calibration/priors.ts";
export type { PriorsOptions } from "./calibration/priors.ts";
export { feedbackStats, qualityScores } from "./calibration/quality.ts";
export type { QualityOptions } from "./calibration/quality.ts";
export { compact } from "./compaction/compact.ts";
export type { ArtifactFolder, CompactOptions } from "./compaction/compact.ts";
export { autoResolve } from "./conflicts/auto-resolve.ts";
export type { AutoResolveOptions } from "./conflicts/auto-resolve.ts";
export { nearTwinsJob } from "./conflicts/near-twins.ts";
export { resolveConflicts } from "./conflicts/resolve-conflicts.ts";
export type { ResolveOptions } from "./conflicts/resolve-conflicts.ts";
export type { Verdict, VerdictKey, VerdictStore } from "./contradictions/verdicts.ts";
export { detectContradictions } from "./contradictions/detect.ts";
export type { ContradictionOptions } from "./contradictions/detect.ts";
export { compactSummaries } from "./curation/compact-summaries.ts";
export type { SummaryOptions } from "./curation/compact-summaries.ts";
export { evolveSkills } from "./curation/evolve-skills.ts";
export type { EvolveOptions } from "./curation/evolve-skills.ts";
export { extractClaims } from "./curation/extract-claims.ts";
export type { ExtractOptions } from "./curation/extract-claims.ts";
export { llmSteward } from "./curation/llm-steward.ts";
export type { LlmStewardOptions } from "./curation/llm-steward.ts";
export { runCycle } from "./cycle/run-cycle.ts";
export type { CycleOptions, CycleParts, CycleResult } from "./cycle/run-cycle.ts";
export { runDaemon } from "./cycle/run-daemon.ts";
export type { DaemonHost, DaemonOptions } from "./cycle/run-daemon.ts";
export { dedupeJob } from "./duplicates/candidate-dedupe.ts";
export { dedupEngine } from "./duplicates/dedup-engine.ts";
export type { DedupOptions } from "./duplicates/dedup-engine.ts";
export { CADENCE_TRIGGERS, STEWARD_DEFAULTS, STEWARD_MODES } from "./loop/options.ts";
export type { StewardOptions, StewardPlan } from "./loop/options.ts";
export { runSteward } from "./loop/run-steward.ts";
export type { StewardHost } from "./loop/run-steward.ts";
export { backlogPlan } from "./review/backlog-plan.ts";
export type { BacklogOptions } from "./review/backlog-plan.ts";
export { reviewQueue, reviewQueueToWire } from "./review/review-queue.ts";
export type { ReviewItem, ReviewQueueOptions } from "./review/review-queue.ts";
export { deterministicJob } from "./deterministic/deterministic-job.ts";
export type { DeterministicOptions } from "./deterministic/deterministic-job.ts";
export { BINARY_SUFFIXES, MAX_WALK_ENTRIES, SECRET_FILES, SKIPPED_FOLDERS } from "./scan/limits.ts";
export type { UrlAnswer, UrlReader } from "./staleness/check-url.ts";
export { stalenessJob } from "./staleness/staleness-job.ts";
export type { StalenessOptions } from "./staleness/staleness-job.ts";
export type { StalenessMode } from "./staleness/types.ts";
export type { VerifyOptions } from "./verify/verify-claims.ts";
export { verifyClaims } from "./verify/verify-claims.ts";
export type {
  GitReader,
  Job,
  PathFacts,
  ScanLimits,
  StepResult,
  StewardContext,
  WorkspaceFile,
  WorkspaceReader,
} from "./types.ts";
