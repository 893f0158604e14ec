import { isCurrent } from "../../ingest/validity.ts";
import type { Viewer } from "../../access/viewer.ts";
import { canSee } from "../../access/viewer.ts";
import type { Citation } from "../../claims/citation.ts";
import type { Claim } from "../../claims/claim.ts";
import { analyze, documentTerms } from "../../text/analyze.ts";
import type { CitationWords, ClaimFilter, NewCitation, NewClaim } from "../../ports/claim-store.ts";
import { putClaimRow, requireClaimRow, violated } from "./constraints.ts";
import { nextId } from "./tables.ts";
import type { Tables } from "./tables.ts";

export function indexTerms(claim: Pick<Claim, "text" | "subject" | "predicate" | "objectValue">): readonly string[] {
  const fields = [claim.text, claim.subject, claim.predicate, claim.objectValue];
  return fields.flatMap((field) => (field === undefined ? [] : documentTerms(analyze(field, "index"))));
}

function storedClaim(id: number, given: NewClaim): Claim {
  return {
    id,
    uid: given.uid,
    humanId: given.humanId,
    text: given.text,
    idempotencyKey: given.idempotencyKey,
    contentHash: given.contentHash,
    claimType: given.claimType,
    subject: given.subject,
    predicate: given.predicate,
    objectValue: given.objectValue,
    scope: given.scope,
    volatility: given.volatility,
    // A negative zero becomes zero, as in a database.
    confidence: given.confidence + 0,
    eventTime: given.eventTime,
    validFrom: given.validFrom,
    validUntil: given.validUntil,
    sourceAgent: given.sourceAgent,
    visibility: given.visibility,
    holder: given.holder,
    tenantId: given.tenantId,
    createdAt: given.createdAt,
    status: "candidate",
    version: 1,
    pinned: false,
    tier: "working",
    accessCount: 0,
    updatedAt: given.createdAt,
    normalizedText: undefined,
    supersedesClaimId: undefined,
    replacedByClaimId: undefined,
    lastValidatedAt: undefined,
    lastDecayedAt: undefined,
    archivedAt: undefined,
    lastAccessed: undefined,
    confirmedBy: undefined,
    wikiArticle: undefined,
    entityId: undefined,
    citations: [],
  };
}

export function insertClaim(tables: Tables, given: NewClaim): Claim {
  const claim = storedClaim(nextId(tables, "claims"), given);
  putClaimRow(tables, { claim, nearHash: given.nearHash, twinHash: given.twinHash, terms: indexTerms(claim) });
  insertCitations(tables, claim.id, { citations: given.citations, createdAt: given.createdAt });
  return withCitations(tables, claim);
}

export function insertCitations(
  tables: Tables,
  claimId: number,
  added: { readonly citations: readonly NewCitation[]; readonly createdAt: string },
): readonly number[] {
  requireClaimRow(tables, claimId);
  const rows = added.citations.map((citation): Citation => ({
    ...citation,
    id: nextId(tables, "citations"),
    claimId,
    createdAt: added.createdAt,
  }));
  tables.citations.set(claimId, [...(tables.citations.get(claimId) ?? []), ...rows]);
  return rows.map((row) => row.id);
}

export function replaceCitations(tables: Tables, claimId: number, citations: readonly CitationWords[]): void {
  requireClaimRow(tables, claimId);
  const ids = new Set(citations.map((citation) => citation.id));
  const others = [...tables.citations].flatMap(([owner, rows]) => (owner === claimId ? [] : rows));
  if (ids.size !== citations.length || others.some((row) => ids.has(row.id))) violated("citation_id");
  const rows = citations.map((citation): Citation => ({ ...citation, claimId }));
  tables.citations.set(
    claimId,
    rows.toSorted((a, b) => a.id - b.id),
  );
  tables.lastIds.set("citations", Math.max(tables.lastIds.get("citations") ?? 0, ...ids));
}

export function withCitations(tables: Tables, claim: Claim): Claim {
  return { ...claim, citations: tables.citations.get(claim.id) ?? [] };
}

export function visibleClaims(tables: Tables, viewer: Viewer): Claim[] {
  return [...tables.claims.values()].map((row) => row.claim).filter((claim) => canSee(viewer, claim));
}

function isValidAt(claim: Claim, instant: string, atPresent: boolean): boolean {
  if (atPresent) return isCurrent(claim, instant);
  const { validFrom, validUntil } = claim;
  return (validFrom === undefined || validFrom <= instant) && (validUntil === undefined || validUntil > instant);
}

type Condition = (claim: Claim, filter: ClaimFilter) => boolean;

const CONDITIONS: readonly Condition[] = [
  (claim, { statuses }) => statuses === undefined || statuses.includes(claim.status),
  (claim, { scopes }) => scopes === undefined || scopes.includes(claim.scope),
  (claim, { ids }) => ids === undefined || ids.includes(claim.id),
  (claim, { validAt, atPresent = false }) => validAt === undefined || isValidAt(claim, validAt, atPresent),
  (claim, { pinned }) => pinned === undefined || claim.pinned === pinned,
  (claim, { confidenceBelow }) => confidenceBelow === undefined || claim.confidence < confidenceBelow,
  (claim, { hasWords }) => hasWords === undefined || (claim.contentHash !== undefined) === hasWords,
];

export function meetsFilter(claim: Claim, filter: ClaimFilter): boolean {
  return CONDITIONS.every((holds) => holds(claim, filter));
}
