import type { SealStore } from "../../ports/seal-store.ts";
import { requireClaimRow } from "./constraints.ts";
import type { Session } from "./session.ts";

export function createSealStore(session: Session): SealStore {
  return {
    put: (payload) =>
      session.write((tables) => {
        requireClaimRow(tables, payload.claimId);
        tables.seals.set(payload.eventId, payload);
      }),
    get: async (eventId) => session.read().seals.get(eventId),
    removeOf: (claimId) =>
      session.write(({ seals }) => {
        const removed = [...seals.values()].filter((seal) => seal.claimId === claimId);
        for (const { eventId } of removed) seals.delete(eventId);
        return removed.length;
      }),
  };
}
