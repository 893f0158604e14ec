import type { Viewer } from "../../access/viewer.ts";
import { canSee } from "../../access/viewer.ts";
import type { Citation } from "../../claims/citation.ts";
import type { Claim } from "../../claims/claim.ts";
import { analyze, documentTerms } from "../../text/analyze.ts";
import type { ClaimFilter, NewCitation, NewClaim } from "../../ports/claim-store.ts";
import { putClaimRow, requireClaimRow } from "./constraints.ts";
import { nextId } from "./tables.ts";
import type { Tables } from "./tables.ts";

function indexTerms(claim: Pick<Claim, "text" | "subject" | "predicate" | "objectValue">): readonly string[] {
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
    confidence: given.confidence,
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

export function withCitations(tables: Tables, claim: Claim): Claim {
  return { ...claim, citations: tables.citations.get(claim.id) ?? [] };
}

export function visibleClaims(tables: Tables, viewer: Viewer): Claim[] {
  return [...tables.claims.values()].map((row) => row.claim).filter((claim) => canSee(viewer, claim));
}

function isValidAt(claim: Pick<Claim, "validFrom" | "validUntil">, instant: string): boolean {
  const { validFrom, validUntil } = claim;
  return (validFrom === undefined || validFrom <= instant) && (validUntil === undefined || validUntil > instant);
}

type Condition = (claim: Claim, filter: ClaimFilter) => boolean;

const CONDITIONS: readonly Condition[] = [
  (claim, { statuses }) => statuses === undefined || statuses.includes(claim.status),
  (claim, { scopes }) => scopes === undefined || scopes.includes(claim.scope),
  (claim, { ids }) => ids === undefined || ids.includes(claim.id),
  (claim, { validAt }) => validAt === undefined || isValidAt(claim, validAt),
  (claim, { pinned }) => pinned === undefined || claim.pinned === pinned,
];

export function meetsFilter(claim: Claim, filter: ClaimFilter): boolean {
  return CONDITIONS.every((holds) => holds(claim, filter));
}
