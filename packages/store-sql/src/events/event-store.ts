import type { EventStore, Ids } from "@memorymaster/core";
import { EVENT_ROLES, requireClean } from "@memorymaster/core";
import type { Flavor } from "../flavor.ts";
import type { Session } from "../transaction.ts";
import { createAppendEvents } from "./append-events.ts";
import { eventHistory, listEvents, scanEvents } from "./read-events.ts";

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
    scan: async (afterId, limit) => scanEvents(db(), codecs, { afterId, limit }),
  };
}
