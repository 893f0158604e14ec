import type { ChainReport } from "./chain-report.ts";
import type { HistoryEntry } from "../ports/event-store.ts";
import type { JsonObject, JsonValue, MemoryEvent } from "./event.ts";

/** An event in every JSON that leaves the process. `payload_json` is the text that the hash covers. */
export interface WireEvent {
  readonly id: number;
  readonly claim_id: number | null;
  readonly event_type: string;
  readonly from_status: string | null;
  readonly to_status: string | null;
  readonly details: string | null;
  readonly payload_json: string | null;
  readonly created_at: string;
  readonly prev_event_hash: string | null;
  readonly event_hash: string;
  readonly hash_algo: string;
  readonly tenant_id: string | null;
  readonly tenant_prev_event_hash: string | null;
  readonly tenant_event_hash: string | null;
  readonly tenant_hash_algo: string | null;
}

type OrNull<Value> = Exclude<Value, undefined> | null;

const orNull = <Value>(value: Value): OrNull<Value> => (value ?? null) as OrNull<Value>;

export function eventToWire(event: MemoryEvent): WireEvent {
  return {
    id: event.id,
    claim_id: orNull(event.claimId),
    event_type: event.eventType,
    from_status: orNull(event.fromStatus),
    to_status: orNull(event.toStatus),
    details: orNull(event.details),
    payload_json: orNull(event.payloadJson),
    created_at: event.createdAt,
    prev_event_hash: orNull(event.prevEventHash),
    event_hash: event.eventHash,
    hash_algo: event.hashAlgo,
    tenant_id: orNull(event.tenantId),
    tenant_prev_event_hash: orNull(event.tenantPrevEventHash),
    tenant_event_hash: orNull(event.tenantEventHash),
    tenant_hash_algo: orNull(event.tenantHashAlgo),
  };
}

/** One row of a claim's history: the payload parsed, with the erasable words of the event as `content`. */
export interface WireHistoryRow {
  readonly id: number;
  readonly timestamp: string;
  readonly event_type: string;
  readonly from_status: string | null;
  readonly to_status: string | null;
  readonly details: string | null;
  readonly payload: JsonValue;
  /** Of an event of another store, whose ids are those of that store: the hash of the first event there. */
  readonly origin?: string;
}

/** Stands where the words of an event were until they were erased. */
export const ERASED = "[ERASED]";

/** A payload of an older store may be no JSON: then it is its text. */
function parsed(payloadJson: string | undefined): JsonValue {
  if (payloadJson === undefined) return null;
  try {
    return JSON.parse(payloadJson) as JsonValue;
  } catch {
    return payloadJson;
  }
}

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function historyRow({ event, content, origin }: HistoryEntry): WireHistoryRow {
  const payload = parsed(event.payloadJson);
  const hadContent = isObject(payload) && payload["content_digest"] !== undefined;
  const words = content === undefined ? ERASED : parsed(content.content);
  return {
    id: event.id,
    timestamp: event.createdAt,
    event_type: event.eventType,
    from_status: event.fromStatus ?? null,
    to_status: event.toStatus ?? null,
    details: event.details ?? null,
    payload: hadContent ? { ...payload, content: words } : payload,
    ...(origin !== undefined && { origin }),
  };
}

export interface WireChainReport {
  readonly events: number;
  readonly valid: boolean;
  readonly head_hash: string | null;
  readonly issues: readonly { readonly event_id: number; readonly reason: string }[];
}

export function chainReportToWire(report: ChainReport): WireChainReport {
  return {
    events: report.events,
    valid: report.valid,
    head_hash: report.head ?? null,
    issues: report.issues.map(({ eventId, reason }) => ({ event_id: eventId, reason })),
  };
}
