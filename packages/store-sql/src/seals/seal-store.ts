import type { SealStore } from "@memorymaster/core";
import type { Flavor } from "../flavor.ts";
import type { Session } from "../transaction.ts";

export function createSealStore({ db, write }: Session, { codecs }: Flavor): SealStore {
  const { encode, decode } = codecs.time;
  return {
    put: async ({ eventId, claimId, sealed, createdAt }) => {
      const row = { event_id: eventId, claim_id: claimId, sealed, created_at: encode(createdAt) };
      await write((writer) =>
        writer
          .insertInto("sealed_payloads")
          .values(row)
          .onConflict((conflict) => conflict.column("event_id").doUpdateSet(row))
          .execute(),
      );
    },
    get: async (eventId) => {
      const row = await db()
        .selectFrom("sealed_payloads")
        .selectAll()
        .where("event_id", "=", eventId)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const { claim_id: claimId, sealed, created_at: createdAt } = row;
      return { eventId, claimId, sealed, createdAt: decode(createdAt) };
    },
    removeOf: (claimId) =>
      write(async (writer) => {
        const { numDeletedRows } = await writer
          .deleteFrom("sealed_payloads")
          .where("claim_id", "=", claimId)
          .executeTakeFirstOrThrow();
        return Number(numDeletedRows);
      }),
  };
}
