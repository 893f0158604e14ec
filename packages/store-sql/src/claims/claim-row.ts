import type { Citation, Claim, ClaimStatus, ClaimTier, NewClaim, Visibility, Volatility } from "@memorymaster/core";
import type { Insertable, Selectable } from "kysely";
import { absent, present } from "../absence.ts";
import type { Codecs } from "../flavor.ts";
import type { ClaimsTable } from "../schema.ts";

export type ClaimRow = Selectable<ClaimsTable>;

/** Columns that every claim starts with as the schema's defaults say. */
type FreshColumn =
  | "normalized_text"
  | "status"
  | "pinned"
  | "supersedes_claim_id"
  | "replaced_by_claim_id"
  | "last_validated_at"
  | "archived_at"
  | "tier"
  | "access_count"
  | "last_accessed"
  | "last_decayed_at"
  | "confirmed_by"
  | "wiki_article"
  | "entity_id"
  | "version";

/** What is written of a new claim. */
export type ClaimInsert = Required<Omit<Insertable<ClaimsTable>, FreshColumn | "id">>;

export function claimInsertOf(claim: NewClaim, termsHash: string, codecs: Codecs): ClaimInsert {
  const { encode } = codecs.time;
  return {
    uid: claim.uid,
    text: claim.text,
    idempotency_key: claim.idempotencyKey,
    content_hash: claim.contentHash,
    near_hash: claim.nearHash,
    twin_hash: claim.twinHash,
    terms_hash: termsHash,
    claim_type: absent(claim.claimType),
    subject: absent(claim.subject),
    predicate: absent(claim.predicate),
    object_value: absent(claim.objectValue),
    scope: claim.scope,
    volatility: claim.volatility,
    confidence: claim.confidence,
    created_at: encode(claim.createdAt),
    updated_at: encode(claim.createdAt),
    human_id: claim.humanId,
    tenant_id: absent(claim.tenantId),
    event_time: absent(claim.eventTime, encode),
    valid_from: encode(claim.validFrom),
    valid_until: absent(claim.validUntil, encode),
    source_agent: claim.sourceAgent,
    visibility: claim.visibility,
    holder: absent(claim.holder),
  };
}

/** A claim as it reads right after it was written: what was given, and the schema's defaults. */
export function freshClaim(id: number, given: NewClaim, citations: readonly Citation[]): Claim {
  return {
    id,
    uid: given.uid,
    humanId: given.humanId,
    text: given.text,
    idempotencyKey: given.idempotencyKey,
    contentHash: given.contentHash,
    normalizedText: undefined,
    claimType: given.claimType,
    subject: given.subject,
    predicate: given.predicate,
    objectValue: given.objectValue,
    scope: given.scope,
    volatility: given.volatility,
    status: "candidate",
    confidence: given.confidence,
    pinned: false,
    supersedesClaimId: undefined,
    replacedByClaimId: undefined,
    createdAt: given.createdAt,
    updatedAt: given.createdAt,
    lastValidatedAt: undefined,
    lastDecayedAt: undefined,
    archivedAt: undefined,
    tenantId: given.tenantId,
    tier: "working",
    accessCount: 0,
    lastAccessed: undefined,
    eventTime: given.eventTime,
    validFrom: given.validFrom,
    validUntil: given.validUntil,
    sourceAgent: given.sourceAgent,
    confirmedBy: undefined,
    visibility: given.visibility,
    version: 1,
    wikiArticle: undefined,
    holder: given.holder,
    entityId: undefined,
    citations,
  };
}

/** The schema admits only the known words, hence the assertions. */
export function claimOf(row: ClaimRow, codecs: Codecs, citations: readonly Citation[] = []): Claim {
  const { decode } = codecs.time;
  return {
    id: row.id,
    uid: row.uid,
    humanId: row.human_id,
    text: row.text,
    idempotencyKey: present(row.idempotency_key),
    contentHash: present(row.content_hash),
    normalizedText: present(row.normalized_text),
    claimType: present(row.claim_type),
    subject: present(row.subject),
    predicate: present(row.predicate),
    objectValue: present(row.object_value),
    scope: row.scope,
    volatility: row.volatility as Volatility,
    status: row.status as ClaimStatus,
    confidence: row.confidence,
    pinned: codecs.boolean.decode(row.pinned),
    supersedesClaimId: present(row.supersedes_claim_id),
    replacedByClaimId: present(row.replaced_by_claim_id),
    createdAt: decode(row.created_at),
    updatedAt: decode(row.updated_at),
    lastValidatedAt: present(row.last_validated_at, decode),
    lastDecayedAt: present(row.last_decayed_at, decode),
    archivedAt: present(row.archived_at, decode),
    tenantId: present(row.tenant_id),
    tier: row.tier as ClaimTier,
    accessCount: row.access_count,
    lastAccessed: present(row.last_accessed, decode),
    eventTime: present(row.event_time, decode),
    validFrom: present(row.valid_from, decode),
    validUntil: present(row.valid_until, decode),
    sourceAgent: row.source_agent,
    confirmedBy: present(row.confirmed_by),
    visibility: row.visibility as Visibility,
    version: row.version,
    wikiArticle: present(row.wiki_article),
    holder: present(row.holder),
    entityId: present(row.entity_id),
    citations,
  };
}
