import type { EventContent, HistoryEntry, MemoryEvent } from "@memorymaster/core";
import type { Insertable, Selectable } from "kysely";
import { absent, present } from "../absence.ts";
import type { Codecs } from "../flavor.ts";
import type { EventsTable } from "../schema.ts";

export type EventRow = Selectable<EventsTable>;
export type EventInsert = Required<Omit<Insertable<EventsTable>, "id">>;

/** An event with the side row that was joined to it. */
export interface EntryRow extends EventRow {
  readonly salt: string | null;
  readonly content: string | null;
}

export function eventInsertOf(event: Omit<MemoryEvent, "id">, codecs: Codecs): EventInsert {
  return {
    claim_id: absent(event.claimId),
    event_type: event.eventType,
    from_status: absent(event.fromStatus),
    to_status: absent(event.toStatus),
    details: absent(event.details),
    payload_json: absent(event.payloadJson),
    run_id: absent(event.runId),
    undoes_event_id: absent(event.undoesEventId),
    created_at: codecs.time.encode(event.createdAt),
    prev_event_hash: absent(event.prevEventHash),
    event_hash: event.eventHash,
    hash_algo: event.hashAlgo,
    tenant_id: absent(event.tenantId),
    tenant_prev_event_hash: absent(event.tenantPrevEventHash),
    tenant_event_hash: absent(event.tenantEventHash),
    tenant_hash_algo: absent(event.tenantHashAlgo),
  };
}

export function eventOf(row: EventRow, codecs: Codecs): MemoryEvent {
  return {
    id: row.id,
    claimId: present(row.claim_id),
    eventType: row.event_type,
    fromStatus: present(row.from_status),
    toStatus: present(row.to_status),
    details: present(row.details),
    payloadJson: present(row.payload_json),
    createdAt: codecs.time.decode(row.created_at),
    tenantId: present(row.tenant_id),
    prevEventHash: present(row.prev_event_hash),
    eventHash: row.event_hash,
    hashAlgo: row.hash_algo,
    tenantPrevEventHash: present(row.tenant_prev_event_hash),
    tenantEventHash: present(row.tenant_event_hash),
    tenantHashAlgo: present(row.tenant_hash_algo),
    runId: present(row.run_id),
    undoesEventId: present(row.undoes_event_id),
  };
}

function contentOf({ salt, content }: EntryRow): EventContent | undefined {
  return salt === null || content === null ? undefined : { salt, content };
}

export function entryOf(row: EntryRow, codecs: Codecs): HistoryEntry {
  return { event: eventOf(row, codecs), content: contentOf(row) };
}
