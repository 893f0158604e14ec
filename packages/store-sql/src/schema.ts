import type { Generated, GeneratedAlways } from "kysely";

/** A boolean as the database at hand holds it; codecs translate. */
export type StoredBoolean = number | boolean;

export interface ClaimsTable {
  id: Generated<number>;
  uid: string;
  text: string;
  idempotency_key: string | null;
  content_hash: string | null;
  near_hash: string | null;
  twin_hash: string | null;
  /** Analyzer version and digest of the terms in the text index; null when the claim is not in it. */
  terms_hash: string | null;
  normalized_text: string | null;
  claim_type: string | null;
  subject: string | null;
  predicate: string | null;
  object_value: string | null;
  scope: string;
  volatility: string;
  status: Generated<string>;
  confidence: number;
  pinned: Generated<StoredBoolean>;
  supersedes_claim_id: number | null;
  replaced_by_claim_id: number | null;
  created_at: string;
  updated_at: string;
  last_validated_at: string | null;
  archived_at: string | null;
  human_id: string;
  tenant_id: string | null;
  tier: Generated<string>;
  access_count: Generated<number>;
  last_accessed: string | null;
  event_time: string | null;
  valid_from: string | null;
  valid_until: string | null;
  last_decayed_at: string | null;
  source_agent: string;
  confirmed_by: string | null;
  visibility: string;
  wiki_article: string | null;
  holder: string | null;
  entity_id: number | null;
  version: Generated<number>;
}

export interface CitationsTable {
  id: Generated<number>;
  claim_id: number;
  source: string;
  locator: string | null;
  excerpt: string | null;
  kind: string;
  path: string | null;
  line_start: number | null;
  line_end: number | null;
  excerpt_hash: string | null;
  git_blob: string | null;
  commit_id: string | null;
  content_hash: string | null;
  fetched_at: string | null;
  check_status: string | null;
  checked_at: string | null;
  created_at: string;
}

export interface CycleLeaseTable {
  name: string;
  owner: string;
  acquired_at: string;
  expires_at: string;
}

export interface ClaimLinksTable {
  id: Generated<number>;
  source_id: number;
  target_id: number;
  link_type: string;
  created_at: string;
}

export interface EventsTable {
  id: Generated<number>;
  claim_id: number | null;
  event_type: string;
  from_status: string | null;
  to_status: string | null;
  details: string | null;
  /** Canonical text on every database, since the hash covers it byte by byte. */
  payload_json: string | null;
  run_id: string | null;
  undoes_event_id: number | null;
  other_claim_id: GeneratedAlways<number | null>;
  created_at: string;
  prev_event_hash: string | null;
  event_hash: string;
  hash_algo: string;
  tenant_id: string | null;
  tenant_prev_event_hash: string | null;
  tenant_event_hash: string | null;
  tenant_hash_algo: string | null;
}

export interface EventContentsTable {
  event_id: number;
  claim_id: number;
  salt: string;
  content: string;
}

export interface OpenProposalsTable {
  event_id: number;
  target_claim_id: number;
  kind: string;
  candidate_claim_id: number | null;
  created_at: string;
}

export interface ProjectsTable {
  scope: string;
  slug: string;
  last_path: string | null;
  first_seen: string;
  last_seen: string;
}

export interface ProjectKeysTable {
  key_hash: string;
  scope: string;
  kind: string;
  first_seen: string;
}

export interface StoreMetaTable {
  key: string;
  value: string;
}

export interface ChainAnchorTable {
  name: string;
  event_count: number;
  head_id: number;
  head_hash: string;
  recorded_at: string;
}

export interface SealedPayloadsTable {
  event_id: number;
  claim_id: number;
  sealed: string;
  created_at: string;
}

export interface EventHistoryTable {
  event_hash: string;
  origin: string;
  origin_id: number;
  claim_uid: string | null;
  line: string | null;
}

export interface EntitiesTable {
  id: Generated<number>;
  canonical_name: string;
  entity_type: string;
  scope: string;
  tenant_id: string | null;
  created_at: string;
  updated_at: string;
}

export interface EntityAliasesTable {
  id: Generated<number>;
  entity_id: number;
  alias: string;
  variant_key: string;
  original_form: string;
  created_at: string;
}

export interface EntityEdgesTable {
  id: Generated<number>;
  source_id: number;
  target_id: number;
  relation: string;
  weight: number;
  claim_id: number | null;
  created_at: string;
  last_reinforced_at: string | null;
  last_decayed_at: string | null;
}

export interface ClaimEntityLinksTable {
  id: Generated<number>;
  claim_id: number;
  entity_id: number;
}

export interface VerbatimMemoriesTable {
  id: Generated<number>;
  session_id: string;
  position: number;
  role: string;
  speaker: string | null;
  kind: string;
  scope: string;
  timestamp: string;
  source_agent: string;
  embedding_synced: Generated<number>;
  created_at: string;
  content_hash: string;
  content: string;
}

export interface VectorIndexesTable {
  name: string;
}

export interface VectorOutboxTable {
  change_no: Generated<number>;
  index_name: string;
  claim_id: number;
  enqueued_at: string;
  attempts: Generated<number>;
  /** Null after an attempt: stuck. */
  next_attempt_at: string | null;
  lease_owner: string | null;
  lease_ends_at: string | null;
  last_code: string | null;
}

export interface VectorCursorsTable {
  stream: string;
  claim_id: number;
}

export interface SchemaVersionsTable {
  id: Generated<number>;
  version: number;
  description: string;
  checksum: string;
  applied_at: string;
}

/** Every table that the queries of this package name. The text index belongs to the flavor. */
export interface Schema {
  claims: ClaimsTable;
  citations: CitationsTable;
  cycle_lease: CycleLeaseTable;
  claim_links: ClaimLinksTable;
  events: EventsTable;
  event_contents: EventContentsTable;
  open_proposals: OpenProposalsTable;
  projects: ProjectsTable;
  project_keys: ProjectKeysTable;
  chain_anchor: ChainAnchorTable;
  sealed_payloads: SealedPayloadsTable;
  event_history: EventHistoryTable;
  entities: EntitiesTable;
  entity_aliases: EntityAliasesTable;
  entity_edges: EntityEdgesTable;
  claim_entity_links: ClaimEntityLinksTable;
  verbatim_memories: VerbatimMemoriesTable;
  vector_indexes: VectorIndexesTable;
  vector_outbox: VectorOutboxTable;
  vector_cursors: VectorCursorsTable;
  store_meta: StoreMetaTable;
  schema_versions: SchemaVersionsTable;
}
