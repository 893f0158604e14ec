import { authorize, timestampOf, viewerOf } from "@memorymaster/core";
import type { JsonObject } from "@memorymaster/core";
import type { VerdictStore } from "../contradictions/verdicts.ts";
import type { Job, StewardContext } from "../types.ts";
import { planOf } from "./options.ts";
import type { StewardOptions } from "./options.ts";
import { buildReport, reportText } from "./report.ts";
import { runLoopCycle } from "./loop-cycle.ts";
import { takeSnapshot } from "./snapshot.ts";
import { createTriggers, readHead } from "./triggers.ts";
import type { Surroundings } from "./triggers.ts";

/** What a run needs beside the memory. */
export interface StewardHost extends Surroundings {
  /** Writes a file of the workspace, all of it or nothing; the path is that of the option `artifact`. */
  readonly writeArtifact: (path: string, text: string) => Promise<void>;
  /** For the report. */
  readonly workspaceRoot?: string | undefined;
  /** Default: none, every pair is asked about. */
  readonly verdicts?: VerdictStore | undefined;
}

/**
 * Probes claims in one or more cycles and proposes what should become of them; with `apply` it does so. Ends early, after
 * the claim at hand, when the context's signal says so.
 *
 * @returns the report, as written
 * @throws InvalidInputError `input.invalid` naming the option, before any work
 * @throws ForbiddenError `access.denied`, `access.sensitive`
 */
export async function runSteward(
  context: StewardContext,
  host: StewardHost,
  options: StewardOptions = {},
): Promise<JsonObject> {
  authorize(context.authority, "steward");
  const plan = planOf(options, context.workspace);
  const viewer = viewerOf(context.authority, plan.allowSensitive);
  const { clock, signal } = context;
  const startedMs = clock.nowMs();
  const runId = `steward-${startedMs}000000`;
  const job: Job = { context, viewer, runId, limit: plan.maxClaims };
  const initialHead = await readHead(host);
  const before = await takeSnapshot(context, viewer);
  const triggers = createTriggers(plan, host, signal);
  const cycles: JsonObject[] = [];
  while (cycles.length < plan.maxCycles) {
    const trigger = await triggers.next();
    if (trigger === undefined) break;
    const meta = { commits_seen: triggers.commits(), git_unavailable_polls: triggers.unavailablePolls() };
    const cycle = await runLoopCycle(job, plan, host.verdicts);
    cycles.push({ cycle: cycles.length + 1, trigger, trigger_meta: meta, ...cycle });
  }
  const report = buildReport({
    runId,
    plan,
    startedAt: timestampOf(startedMs),
    finishedAt: timestampOf(clock.nowMs()),
    durationMs: Math.max(0, clock.nowMs() - startedMs),
    workspaceRoot: host.workspaceRoot,
    cycles,
    before,
    after: await takeSnapshot(context, viewer),
    initialHead,
    finalHead: await readHead(host),
    commits: triggers.commits(),
    unavailablePolls: triggers.unavailablePolls(),
  });
  await host.writeArtifact(plan.artifact, reportText(report));
  return report;
}
