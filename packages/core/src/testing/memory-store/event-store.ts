import { canSee } from "../../access/viewer.ts";
import type { Viewer } from "../../access/viewer.ts";
import type { ChainState } from "../../events/chain.ts";
import type { MemoryEvent, NewEvent } from "../../events/event.ts";
import { proposalOf } from "../../events/proposal.ts";
import { sealEvents } from "../../events/record.ts";
import { requireClean } from "../../security/clean.ts";
import type { EventStore, HistoryEntry } from "../../ports/event-store.ts";
import { EVENT_ROLES } from "../../ports/field-roles.ts";
import type { Ids } from "../../ports/ids.ts";
import { requireClaimRow } from "./constraints.ts";
import { pageOf } from "./keyset.ts";
import type { Order } from "./keyset.ts";
import type { Session } from "./session.ts";
import { nextId } from "./tables.ts";
import type { Tables } from "./tables.ts";

const NEWEST_FIRST: Order<MemoryEvent> = { keyOf: (event) => [event.createdAt, event.id], shape: ["", 0] };

function chainHeads(tables: Tables): ChainState {
  let head: string | undefined;
  const tenantHeads = new Map<string, string>();
  for (const event of tables.events.values()) {
    head = event.eventHash;
    if (event.tenantId !== undefined && event.tenantEventHash !== undefined) {
      tenantHeads.set(event.tenantId, event.tenantEventHash);
    }
  }
  return { head, tenantHeads };
}

function appendEvents(tables: Tables, events: readonly NewEvent[], ids: Ids): readonly number[] {
  return sealEvents(events, chainHeads(tables), ids).map((sealed, index) => {
    if (sealed.event.claimId !== undefined) requireClaimRow(tables, sealed.event.claimId);
    const id = nextId(tables, "events");
    tables.events.set(id, { id, ...sealed.event });
    if (sealed.content !== undefined) tables.contents.set(id, sealed.content);
    const filed = events[index];
    const proposal = filed === undefined ? undefined : proposalOf(filed);
    if (proposal !== undefined) tables.proposals.set(id, { eventId: id, ...proposal });
    return id;
  });
}

/** Events of visible claims, and those of no claim: a reader bound to a tenant sees that tenant's alone. */
export function visibleEvents(tables: Tables, viewer: Viewer): MemoryEvent[] {
  return [...tables.events.values()].filter((event) => {
    if (event.claimId === undefined) return viewer.tenantId === undefined || event.tenantId === viewer.tenantId;
    const claim = tables.claims.get(event.claimId)?.claim;
    return claim !== undefined && canSee(viewer, claim);
  });
}

const entryOf = (tables: Tables, event: MemoryEvent): HistoryEntry => ({
  event,
  content: tables.contents.get(event.id),
});

export function createEventStore(session: Session, ids: Ids): EventStore {
  return {
    append: (events) =>
      session.write((tables) => {
        const clean = events.map((event) => requireClean(event, EVENT_ROLES));
        return appendEvents(tables, clean, ids);
      }),
    list: async (viewer, filter, page) => {
      const events = visibleEvents(session.read(), viewer)
        .filter((event) => filter.claimId === undefined || event.claimId === filter.claimId)
        .filter((event) => filter.eventType === undefined || event.eventType === filter.eventType);
      return pageOf(events, NEWEST_FIRST, page);
    },
    history: async (claimId, limit) => {
      const tables = session.read();
      const events = [...tables.events.values()].filter((event) => event.claimId === claimId);
      return events.slice(Math.max(0, events.length - limit)).map((event) => entryOf(tables, event));
    },
    scan: async (afterId, limit) => {
      const tables = session.read();
      const events = [...tables.events.values()].filter((event) => event.id > afterId).slice(0, limit);
      return events.map((event) => entryOf(tables, event));
    },
  };
}
