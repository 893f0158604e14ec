import type { ClaimStats } from "../ports/claim-store.ts";
import type { Citation } from "./citation.ts";
import type { Claim } from "./claim.ts";
import type { ClaimLink } from "./link.ts";

/** A value that left the process as JSON: absence is null. */
type OrNull<Value> = Exclude<Value, undefined> | null;

const orNull = <Value>(value: Value): OrNull<Value> => (value ?? null) as OrNull<Value>;

/** A citation in every JSON that leaves the process. */
export interface WireCitation {
  readonly id: number;
  readonly claim_id: number;
  readonly source: string;
  readonly locator: string | null;
  readonly excerpt: string | null;
  readonly created_at: string;
  readonly kind: Citation["kind"];
  readonly path: string | null;
  readonly line_start: number | null;
  readonly line_end: number | null;
  readonly excerpt_hash: string | null;
  readonly git_blob: string | null;
  readonly commit_id: string | null;
  readonly fetched_at: string | null;
  readonly content_hash: string | null;
  readonly check_status: OrNull<Citation["checkStatus"]>;
  readonly checked_at: string | null;
}

export function citationToWire(citation: Citation): WireCitation {
  return {
    id: citation.id,
    claim_id: citation.claimId,
    source: citation.source,
    locator: orNull(citation.locator),
    excerpt: orNull(citation.excerpt),
    created_at: citation.createdAt,
    kind: citation.kind,
    path: orNull(citation.path),
    line_start: orNull(citation.lineStart),
    line_end: orNull(citation.lineEnd),
    excerpt_hash: orNull(citation.excerptHash),
    git_blob: orNull(citation.gitBlob),
    commit_id: orNull(citation.commitId),
    fetched_at: orNull(citation.fetchedAt),
    content_hash: orNull(citation.contentHash),
    check_status: orNull(citation.checkStatus),
    checked_at: orNull(citation.checkedAt),
  };
}

/** A claim in every JSON that leaves the process; only a dump of the store has more. */
export interface WireClaim {
  readonly id: number;
  readonly uid: string;
  readonly text: string;
  readonly idempotency_key: string | null;
  readonly normalized_text: string | null;
  readonly claim_type: string | null;
  readonly subject: string | null;
  readonly predicate: string | null;
  readonly object_value: string | null;
  readonly scope: string;
  readonly volatility: Claim["volatility"];
  readonly status: Claim["status"];
  readonly confidence: number;
  readonly pinned: boolean;
  readonly supersedes_claim_id: number | null;
  readonly replaced_by_claim_id: number | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_validated_at: string | null;
  readonly archived_at: string | null;
  readonly human_id: string;
  readonly tenant_id: string | null;
  readonly tier: Claim["tier"];
  readonly access_count: number;
  readonly last_accessed: string | null;
  readonly event_time: string | null;
  readonly valid_from: string | null;
  readonly valid_until: string | null;
  readonly source_agent: string;
  readonly visibility: Claim["visibility"];
  readonly version: number;
  readonly wiki_article: string | null;
  readonly holder: string | null;
  readonly entity_id: number | null;
  readonly confirmed_by: string | null;
  readonly citations: readonly WireCitation[];
}

export function claimToWire(claim: Claim): WireClaim {
  return {
    id: claim.id,
    uid: claim.uid,
    text: claim.text,
    idempotency_key: orNull(claim.idempotencyKey),
    normalized_text: orNull(claim.normalizedText),
    claim_type: orNull(claim.claimType),
    subject: orNull(claim.subject),
    predicate: orNull(claim.predicate),
    object_value: orNull(claim.objectValue),
    scope: claim.scope,
    volatility: claim.volatility,
    status: claim.status,
    confidence: claim.confidence,
    pinned: claim.pinned,
    supersedes_claim_id: orNull(claim.supersedesClaimId),
    replaced_by_claim_id: orNull(claim.replacedByClaimId),
    created_at: claim.createdAt,
    updated_at: claim.updatedAt,
    last_validated_at: orNull(claim.lastValidatedAt),
    archived_at: orNull(claim.archivedAt),
    human_id: claim.humanId,
    tenant_id: orNull(claim.tenantId),
    tier: claim.tier,
    access_count: claim.accessCount,
    last_accessed: orNull(claim.lastAccessed),
    event_time: orNull(claim.eventTime),
    valid_from: orNull(claim.validFrom),
    valid_until: orNull(claim.validUntil),
    source_agent: claim.sourceAgent,
    visibility: claim.visibility,
    version: claim.version,
    wiki_article: orNull(claim.wikiArticle),
    holder: orNull(claim.holder),
    entity_id: orNull(claim.entityId),
    confirmed_by: orNull(claim.confirmedBy),
    citations: claim.citations.map(citationToWire),
  };
}

export interface WireLink {
  readonly id: number;
  readonly source_id: number;
  readonly target_id: number;
  readonly link_type: ClaimLink["linkType"];
  readonly created_at: string;
}

export function linkToWire(link: ClaimLink): WireLink {
  return {
    id: link.id,
    source_id: link.sourceId,
    target_id: link.targetId,
    link_type: link.linkType,
    created_at: link.createdAt,
  };
}

export interface WireStats {
  readonly claims: number;
  readonly by_status: Readonly<Record<string, number>>;
  readonly by_scope: Readonly<Record<string, number>>;
  readonly citations: number;
  readonly links: number;
  readonly events: number;
  readonly open_proposals: number;
  readonly oldest: string | null;
  readonly newest: string | null;
}

export function statsToWire(stats: ClaimStats): WireStats {
  return {
    claims: stats.claims,
    by_status: stats.byStatus,
    by_scope: stats.byScope,
    citations: stats.citations,
    links: stats.links,
    events: stats.events,
    open_proposals: stats.openProposals,
    oldest: orNull(stats.oldest),
    newest: orNull(stats.newest),
  };
}
