import { scanText, timestampOf } from "@memorymaster/core";
import type { Claim, JsonObject } from "@memorymaster/core";
import { changeStatus, recordEvent, reloadClaim } from "@memorymaster/core/jobs";
import type { Job, StepResult } from "../types.ts";
import { summaryGraph, summaryId, traceability } from "./artifacts.ts";
import type { CompactionRun } from "./artifacts.ts";
import { selectCompactable } from "./select-compactable.ts";

/** Where the files of a run go. A file is there whole or not at all. */
export interface ArtifactFolder {
  /** Relative to the workspace, with `/` separators: what events name. */
  readonly relativePath: string;
  readonly write: (relativePath: string, text: string) => Promise<void>;
}

export interface CompactOptions {
  /** Days without a change after which a retired claim is archived, ≥ 0. Default 30. */
  readonly retainDays?: number | undefined;
  /** Recorded only: events are kept. Default 60. */
  readonly eventRetainDays?: number | undefined;
  readonly dryRun?: boolean | undefined;
}

const FILES = { summary_graph: summaryGraph, traceability } as const;
type FileName = keyof typeof FILES;
const NAMES = Object.keys(FILES) as FileName[];

const json = (value: JsonObject): string => `${JSON.stringify(value, null, 2)}\n`;

/** A secret in a citation keeps its claim out of the files as well. */
const isClean = ({ scope, citations }: Claim): boolean =>
  [scope, ...citations.flatMap(({ source, locator, excerpt }) => [source, locator, excerpt])].every(
    (text) => text === undefined || scanText(text).length === 0,
  );

/** The newest run under its plain names, and each run in a folder of its own. */
async function writeArtifacts(
  folder: ArtifactFolder,
  claims: readonly Claim[],
  run: CompactionRun,
): Promise<Readonly<Record<FileName, string>>> {
  const own = run.runId.replaceAll(":", "");
  for (const name of NAMES) {
    const text = json(FILES[name](claims, run));
    await folder.write(`${own}/${name}.json`, text);
    await folder.write(`${name}.json`, text);
  }
  const at = (name: FileName): string => `${folder.relativePath}/${own}/${name}.json`;
  return { summary_graph: at("summary_graph"), traceability: at("traceability") };
}

interface Archiving {
  readonly run: CompactionRun;
  readonly artifacts: Readonly<Record<FileName, string>>;
}

/** All of them or none: a claim that has changed meanwhile ends it. */
async function archiveAll(job: Job, claims: readonly Claim[], { run, artifacts }: Archiving): Promise<void> {
  const { context, viewer, runId } = job;
  const { store, clock } = context;
  await store.transaction(async () => {
    for (const { id, version } of claims) {
      const claim = await reloadClaim(store, viewer, id);
      await changeStatus(
        context,
        { ...claim, version },
        {
          to: "archived",
          eventType: "compactor",
          details: "compacted",
          payload: { summary_id: summaryId(claim), run_id: runId },
        },
      );
    }
    await recordEvent(store, {
      eventType: "compaction_run",
      details: "compaction_completed",
      payload: {
        retain_days: run.retainDays,
        event_retain_days: run.eventRetainDays,
        archived_claims: claims.length,
        deleted_events: 0,
        skipped_sensitive: run.skippedSensitive,
        artifacts,
        run_id: runId,
      },
      createdAt: timestampOf(clock.nowMs()),
    });
  });
}

/**
 * Archives retired claims that nobody has touched for long. What they said is written to files first: when those cannot
 * be written, no claim changes.
 */
export async function compact(
  job: Job,
  folder: ArtifactFolder,
  { retainDays = 30, eventRetainDays = 60, dryRun = false }: CompactOptions = {},
): Promise<StepResult> {
  const found = await selectCompactable(job, retainDays);
  const claims = found.claims.filter(isClean);
  const skippedSensitive = found.skippedSensitive + found.claims.length - claims.length;
  const generatedAt = timestampOf(job.context.clock.nowMs());
  const run = { runId: `compaction-${generatedAt}`, generatedAt, retainDays, eventRetainDays, skippedSensitive };
  if (dryRun) {
    return {
      dry_run: true,
      candidate_claims: claims.length,
      skipped_sensitive: skippedSensitive,
      archived_claims: 0,
      deleted_events: 0,
      planned_archives: claims.map((claim) => ({
        claim_id: claim.id,
        from_status: claim.status,
        to_status: "archived",
        summary_id: summaryId(claim),
      })),
      artifact_files: NAMES.map((name) => `${folder.relativePath}/${name}.json`),
    };
  }
  const artifacts = await writeArtifacts(folder, claims, run);
  await archiveAll(job, claims, { run, artifacts });
  return { archived_claims: claims.length, deleted_events: 0 };
}
