import type { ChainHeads, Ids, NewEvent, SealedEvent } from "@memorymaster/core";
import { HASH_ALGO, sealEvents, TENANT_HASH_ALGO } from "@memorymaster/core";
import { sql } from "kysely";
import type { Insertable, Kysely, Selectable } from "kysely";
import type { Flavor } from "../flavor.ts";
import { prepare, prepareInsert, prepareRows } from "../prepare.ts";
import { createKeepProposals } from "../proposals/keep-proposals.ts";
import type { EventContentsTable, EventsTable, Schema } from "../schema.ts";
import { zip } from "../zip.ts";
import { eventInsertOf } from "./event-row.ts";
import type { EventInsert } from "./event-row.ts";

type Database = Kysely<Schema>;

/** Seals events onto the chain, stores them with what hangs on them, and returns their ids. */
export type AppendEvents = (db: Database, events: readonly NewEvent[]) => Promise<readonly number[]>;

type TenantHead = Pick<Selectable<EventsTable>, "event_hash" | "tenant_event_hash" | "hash_algo">;

/** Reads the ends of the chains that these events continue. */
function createReadHeads({
  tenantsApart,
  tenantEvents,
}: Flavor): (db: Database, events: readonly NewEvent[]) => Promise<ChainHeads> {
  const head = prepare((db) =>
    db
      .selectFrom("events")
      .select("event_hash")
      .where("hash_algo", "=", sql.lit(HASH_ALGO))
      .orderBy("id", "desc")
      .limit(1)
      .compile(),
  );
  const tenantHead = prepare((db, { tenant }: { readonly tenant: string }) =>
    sql<TenantHead>`select event_hash, tenant_event_hash, hash_algo from ${tenantEvents(tenant)} as own
      order by id desc limit 1`.compile(db),
  );
  return async (db, events) => {
    const isApart = tenantsApart && events.every(({ tenantId }) => tenantId !== undefined);
    const [last] = isApart ? [] : await head(db, {});
    const tenantHeads = new Map<string, string>();
    const apartHeads = new Map<string, string>();
    for (const tenant of tenantsOf(events)) {
      const [own] = await tenantHead(db, { tenant });
      if (own !== undefined && own.tenant_event_hash !== null) tenantHeads.set(tenant, own.tenant_event_hash);
      if (own?.hash_algo === TENANT_HASH_ALGO) apartHeads.set(tenant, own.event_hash);
    }
    return { head: last?.event_hash, tenantHeads, apartHeads, tenantsApart };
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
  const readHeads = createReadHeads(flavor);
  const insertEvents = prepareInsert((db, rows: readonly EventInsert[]) =>
    db.insertInto("events").values(rows).returning("id").compile(),
  );
  const insertContents = prepareRows((db, rows: readonly Insertable<EventContentsTable>[]) =>
    db.insertInto("event_contents").values(rows).compile(),
  );
  const keepProposals = createKeepProposals(flavor);

  return async (db, events) => {
    await flavor.lock(db, "events");
    const sealed = sealEvents(events, await readHeads(db, events), ids);
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
