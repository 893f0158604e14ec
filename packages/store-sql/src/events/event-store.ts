import type { EventStore, Ids } from "@memorymaster/core";
import { CONTENT_ROLES, EVENT_ROLES, requireClean } from "@memorymaster/core";
import type { Flavor } from "../flavor.ts";
import type { Session } from "../transaction.ts";
import { createAppendEvents } from "./append-events.ts";
import {
  eventHistory,
  eventsOfRun,
  eventsSince,
  getEvent,
  listEvents,
  scanEvents,
  undosOfEvents,
} from "./read-events.ts";

export function createEventStore(session: Session, flavor: Flavor, ids: Ids): EventStore {
  const { db } = session;
  const { codecs } = flavor;
  const appendEvents = createAppendEvents(flavor, ids);
  return {
    append: async (events) => {
      const clean = events.map((event) => requireClean(event, EVENT_ROLES));
      return clean.length === 0 ? [] : session.write((writer) => appendEvents(writer, clean));
    },
    list: async (viewer, filter, page) => listEvents(db(), flavor, { viewer, filter, page }),
    history: async (claimId, limit) => eventHistory(db(), codecs, { claimId, limit }),
    eraseContents: (claimId) =>
      session.write(async (writer) => {
        const { numDeletedRows } = await writer
          .deleteFrom("event_contents")
          .where("claim_id", "=", claimId)
          .executeTakeFirstOrThrow();
        return Number(numDeletedRows);
      }),
    restoreContents: async (contents) => {
      const rows = contents.map((given) => {
        const { eventId, claimId, salt, content } = requireClean(given, CONTENT_ROLES);
        return { event_id: eventId, claim_id: claimId, salt, content };
      });
      if (rows.length > 0) await session.write((writer) => writer.insertInto("event_contents").values(rows).execute());
    },
    get: async (viewer, id) => getEvent(db(), flavor, { viewer, id }),
    since: async (claimId, afterId) => eventsSince(db(), codecs, { claimId, afterId }),
    ofRun: async (viewer, runId, page) => eventsOfRun(db(), flavor, { ...page, viewer, runId }),
    undosOf: async (eventIds) => undosOfEvents(db(), flavor, eventIds),
    scan: async (afterId, limit) => scanEvents(db(), codecs, { afterId, limit }),
  };
}
