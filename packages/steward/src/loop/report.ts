import { canonicalJson, sanitizePersistedJson } from "@memorymaster/core";
import type { JsonObject } from "@memorymaster/core";
import { planToWire } from "./options.ts";
import type { StewardPlan } from "./options.ts";
import { deltaOf } from "./snapshot.ts";
import type { Snapshot } from "./snapshot.ts";
import { TRIGGERS } from "./triggers.ts";

const SCHEMA = "steward_report.v2";

/** What a run has seen and done. */
export interface RunRecord {
  readonly runId: string;
  readonly plan: StewardPlan;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly durationMs: number;
  readonly workspaceRoot: string | undefined;
  readonly cycles: readonly JsonObject[];
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly initialHead: string | undefined;
  readonly finalHead: string | undefined;
  readonly commits: number;
  readonly unavailablePolls: number;
}

const pick = (from: JsonObject, names: string): JsonObject =>
  Object.fromEntries(names.split(" ").map((name) => [name, from[name] ?? null]));

function metadataOf(run: RunRecord, options: JsonObject): JsonObject {
  const count = (trigger: string): number => run.cycles.filter((cycle) => cycle["trigger"] === trigger).length;
  return {
    trigger_counts: Object.fromEntries(TRIGGERS.map((trigger) => [trigger, count(trigger)])),
    initial_git_head: run.initialHead ?? null,
    final_git_head: run.finalHead ?? null,
    total_commit_observations: run.commits,
    git_unavailable_polls: run.unavailablePolls,
    limits: pick(options, "max_cycles max_claims max_proposals max_probe_files max_probe_file_bytes max_tool_probes"),
    probe_settings: pick(
      options,
      "probe_timeout_seconds probe_failure_threshold enable_semantic_probe enable_tool_probe enable_contradiction_probe",
    ),
    cadence: pick(options, "mode cadence_trigger interval_seconds git_check_seconds commit_every"),
  };
}

/** The report of a run with everything taken out that looks like a secret. @see spec/steward.md §12.4 */
export function buildReport(run: RunRecord): JsonObject {
  const options = planToWire(run.plan);
  const { value, findings } = sanitizePersistedJson({
    ...options,
    schema_version: SCHEMA,
    run_id: run.runId,
    started_at: run.startedAt,
    finished_at: run.finishedAt,
    duration_ms: run.durationMs,
    workspace_root: run.workspaceRoot ?? null,
    cycles_completed: run.cycles.length,
    cycles: run.cycles,
    before: run.before,
    after: run.after,
    delta: deltaOf(run.before, run.after),
    run_metadata: metadataOf(run, options),
    artifact_path: run.plan.artifact,
  });
  const report = value as JsonObject;
  return findings.length === 0 ? report : { ...report, artifact_sensitivity: { action: "redacted", findings } };
}

/** Keys sorted, so that two reports can be compared. */
export const reportText = (report: JsonObject): string => `${canonicalJson(report)}\n`;
