import { scanText } from "@memorymaster/core";
import type { Claim } from "@memorymaster/core";
import { wasUndone } from "@memorymaster/core/jobs";
import type { Job } from "../types.ts";
import { citedDiff } from "./cited-diff.ts";
import { isNews } from "./record-findings.ts";
import { takeEvidenceStep } from "./status-step.ts";
import type { Finding } from "./types.ts";

/** `12`, `12-20`, or nothing. */
export function linesOfFinding({ lineStart, lineEnd = lineStart }: Finding): string | undefined {
  if (lineStart === undefined) return undefined;
  return lineStart === lineEnd ? String(lineStart) : `${lineStart}-${lineEnd}`;
}

function reasonOf(finding: Finding): string {
  const { outcome, path, citation } = finding;
  const place = [path ?? citation.kind, linesOfFinding(finding) ?? []].flat().join(":");
  return `cited evidence ${outcome}${scanText(place).length > 0 ? "" : `: ${place}`}`;
}

/**
 * Whether a claim stays although its evidence is lost: a person confirmed it when that was known already, or has undone
 * the step.
 */
export async function isUpheld({ context, viewer }: Job, claim: Claim, findings: readonly Finding[]): Promise<boolean> {
  if (claim.confirmedBy !== undefined && !findings.some(isNews)) return true;
  return wasUndone(context, viewer, { claim, to: "stale" });
}

/** Makes a claim stale because of the first citation that no longer holds, in the caller's transaction. */
export async function loseEvidence(job: Job, claim: Claim, lost: Finding): Promise<void> {
  const { citation, outcome } = lost;
  const diff = citedDiff(lost);
  const isHashAlone = citation.excerpt === undefined && outcome === "changed";
  await takeEvidenceStep(job, claim, {
    to: "stale",
    details: reasonOf(lost),
    payload: { citation_id: citation.id, outcome, ...(isHashAlone && { hash_differs: true }) },
    content: diff === undefined ? undefined : { diff },
  });
}
