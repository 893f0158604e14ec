import type { JsonObject } from "@memorymaster/core";
import type { Database } from "better-sqlite3";
import { readChainHead } from "./database-facts.ts";

interface KnownEvent {
  readonly id: number;
  readonly hash: string;
}

const NEWEST_UNTIL = "select id, event_hash as hash from events where id <= ? order by id desc limit 1";
/** Ids that an earlier rollback has taken away count on: their anchors may still be about. */
const DISCARDED_BEFORE = `select max(payload_json ->> '$.discarded_head_id') from events
  where event_type = 'system' and details = 'snapshot_rollback'`;

/** The newest event that both chains have. A hash covers all before it, so that halving finds it. */
function lastInCommon(live: Database, next: Database, lastId: number): number {
  const [inLive, inNext] = [live, next].map((side) => side.prepare(NEWEST_UNTIL));
  let [known, beyond] = [0, lastId + 1];
  while (beyond - known > 1) {
    const id = Math.floor((known + beyond) / 2);
    const [one, other] = [inLive?.get(id), inNext?.get(id)] as [KnownEvent | undefined, KnownEvent | undefined];
    if (one?.hash === other?.hash) known = id;
    else beyond = id;
  }
  return known;
}

/** Claims whose words were erased after an event. */
const ERASED_SINCE = `select distinct claim_id from events
  where id > ? and event_type = 'audit' and details = 'claim_payload_erased' order by claim_id`;

export interface Discarded {
  /** For the event that says so. */
  readonly payload: JsonObject;
  /** Claims whose words had been erased and are back. */
  readonly revivedClaimIds: readonly number[];
}

/** What can be said of a chain that cannot be read: the highest id it ever gave stands apart from it. */
export function unreadableEvents(live: Database, next: Database): Discarded {
  const given = live.prepare("select seq from sqlite_sequence where name = 'events'").pluck().get() as number;
  const kept = readChainHead(next)?.headId ?? 0;
  const unknown = { discarded_event_count: null, discarded_head_hash: null };
  return { payload: { ...unknown, kept_head_id: kept, discarded_head_id: given }, revivedClaimIds: [] };
}

/**
 * What the live chain loses to the next content. The ids behind `kept_head_id` up to `discarded_head_id` were others
 * once: an anchor among them is no sign of a chain that was cut.
 */
export function discardedEvents(live: Database, next: Database): Discarded {
  const head = readChainHead(live);
  const kept = lastInCommon(live, next, Math.max(head?.headId ?? 0, readChainHead(next)?.headId ?? 0));
  const lost = live.prepare("select count(*) from events where id > ?").pluck().get(kept) as number;
  const before = live.prepare(DISCARDED_BEFORE).pluck().get() as number | null;
  return {
    payload: {
      kept_head_id: kept,
      discarded_event_count: lost,
      discarded_head_id: Math.max(head?.headId ?? 0, before ?? 0),
      discarded_head_hash: head?.headHash ?? null,
    },
    revivedClaimIds: live.prepare(ERASED_SINCE).pluck().all(kept) as number[],
  };
}
