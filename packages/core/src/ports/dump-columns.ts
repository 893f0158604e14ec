import { CHECK_STATUSES, CITATION_KINDS } from "../claims/citation.ts";
import { CLAIM_STATUSES, CLAIM_TIERS, VISIBILITIES, VOLATILITIES } from "../claims/claim.ts";
import { LIMITS } from "../claims/limits.ts";
import { LINK_TYPE_NAMES } from "../claims/link.ts";
import { HASH_ALGO, TENANT_HASH_ALGO } from "../events/chain.ts";
import { EVENT_TYPES, LEGACY_EVENT_TYPES } from "../events/event.ts";
import type { DumpTable, OfClaims } from "./dump-store.ts";
import { PROJECT_KEY_KINDS } from "./project-store.ts";
import { TURN_KINDS, TURN_ROLES } from "./verbatim-store.ts";

/** What may stand in a column of an exported row. */
export interface DumpColumn {
  readonly kind: "text" | "time" | "integer" | "number" | "ratio" | "boolean";
  readonly nullable?: boolean;
  /** Of a text, in code points. */
  readonly max?: number;
  /** Least value of an integer. */
  readonly min?: number;
  /** The only values of a text. */
  readonly words?: readonly string[];
  /** What a text looks like that holds no words of anyone. */
  readonly form?: RegExp;
}

const text = (max: number): DumpColumn => ({ kind: "text", max });
const form = (pattern: RegExp): DumpColumn => ({ kind: "text", form: pattern });
const word = (words: readonly string[]): DumpColumn => ({ kind: "text", words });
const orNull = (column: DumpColumn): DumpColumn => ({ ...column, nullable: true });

type Columns = Readonly<Record<string, DumpColumn>>;

/** The same for several columns. */
const each = (column: DumpColumn, ...names: readonly string[]): Columns =>
  Object.fromEntries(names.map((name) => [name, column]));

const LABEL = text(LIMITS.label);
const TIME: DumpColumn = { kind: "time" };
const ID: DumpColumn = { kind: "integer", min: 1 };
const COUNT: DumpColumn = { kind: "integer", min: 0 };
const SHA256 = form(/^[0-9a-f]{64}$/);
const GIT_OBJECT = form(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
const SIGNATURE = form(/^[0-9a-f]{16}$/);
const SALT = form(/^[0-9a-f]{32}$/);
const UID = form(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const CONTENT_HASH = form(/^hash-[0-9a-f]{16}(?:~[1-9]\d{0,14})?$/);
const STATUS = word(CLAIM_STATUSES);
const PAYLOAD = text(LIMITS.eventPayloadBytes);

const CLAIMS: Columns = {
  ...each(ID, "id", "version"),
  uid: UID,
  human_id: form(/^mm-[0-9a-f]{4}(?:~[1-9]\d{0,14})?$/),
  text: text(LIMITS.text),
  normalized_text: orNull(text(2 * LIMITS.text)),
  ...each(orNull(text(LIMITS.tuplePart)), "subject", "predicate", "object_value"),
  idempotency_key: orNull(text(LIMITS.idempotencyKey)),
  content_hash: orNull(CONTENT_HASH),
  ...each(orNull(SIGNATURE), "near_hash", "twin_hash"),
  ...each(LABEL, "scope", "source_agent"),
  ...each(orNull(LABEL), "claim_type", "tenant_id", "confirmed_by", "wiki_article", "holder"),
  volatility: word(VOLATILITIES),
  status: STATUS,
  tier: word(CLAIM_TIERS),
  visibility: word(VISIBILITIES),
  confidence: { kind: "ratio" },
  pinned: { kind: "boolean" },
  access_count: COUNT,
  ...each(orNull(ID), "supersedes_claim_id", "replaced_by_claim_id", "entity_id"),
  ...each(TIME, "created_at", "updated_at"),
  ...each(orNull(TIME), "last_validated_at", "archived_at", "last_accessed", "last_decayed_at"),
  ...each(orNull(TIME), "event_time", "valid_from", "valid_until"),
};

const CITATIONS: Columns = {
  ...each(ID, "id", "claim_id"),
  source: text(LIMITS.citationSource),
  locator: orNull(text(LIMITS.citationLocator)),
  excerpt: orNull(text(LIMITS.citationExcerpt)),
  kind: word(CITATION_KINDS),
  path: orNull(text(LIMITS.citationSource)),
  ...each(orNull(ID), "line_start", "line_end"),
  ...each(orNull(SHA256), "excerpt_hash", "content_hash"),
  ...each(orNull(GIT_OBJECT), "git_blob", "commit_id"),
  check_status: orNull(word(CHECK_STATUSES)),
  created_at: TIME,
  ...each(orNull(TIME), "fetched_at", "checked_at"),
};

const EVENTS: Columns = {
  id: ID,
  ...each(orNull(ID), "claim_id", "undoes_event_id"),
  event_type: word([...EVENT_TYPES, ...LEGACY_EVENT_TYPES]),
  ...each(orNull(STATUS), "from_status", "to_status"),
  details: orNull(text(LIMITS.eventDetails)),
  ...each(orNull(PAYLOAD), "payload_json", "run_id"),
  created_at: TIME,
  event_hash: SHA256,
  ...each(orNull(SHA256), "prev_event_hash", "tenant_event_hash", "tenant_prev_event_hash"),
  hash_algo: word([HASH_ALGO, TENANT_HASH_ALGO]),
  tenant_hash_algo: orNull(word([TENANT_HASH_ALGO])),
  tenant_id: orNull(LABEL),
};

const ENTITY_EDGES: Columns = {
  ...each(ID, "id", "source_id", "target_id"),
  relation: LABEL,
  weight: { kind: "number" },
  claim_id: orNull(ID),
  created_at: TIME,
  ...each(orNull(TIME), "last_reinforced_at", "last_decayed_at"),
};

const TURNS: Columns = {
  id: ID,
  ...each(LABEL, "session_id", "scope", "source_agent"),
  position: COUNT,
  role: word(TURN_ROLES),
  speaker: orNull(LABEL),
  kind: word(TURN_KINDS),
  content: text(LIMITS.turnBytes),
  content_hash: SHA256,
  ...each(TIME, "timestamp", "created_at"),
  embedding_synced: { kind: "integer", min: -1 },
};

/** Columns of every exported table. Left out is what follows from others or belongs to one machine. */
export const DUMP_COLUMNS: Readonly<Record<DumpTable, Columns>> = {
  projects: { ...each(LABEL, "scope", "slug"), ...each(TIME, "first_seen", "last_seen") },
  project_keys: { key_hash: SHA256, scope: LABEL, kind: word(PROJECT_KEY_KINDS), first_seen: TIME },
  entities: {
    id: ID,
    ...each(LABEL, "canonical_name", "entity_type", "scope"),
    tenant_id: orNull(LABEL),
    ...each(TIME, "created_at", "updated_at"),
  },
  entity_aliases: {
    ...each(ID, "id", "entity_id"),
    ...each(LABEL, "alias", "variant_key", "original_form"),
    created_at: TIME,
  },
  claims: CLAIMS,
  citations: CITATIONS,
  claim_links: { ...each(ID, "id", "source_id", "target_id"), link_type: word(LINK_TYPE_NAMES), created_at: TIME },
  claim_entity_links: each(ID, "id", "claim_id", "entity_id"),
  entity_edges: ENTITY_EDGES,
  verbatim_memories: TURNS,
  event_history: {
    ...each(SHA256, "event_hash", "origin"),
    origin_id: COUNT,
    claim_uid: orNull(UID),
    line: orNull({ kind: "text" }),
  },
  chain_anchor: { name: LABEL, ...each(COUNT, "event_count", "head_id"), head_hash: SHA256, recorded_at: TIME },
  events: EVENTS,
  event_contents: { ...each(ID, "event_id", "claim_id"), salt: SALT, content: { kind: "text" } },
};

/** The primary key of every exported table. */
export const DUMP_KEYS: Readonly<Record<DumpTable, string>> = {
  projects: "scope",
  project_keys: "key_hash",
  entities: "id",
  entity_aliases: "id",
  claims: "id",
  citations: "id",
  claim_links: "id",
  claim_entity_links: "id",
  entity_edges: "id",
  verbatim_memories: "id",
  event_history: "event_hash",
  chain_anchor: "name",
  events: "id",
  event_contents: "event_id",
};

/** Columns that name the claim which a row belongs to: by its id, in the history by its uid. */
export const DUMP_OWNERS: Readonly<Record<OfClaims, readonly string[]>> = {
  citations: ["claim_id"],
  claim_links: ["source_id", "target_id"],
  claim_entity_links: ["claim_id"],
  event_history: ["claim_uid"],
  events: ["claim_id"],
  event_contents: ["claim_id"],
};
