import type { ChainState, Ids, NewEvent, SealedEvent } from "@memorymaster/core";
import { sealEvents } from "@memorymaster/core";
import type { Insertable, Kysely } from "kysely";
import type { Flavor } from "../flavor.ts";
import { prepare, prepareInsert, prepareRows } from "../prepare.ts";
import { createKeepProposals } from "../proposals/keep-proposals.ts";
import type { EventContentsTable, Schema } from "../schema.ts";
import { zip } from "../zip.ts";
import { eventInsertOf } from "./event-row.ts";
import type { EventInsert } from "./event-row.ts";

type Database = Kysely<Schema>;

/** Seals events onto the chain, stores them with what hangs on them, and returns their ids. */
export type AppendEvents = (db: Database, events: readonly NewEvent[]) => Promise<readonly number[]>;

/** Reads the ends of the chains that events of these tenants continue. */
function createReadHeads(): (db: Database, tenants: ReadonlySet<string>) => Promise<ChainState> {
  const head = prepare((db) => db.selectFrom("events").select("event_hash").orderBy("id", "desc").limit(1).compile());
  const tenantHead = prepare((db, { tenant }: { readonly tenant: string }) =>
    db
      .selectFrom("events")
      .select("tenant_event_hash")
      .where("tenant_id", "=", tenant)
      .orderBy("id", "desc")
      .limit(1)
      .compile(),
  );
  return async (db, tenants) => {
    const [last] = await head(db, {});
    const tenantHeads = new Map<string, string>();
    for (const tenant of tenants) {
      const [ofTenant] = await tenantHead(db, { tenant });
      if (ofTenant !== undefined && ofTenant.tenant_event_hash !== null)
        tenantHeads.set(tenant, ofTenant.tenant_event_hash);
    }
    return { head: last?.event_hash, tenantHeads };
  };
}

function contentRows(stored: readonly (readonly [number, SealedEvent])[]): readonly Insertable<EventContentsTable>[] {
  return stored.flatMap(([eventId, { event, content }]) =>
    content === undefined || event.claimId === undefined
      ? []
      : [{ event_id: eventId, claim_id: event.claimId, salt: content.salt, content: content.content }],
  );
}

const tenantsOf = (events: readonly NewEvent[]): ReadonlySet<string> =>
  new Set(events.flatMap((event) => event.tenantId ?? []));

export function createAppendEvents(flavor: Flavor, ids: Ids): AppendEvents {
  const { codecs } = flavor;
  const readHeads = createReadHeads();
  const insertEvents = prepareInsert((db, rows: readonly EventInsert[]) =>
    db.insertInto("events").values(rows).returning("id").compile(),
  );
  const insertContents = prepareRows((db, rows: readonly Insertable<EventContentsTable>[]) =>
    db.insertInto("event_contents").values(rows).compile(),
  );
  const keepProposals = createKeepProposals(flavor);

  return async (db, events) => {
    await flavor.lock(db, "events");
    const sealed = sealEvents(events, await readHeads(db, tenantsOf(events)), ids);
    const eventIds = await insertEvents(
      db,
      sealed.map(({ event }) => eventInsertOf(event, codecs)),
    );
    await insertContents(db, contentRows(zip(eventIds, sealed)));
    await keepProposals(
      db,
      zip(eventIds, sealed).map(([id, { event }]) => ({ id, ...event })),
    );
    return eventIds;
  };
}
