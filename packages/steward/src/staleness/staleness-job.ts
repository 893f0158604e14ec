import { timestampOf } from "@memorymaster/core";
import type { CitationKind, Claim, ClaimStatus } from "@memorymaster/core";
import { runOrRehearse } from "@memorymaster/core/jobs";
import { eachClaim } from "../jobs/each-claim.ts";
import type { EachResult } from "../jobs/each-claim.ts";
import type { Job, StepResult, WorkspaceReader } from "../types.ts";
import { checkClaims, linesReader } from "./check-claims.ts";
import type { CheckedClaim } from "./check-claims.ts";
import type { UrlReader } from "./check-url.ts";
import { isUpheld, loseEvidence } from "./lose-evidence.ts";
import { isNews, recordFindings, stampsOf } from "./record-findings.ts";
import { describeStaleness } from "./report.ts";
import { restoreEvidence } from "./restore-evidence.ts";
import type { StalenessMode } from "./types.ts";
import { firstLost, standingOf } from "./standing.ts";

export interface StalenessOptions {
  /** Default `content`. */
  readonly mode?: StalenessMode | undefined;
  /** Nothing stays written. Default false. */
  readonly dryRun?: boolean | undefined;
  /** Asks cited URLs. Default: they are not checked. */
  readonly readUrl?: UrlReader | undefined;
}

/** What became of a claim. */
export type EvidenceStep = "stale" | "restored";

const SCANNED: readonly ClaimStatus[] = ["confirmed", "conflicted", "stale", "candidate"];
const LOSABLE: ReadonlySet<ClaimStatus> = new Set(["confirmed", "conflicted"]);

interface Selected {
  readonly claims: readonly Claim[];
  readonly skippedPinned: number;
}

/** Claims whose evidence was looked at longest ago; those of other projects have no files here. */
async function selectClaims(
  { context: { store }, viewer, limit }: Job,
  workspace: WorkspaceReader,
  kinds: readonly CitationKind[],
): Promise<Selected> {
  const select = (pinned: boolean): Promise<readonly number[]> => {
    const filter = { statuses: SCANNED, scopes: [workspace.scope, "user", "global"], pinned };
    return store.jobs.selectUnchecked(viewer, { filter, kinds, limit });
  };
  const claims = await store.claims.getMany(viewer, await select(false), true);
  return { claims, skippedPinned: (await select(true)).length };
}

function isQuiet({ claim: { status }, findings }: CheckedClaim): boolean {
  const standing = standingOf(findings);
  const mayMove = (standing === "lost" && LOSABLE.has(status)) || (standing === "holds" && status === "stale");
  return !mayMove && !findings.some(isNews);
}

const allOf = ({ findings, passedOver }: CheckedClaim): CheckedClaim["findings"] => [...findings, ...passedOver];

/** Draws the consequences for one claim in the caller's transaction; `claim` as it stands there. */
async function draw(job: Job, claim: Claim, checked: CheckedClaim): Promise<EvidenceStep | undefined> {
  const byId = new Map(claim.citations.map((citation) => [citation.id, citation]));
  const findings = checked.findings.flatMap((finding) => {
    const citation = byId.get(finding.citation.id);
    return citation === undefined ? [] : [{ ...finding, citation }];
  });
  const { store, clock } = job.context;
  await store.jobs.stampCitations(stampsOf(checked.passedOver, timestampOf(clock.nowMs())));
  const lost = LOSABLE.has(claim.status) ? firstLost(findings) : undefined;
  if (lost !== undefined && (await isUpheld(job, claim, findings))) {
    // Without an event: that would count as new evidence.
    await store.jobs.stampCitations(stampsOf(findings, timestampOf(clock.nowMs())));
    return undefined;
  }
  await recordFindings(job, claim, findings);
  if (lost !== undefined) {
    await loseEvidence(job, claim, lost);
    return "stale";
  }
  const isBack = claim.status === "stale" && standingOf(findings) === "holds" && (await restoreEvidence(job, claim));
  return isBack ? "restored" : undefined;
}

interface Applied extends EachResult {
  readonly steps: ReadonlyMap<number, EvidenceStep>;
}

async function apply(job: Job, checked: readonly CheckedClaim[]): Promise<Applied> {
  const { store, clock } = job.context;
  const quiet = checked.filter(isQuiet);
  await store.jobs.stampCitations(stampsOf(quiet.flatMap(allOf), timestampOf(clock.nowMs())));
  const byId = new Map(checked.map((one) => [one.claim.id, one]));
  const steps = new Map<number, EvidenceStep>();
  const moving = checked.filter((one) => !isQuiet(one)).map(({ claim }) => claim);
  const each = await eachClaim(job, moving, async (claim) => {
    const one = byId.get(claim.id);
    const step = one === undefined ? undefined : await draw(job, claim, one);
    if (step !== undefined) steps.set(claim.id, step);
  });
  return { ...each, steps };
}

/**
 * Checks cited evidence and draws the consequences: what moved is followed, a claim none of whose citations holds any more
 * becomes stale, and one whose evidence came back is what it was. Files are read outside of any transaction.
 *
 * @see spec/steward.md §6.3
 */
export async function stalenessJob(job: Job, options: StalenessOptions = {}): Promise<StepResult> {
  const { mode = "content", dryRun = false, readUrl } = options;
  const { workspace, store } = job.context;
  if (workspace === undefined) return { skipped: "no_workspace" };
  const kinds: readonly CitationKind[] = ["file", "commit", ...(readUrl === undefined ? [] : (["url"] as const))];
  const { claims, skippedPinned } = await selectClaims(job, workspace, kinds);
  const sources = { workspace, mode, readUrl, linesOf: linesReader(workspace), kinds };
  const checked = await checkClaims(job, claims, sources);
  const work = (): Promise<Applied> => apply(job, checked);
  const applied = dryRun ? await runOrRehearse(store, work, { dryRun }) : await work();
  return describeStaleness({ ...applied, checked, skippedPinned, dryRun });
}
