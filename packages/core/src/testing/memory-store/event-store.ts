import { canSee } from "../../access/viewer.ts";
import type { Viewer } from "../../access/viewer.ts";
import { CHAIN_START, chainAfter } from "../../events/chain.ts";
import type { ChainState } from "../../events/chain.ts";
import type { MemoryEvent, NewEvent } from "../../events/event.ts";
import { otherClaimOf } from "../../events/other-claim.ts";
import { sealEvents } from "../../events/record.ts";
import { requireClean } from "../../security/clean.ts";
import type { EventFilter, EventStore, HistoryEntry } from "../../ports/event-store.ts";
import { CONTENT_ROLES, EVENT_ROLES } from "../../ports/field-roles.ts";
import type { Ids } from "../../ports/ids.ts";
import { requireClaimRow } from "./constraints.ts";
import { pageOf } from "./keyset.ts";
import type { Order } from "./keyset.ts";
import { keepProposals } from "./proposal-store.ts";
import type { Session } from "./session.ts";
import { nextId } from "./tables.ts";
import type { Tables } from "./tables.ts";

const NEWEST_FIRST: Order<MemoryEvent> = { keyOf: (event) => [event.createdAt, event.id], shape: ["", 0] };

function chainHeads(tables: Tables): ChainState {
  return [...tables.events.values()].reduce(chainAfter, CHAIN_START);
}

/** How new events are sealed. */
export interface Sealing {
  readonly ids: Ids;
  readonly tenantsApart: boolean;
}

function appendEvents(tables: Tables, events: readonly NewEvent[], { ids, tenantsApart }: Sealing): readonly number[] {
  return sealEvents(events, { ...chainHeads(tables), tenantsApart }, ids).map((sealed) => {
    if (sealed.event.claimId !== undefined) requireClaimRow(tables, sealed.event.claimId);
    const id = nextId(tables, "events");
    const event = { id, ...sealed.event };
    tables.events.set(id, event);
    if (sealed.content !== undefined) tables.contents.set(id, sealed.content);
    keepProposals(tables, event);
    return id;
  });
}

/**
 * Events of visible claims that name no hidden one, and those of no claim: a reader bound to a tenant sees that tenant's
 * alone.
 */
export function visibleEvents(tables: Tables, viewer: Viewer): MemoryEvent[] {
  const isVisible = (id: number): boolean => {
    const claim = tables.claims.get(id)?.claim;
    return claim !== undefined && canSee(viewer, claim);
  };
  return [...tables.events.values()].filter((event) => {
    if (event.claimId === undefined) return viewer.tenantId === undefined || event.tenantId === viewer.tenantId;
    const other = otherClaimOf(event);
    return isVisible(event.claimId) && (other === undefined || isVisible(other));
  });
}

type Condition = (event: MemoryEvent, filter: EventFilter, tables: Tables) => boolean;

const CONDITIONS: readonly Condition[] = [
  ({ claimId }, { scopes }, { claims }) =>
    claimId === undefined || scopes === undefined || scopes.includes(claims.get(claimId)?.claim.scope ?? ""),
  (event, { claimId }) => claimId === undefined || event.claimId === claimId,
  (event, { eventType }) => eventType === undefined || event.eventType === eventType,
  (event, { ids }) => ids === undefined || ids.includes(event.id),
  ({ details }, filter) => filter.details === undefined || (details !== undefined && filter.details.includes(details)),
  (event, { since }) => since === undefined || event.createdAt >= since,
];

const meetsFilter: Condition = (event, filter, tables) => CONDITIONS.every((holds) => holds(event, filter, tables));

const entryOf = (tables: Tables, event: MemoryEvent): HistoryEntry => ({
  event,
  content: tables.contents.get(event.id),
});

/** What happens to the side rows of events. */
function createContents(session: Session): Pick<EventStore, "eraseContents" | "restoreContents"> {
  return {
    eraseContents: (claimId) =>
      session.write(({ contents, events }) => {
        const erased = [...contents.keys()].filter((id) => events.get(id)?.claimId === claimId);
        for (const id of erased) contents.delete(id);
        return erased.length;
      }),
    restoreContents: (contents) =>
      session.write((tables) => {
        for (const content of contents) {
          const { eventId, salt, content: words } = requireClean(content, CONTENT_ROLES);
          tables.contents.set(eventId, { salt, content: words });
        }
      }),
  };
}

export function createEventStore(session: Session, sealing: Sealing): EventStore {
  return {
    append: (events) =>
      session.write((tables) => {
        const clean = events.map((event) => requireClean(event, EVENT_ROLES));
        return appendEvents(tables, clean, sealing);
      }),
    list: async (viewer, filter, page) => {
      const tables = session.read();
      const events = visibleEvents(tables, viewer).filter((event) => meetsFilter(event, filter, tables));
      return pageOf(events, NEWEST_FIRST, page);
    },
    history: async (claimId, limit) => {
      const tables = session.read();
      const events = [...tables.events.values()].filter((event) => event.claimId === claimId);
      return events.slice(Math.max(0, events.length - limit)).map((event) => entryOf(tables, event));
    },
    get: async (viewer, id) => {
      const tables = session.read();
      const event = visibleEvents(tables, viewer).find((one) => one.id === id);
      return event === undefined ? undefined : entryOf(tables, event);
    },
    since: async (claimId, afterId) => {
      const tables = session.read();
      const events = [...tables.events.values()].filter((event) => event.claimId === claimId && event.id > afterId);
      return events.map((event) => entryOf(tables, event));
    },
    ofRun: async (viewer, runId, { beforeId = Infinity, limit }) => {
      const tables = session.read();
      const members = visibleEvents(tables, viewer).filter((event) => event.runId === runId && event.id < beforeId);
      return members
        .reverse()
        .slice(0, limit)
        .map((event) => entryOf(tables, event));
    },
    undosOf: async (eventIds) => {
      const undone = new Set(eventIds);
      return [...session.read().events.values()].filter(
        (event) => event.undoesEventId !== undefined && undone.has(event.undoesEventId),
      );
    },
    ...createContents(session),
    scan: async (afterId, limit) => {
      const tables = session.read();
      const events = [...tables.events.values()].filter((event) => event.id > afterId).slice(0, limit);
      return events.map((event) => entryOf(tables, event));
    },
  };
}
