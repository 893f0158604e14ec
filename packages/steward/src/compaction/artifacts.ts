import { createHash } from "node:crypto";

import type { Citation, Claim, JsonObject } from "@memorymaster/core";

/** What a run was asked and what it found. */
export interface CompactionRun {
  readonly runId: string;
  readonly generatedAt: string;
  readonly retainDays: number;
  readonly eventRetainDays: number;
  readonly skippedSensitive: number;
}

/** Scope of claims without one: no scope is written so. */
const NO_SCOPE = "\u0001";
const SHORT = 12;

type Group = readonly [id: string, members: readonly Claim[]];

const part = (value: string | undefined): string => value?.trim() ?? "";

/** Claims with one subject, predicate and scope go into one summary; a missing scope is none that claims can have. */
export function summaryId({ subject, predicate, scope }: Claim): string {
  const key = [part(subject), part(predicate), scope.trim() === "" ? NO_SCOPE : scope.trim()].join("|");
  return `summary:${createHash("sha1").update(key).digest("hex").slice(0, SHORT)}`;
}

function groupsOf(claims: readonly Claim[]): readonly Group[] {
  const groups = new Map<string, Claim[]>();
  for (const claim of claims.toSorted((a, b) => a.id - b.id)) {
    const id = summaryId(claim);
    groups.set(id, [...(groups.get(id) ?? []), claim]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
}

const claimNode = ({ id }: Claim): string => `claim:${id}`;
const citationNode = ({ id }: Citation): string => `citation:${id}`;

function countOf(statuses: readonly string[]): JsonObject {
  const counts: Record<string, number> = {};
  for (const status of statuses.toSorted()) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const citationWords = ({ id, claimId, source, locator, excerpt, createdAt }: Citation): JsonObject => ({
  citation_id: id,
  claim_id: claimId,
  source,
  locator: locator ?? null,
  excerpt: excerpt ?? null,
  created_at: createdAt,
});

function summaryNode([id, members]: Group): JsonObject {
  const [first] = members;
  const citations = members.flatMap((claim) => claim.citations);
  return {
    id,
    type: "summary",
    subject: first?.subject ?? null,
    predicate: first?.predicate ?? null,
    scope: first?.scope ?? null,
    claim_count: members.length,
    citation_count: citations.length,
    status_before_counts: countOf(members.map(({ status }) => status)),
    claim_ids: members.map(({ id: claimId }) => claimId),
    citation_ids: citations.map(({ id: citationId }) => citationId),
  };
}

const claimNodeOf = (claim: Claim, summary: string): JsonObject => ({
  id: claimNode(claim),
  type: "claim",
  claim_id: claim.id,
  summary_id: summary,
  status_before: claim.status,
  status_after: "archived",
  text: claim.text,
  claim_type: claim.claimType ?? null,
  subject: claim.subject ?? null,
  predicate: claim.predicate ?? null,
  object_value: claim.objectValue ?? null,
  scope: claim.scope,
  confidence: claim.confidence,
  updated_at_before: claim.updatedAt,
  citation_ids: claim.citations.map(({ id }) => id),
});

function header(type: string, run: CompactionRun, claims: readonly Claim[]): JsonObject {
  return {
    schema_version: "1.0",
    artifact_type: type,
    run: {
      run_id: run.runId,
      generated_at: run.generatedAt,
      retain_days: run.retainDays,
      event_retain_days: run.eventRetainDays,
      candidate_claims: claims.length,
      skipped_sensitive: run.skippedSensitive,
      archived_claims: claims.length,
      deleted_events: 0,
    },
  };
}

const EDGES = { toClaim: "summary_to_claim", toCitation: "claim_to_citation" } as const;

/** Summaries, claims and citations as nodes, and what belongs to what as edges; in the order of their ids. */
export function summaryGraph(claims: readonly Claim[], run: CompactionRun): JsonObject {
  const groups = groupsOf(claims);
  const members = groups.flatMap(([summary, own]) => own.map((claim) => ({ summary, claim })));
  const ordered = members.toSorted((a, b) => a.claim.id - b.claim.id);
  const citations = ordered.flatMap(({ claim }) => claim.citations).toSorted((a, b) => a.id - b.id);
  return {
    ...header("summary_graph", run, claims),
    nodes: {
      summaries: groups.map(summaryNode),
      claims: ordered.map(({ summary, claim }) => claimNodeOf(claim, summary)),
      citations: citations.map((one) => ({ id: citationNode(one), type: "citation", ...citationWords(one) })),
    },
    edges: [
      ...ordered.map(({ summary, claim }) => ({ type: EDGES.toClaim, from: summary, to: claimNode(claim) })),
      ...ordered.flatMap(({ claim }) =>
        claim.citations.map((one) => ({ type: EDGES.toCitation, from: claimNode(claim), to: citationNode(one) })),
      ),
    ],
  };
}

/** From a summary back to its sources, and from each claim to where it went. */
export function traceability(claims: readonly Claim[], run: CompactionRun): JsonObject {
  const groups = groupsOf(claims);
  return {
    ...header("traceability", run, claims),
    summary_to_source: groups.map(([id, members]) => ({
      summary_id: id,
      claim_ids: members.map((claim) => claim.id),
      source_citations: members.flatMap((claim) => claim.citations.map(citationWords)),
    })),
    claim_lineage: groups.flatMap(([id, members]) =>
      members.map((claim) => ({
        claim_id: claim.id,
        summary_id: id,
        status_before: claim.status,
        claim_text: claim.text,
        citations: claim.citations.map(citationWords),
      })),
    ),
  };
}
