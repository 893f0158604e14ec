import type { ClaimStatus } from "../claims/claim.ts";

/** Kinds an event may have when it is written. */
export const EVENT_TYPES = [
  "ingest",
  "extractor",
  "validator",
  "deterministic_validator",
  "decay",
  "compactor",
  "compaction_run",
  "dedup",
  "dedup_run",
  "supersession",
  "confidence",
  "policy_decision",
  "pin",
  "unpin",
  "audit",
  "sync",
  "source_import",
  "system",
  "transition",
  "staleness",
  "confirm",
  "undo",
  "merge",
  "import",
  "citation",
  "link",
  "unlink",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Kinds that older stores hold: read, never written. */
export const LEGACY_EVENT_TYPES = ["media_process", "action_proposal", "action_export"] as const;

/** Kinds that may carry a change of status. */
export const STATUS_EVENT_TYPES: ReadonlySet<EventType> = new Set([
  "transition",
  "validator",
  "deterministic_validator",
  "decay",
  "compactor",
  "dedup",
  "supersession",
  "staleness",
  "confirm",
  "undo",
] as const);

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };
export type JsonObject = Readonly<Record<string, JsonValue>>;

/**
 * An event to append. Neither `details` nor `payload` holds claim text, a tuple value or an excerpt: such words go
 * into `content`, which is stored beside the event, bound to it by a salted digest, and can be erased.
 */
export interface NewEvent {
  readonly claimId?: number | undefined;
  readonly eventType: EventType;
  readonly fromStatus?: ClaimStatus | undefined;
  readonly toStatus?: ClaimStatus | undefined;
  readonly details?: string | undefined;
  readonly payload?: JsonObject | undefined;
  /** Erasable words of the event; needs a `claimId`. */
  readonly content?: JsonObject | undefined;
  readonly tenantId?: string | undefined;
  readonly createdAt: string;
}

/** An event as stored. `payloadJson` is the canonical text that the hash covers. */
export interface MemoryEvent {
  readonly id: number;
  readonly claimId: number | undefined;
  readonly eventType: string;
  readonly fromStatus: string | undefined;
  readonly toStatus: string | undefined;
  readonly details: string | undefined;
  readonly payloadJson: string | undefined;
  readonly createdAt: string;
  readonly tenantId: string | undefined;
  readonly prevEventHash: string | undefined;
  readonly eventHash: string;
  readonly hashAlgo: string;
  readonly tenantPrevEventHash: string | undefined;
  readonly tenantEventHash: string | undefined;
  readonly tenantHashAlgo: string | undefined;
  /** Copies of the payload keys `run_id` and `undoes_event_id`, for look-up. */
  readonly runId: string | undefined;
  readonly undoesEventId: number | undefined;
}

/** The erasable words of one event. */
export interface EventContent {
  readonly salt: string;
  /** Canonical JSON. */
  readonly content: string;
}
