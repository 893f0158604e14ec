import type { CheckStatus, JsonObject } from "@memorymaster/core";
import type { EachResult } from "../jobs/each-claim.ts";
import type { CheckedClaim } from "./check-claims.ts";
import { linesOfFinding } from "./lose-evidence.ts";
import { standingOf } from "./standing.ts";
import type { Finding } from "./types.ts";

interface Outcome extends EachResult {
  readonly checked: readonly CheckedClaim[];
  /** What became of claims, by id. */
  readonly steps: ReadonlyMap<number, "stale" | "restored">;
  readonly skippedPinned: number;
  readonly dryRun: boolean;
}

const TEXT_CHARACTERS = 120;
const QUIET: ReadonlySet<CheckStatus> = new Set(["ok", "unknown"]);

function describeFinding(finding: Finding): JsonObject {
  const { citation, outcome, path = null, dirty } = finding;
  const lines = linesOfFinding(finding) ?? null;
  return { citation_id: citation.id, outcome, path, lines, ...(dirty !== undefined && { dirty }) };
}

const filesThat = (findings: readonly Finding[], outcome: CheckStatus): readonly string[] => [
  ...new Set(findings.filter((one) => one.outcome === outcome).flatMap(({ path }) => path ?? [])),
];

function describeClaim({ claim, findings }: CheckedClaim, applied: boolean): JsonObject {
  return {
    claim_id: claim.id,
    text: [...claim.text].slice(0, TEXT_CHARACTERS).join(""),
    changed_files: filesThat(findings, "changed"),
    missing_files: filesThat(findings, "gone"),
    citations: findings.map(describeFinding),
    applied,
  };
}

/** The wire form of a run. All counts are of claims; `unknown` are those of which nothing could be checked. */
export function describeStaleness({ checked, steps, skippedPinned, dryRun, skipped, errors }: Outcome): JsonObject {
  const count = (test: (one: CheckedClaim) => boolean): number => checked.filter(test).length;
  const isLost = ({ findings }: CheckedClaim): boolean => standingOf(findings) === "lost";
  const isStale = ({ claim }: CheckedClaim): boolean => claim.status === "stale";
  const told = checked.filter(
    ({ claim, findings }) => steps.has(claim.id) || findings.some(({ outcome }) => !QUIET.has(outcome)),
  );
  return {
    scanned: checked.length,
    stale_detected: count((one) => isLost(one) && !isStale(one)),
    restored: [...steps.values()].filter((step) => step === "restored").length,
    moved: count(({ findings }) => findings.some(({ outcome }) => outcome === "moved")),
    unknown: count(({ findings }) => findings.length > 0 && findings.every(({ outcome }) => outcome === "unknown")),
    already_stale: count((one) => isLost(one) && isStale(one)),
    skipped_no_citations: count(({ findings }) => findings.length === 0),
    skipped_pinned: skippedPinned,
    details: told.map((one) => describeClaim(one, !dryRun && steps.has(one.claim.id))),
    ...(skipped + errors > 0 && { skipped, errors }),
    ...(dryRun && { dry_run: true }),
  };
}
