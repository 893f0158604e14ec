import type { EventFilter, HistoryEntry, MemoryEvent, Page, PageRequest, RunPage, Viewer } from "@memorymaster/core";
import type { Kysely } from "kysely";
import type { Codecs, Flavor } from "../flavor.ts";
import { readPage } from "../paging.ts";
import type { PageSource, SortKey } from "../paging.ts";
import type { Schema } from "../schema.ts";
import { eventsVisibleTo } from "./event-filter.ts";
import { entryOf, eventOf } from "./event-row.ts";

type Database = Kysely<Schema>;

interface Wanted {
  readonly viewer: Viewer;
  readonly filter: EventFilter;
}

function eventPages(db: Database, flavor: Flavor, { viewer, filter }: Wanted): PageSource<MemoryEvent> {
  const { codecs, lists } = flavor;
  let matching = db.selectFrom("events").where(eventsVisibleTo(viewer, flavor, filter.scopes));
  if (filter.claimId !== undefined) matching = matching.where("claim_id", "=", filter.claimId);
  if (filter.eventType !== undefined) matching = matching.where("event_type", "=", filter.eventType);
  if (filter.ids !== undefined) matching = matching.where("id", "in", lists.ids(lists.encode(filter.ids)));
  if (filter.details !== undefined)
    matching = matching.where("details", "in", lists.texts(lists.encode(filter.details)));
  if (filter.since !== undefined) matching = matching.where("created_at", ">=", codecs.time.encode(filter.since));
  const behind = ([createdAt, id]: SortKey): typeof matching =>
    matching.where((eb) =>
      eb(eb.refTuple("created_at", "id"), "<", eb.tuple(codecs.time.encode(createdAt as string), id as number)),
    );
  return {
    shape: ["string", "number"],
    keyOf: (event) => [event.createdAt, event.id],
    rows: async (limit, after) => {
      const rows = await (after === undefined ? matching : behind(after))
        .selectAll()
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows.map((row) => eventOf(row, codecs));
    },
    count: async () => {
      const row = await matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
      return row.total;
    },
  };
}

export async function listEvents(
  db: Database,
  flavor: Flavor,
  wanted: Wanted & { readonly page: PageRequest },
): Promise<Page<MemoryEvent>> {
  return readPage(eventPages(db, flavor, wanted), wanted.page);
}

/** Events with the erasable words that are still there. */
const entries = (db: Database) =>
  db
    .selectFrom("events")
    .leftJoin("event_contents", "event_contents.event_id", "events.id")
    .selectAll("events")
    .select(["event_contents.salt", "event_contents.content"]);

/** The newest `limit` events of a claim, oldest first. */
export async function eventHistory(
  db: Database,
  codecs: Codecs,
  wanted: { readonly claimId: number; readonly limit: number },
): Promise<readonly HistoryEntry[]> {
  const rows = await entries(db)
    .where("events.claim_id", "=", wanted.claimId)
    .orderBy("events.id", "desc")
    .limit(wanted.limit)
    .execute();
  return rows.reverse().map((row) => entryOf(row, codecs));
}

/** All events behind an id, in id order. */
export async function scanEvents(
  db: Database,
  codecs: Codecs,
  wanted: { readonly afterId: number; readonly limit: number },
): Promise<readonly HistoryEntry[]> {
  const rows = await entries(db)
    .where("events.id", ">", wanted.afterId)
    .orderBy("events.id")
    .limit(wanted.limit)
    .execute();
  return rows.map((row) => entryOf(row, codecs));
}

/** One event, unless its claim is hidden from the viewer. */
export async function getEvent(
  db: Database,
  flavor: Flavor,
  wanted: { readonly viewer: Viewer; readonly id: number },
): Promise<HistoryEntry | undefined> {
  const row = await entries(db)
    .where("events.id", "=", wanted.id)
    .where(eventsVisibleTo(wanted.viewer, flavor))
    .executeTakeFirst();
  return row === undefined ? undefined : entryOf(row, flavor.codecs);
}

/** All events of a claim behind an id, oldest first. */
export async function eventsSince(
  db: Database,
  codecs: Codecs,
  wanted: { readonly claimId: number; readonly afterId: number },
): Promise<readonly HistoryEntry[]> {
  const rows = await entries(db)
    .where("events.claim_id", "=", wanted.claimId)
    .where("events.id", ">", wanted.afterId)
    .orderBy("events.id")
    .execute();
  return rows.map((row) => entryOf(row, codecs));
}

/** Events of one job that the viewer may see, newest first. */
export async function eventsOfRun(
  db: Database,
  flavor: Flavor,
  wanted: RunPage & { readonly viewer: Viewer; readonly runId: string },
): Promise<readonly HistoryEntry[]> {
  let members = entries(db)
    .where("events.run_id", "=", wanted.runId)
    .where(eventsVisibleTo(wanted.viewer, flavor))
    .orderBy("events.id", "desc")
    .limit(wanted.limit);
  if (wanted.beforeId !== undefined) members = members.where("events.id", "<", wanted.beforeId);
  return (await members.execute()).map((row) => entryOf(row, flavor.codecs));
}

/** The undo events of these events, oldest first. */
export async function undosOfEvents(
  db: Database,
  { codecs, lists }: Flavor,
  eventIds: readonly number[],
): Promise<readonly MemoryEvent[]> {
  const rows = await db
    .selectFrom("events")
    .selectAll()
    .where("undoes_event_id", "in", lists.ids(lists.encode(eventIds)))
    .orderBy("id")
    .execute();
  return rows.map((row) => eventOf(row, codecs));
}
