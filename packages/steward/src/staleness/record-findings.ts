import { CITATION_ROLES, cleanRecord, timestampOf } from "@memorymaster/core";
import type {
  CheckStatus,
  Citation,
  CitationStamp,
  CitationWords,
  Claim,
  JsonObject,
  NewEvent,
} from "@memorymaster/core";
import { recordEvents } from "@memorymaster/core/jobs";
import type { Job } from "../types.ts";
import type { Finding } from "./types.ts";

/** What the check changes; where the words are goes into the erasable part of the event. */
const COUNTED = { lineStart: "line_start", lineEnd: "line_end", checkStatus: "check_status" } as const;
const CITED = { path: "path", commitId: "commit_id" } as const;

const LASTING: ReadonlySet<CheckStatus | undefined> = new Set(["moved", "changed", "gone"]);

/** The status to keep: what could not be checked this time stays what it was. */
function statusAfter({ citation, outcome }: Pick<Finding, "citation" | "outcome">): CheckStatus {
  return outcome === "unknown" ? (citation.checkStatus ?? outcome) : outcome;
}

/** Whether an event tells of it: the evidence is not where it was, or has come back. */
export function isNews({ citation, outcome, lineStart, path }: Finding): boolean {
  const { checkStatus: before } = citation;
  if (outcome === "unknown") return false;
  if (outcome === "ok") return LASTING.has(before);
  const isElsewhere = lineStart !== citation.lineStart || path !== citation.path;
  return before !== outcome || (outcome === "moved" && isElsewhere);
}

function checkedCitation(finding: Finding, checkedAt: string): Citation {
  const { citation, outcome, path, lineStart, lineEnd, commitId = citation.commitId } = finding;
  const checked = { ...citation, checkStatus: statusAfter(finding), checkedAt };
  return outcome === "moved" && path !== undefined ? { ...checked, path, lineStart, lineEnd, commitId } : checked;
}

interface Dated {
  readonly finding: Finding;
  readonly createdAt: string;
}

type Names = Partial<Readonly<Record<keyof Citation, string>>>;

/** Old and new values of the fields that differ, null for none. */
function differences(old: Citation, now: Citation, names: Names): Readonly<Record<"old" | "new", JsonObject>> {
  const fields = (Object.entries(names) as [keyof Citation, string][]).filter(([field]) => old[field] !== now[field]);
  const valuesOf = (citation: Citation): JsonObject =>
    Object.fromEntries(fields.map(([field, name]) => [name, citation[field] ?? null]));
  return { old: valuesOf(old), new: valuesOf(now) };
}

function citationEvent({ runId }: Job, claim: Claim, { finding, createdAt }: Dated): NewEvent {
  const { citation, outcome } = finding;
  const checked = checkedCitation(finding, createdAt);
  const words = differences(citation, checked, CITED);
  return {
    claimId: claim.id,
    tenantId: claim.tenantId,
    createdAt,
    eventType: "citation",
    payload: { citation_id: citation.id, outcome, ...differences(citation, checked, COUNTED), run_id: runId },
    content: Object.keys(words.old).length === 0 ? undefined : words,
  };
}

/** What the store keeps of a check that is no news. */
export function stampsOf(findings: readonly Finding[], checkedAt: string): readonly CitationStamp[] {
  return findings.map((finding) => ({ citationId: finding.citation.id, checkStatus: statusAfter(finding), checkedAt }));
}

/** Writes what a check of a claim's citations found, with events for what is news, in the caller's transaction. */
export async function recordFindings(job: Job, claim: Claim, findings: readonly Finding[]): Promise<void> {
  const { store, clock } = job.context;
  const now = timestampOf(clock.nowMs());
  const news = findings.filter(isNews);
  if (news.length === 0) return store.jobs.stampCitations(stampsOf(findings, now));
  const byId = new Map(findings.map((finding) => [finding.citation.id, finding]));
  const checked = claim.citations.map((citation) => {
    const finding = byId.get(citation.id);
    return finding === undefined ? citation : checkedCitation(finding, now);
  });
  const clean = checked.map((one) => cleanRecord<CitationWords>(one, CITATION_ROLES, { onSecret: "redact" }).record);
  await store.claims.replaceCitations(claim.id, clean);
  await recordEvents(
    store,
    news.map((finding) => citationEvent(job, claim, { finding, createdAt: now })),
  );
}
