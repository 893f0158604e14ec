import { resolve } from "node:path";

import { DAILY_CAPS, InvalidInputError, randomIds, systemClock, timestampOf } from "@memorymaster/core";
import type { Clock, DailyCap, DailyLimits, Ids, UsageLedger, UsageRequest } from "@memorymaster/core";
import type { Database } from "better-sqlite3";
import { openConnection } from "../connection/open-connection.ts";
import { retryWhileBusy } from "../connection/retry-while-busy.ts";

export interface UsageLedgerOptions {
  /** File of its own, made when it is missing. */
  readonly path: string;
  readonly limits: DailyLimits;
  /** How long to wait for other processes, in ms. Default 5,000. */
  readonly busyTimeoutMs?: number | undefined;
  /** Default: the machine's. */
  readonly clock?: Clock | undefined;
  readonly ids?: Ids | undefined;
}

/** `await using` closes it. */
export interface OpenUsageLedger extends UsageLedger, AsyncDisposable {
  close(): Promise<void>;
}

const SCHEMA = `
  create table if not exists usage_reservations (
    reservation_id text primary key,
    window_key text not null,
    operation text not null,
    provider text not null,
    actor_hash text not null,
    units integer not null check (units > 0),
    outcome text not null default 'reserved' check (outcome in ('reserved', 'attempted')),
    created_at text not null,
    finished_at text
  ) strict;
  create index if not exists usage_by_operation on usage_reservations (window_key, operation);
  create index if not exists usage_by_provider on usage_reservations (window_key, operation, provider);
  create index if not exists usage_by_actor on usage_reservations (window_key, operation, actor_hash);
`;
const USED = "select coalesce(sum(units), 0) from usage_reservations where window_key = ? and operation = ?";
const USED_BY = {
  all: USED,
  provider: `${USED} and provider = ?`,
  actorHash: `${USED} and actor_hash = ?`,
} as const;
const RESERVE = `
  insert into usage_reservations (reservation_id, window_key, operation, provider, actor_hash, units, created_at)
  values (@reservationId, @day, @operation, @provider, @actorHash, @units, @at)`;
const FINISH = "update usage_reservations set outcome = 'attempted', finished_at = ? where reservation_id = ?";

interface Reservation extends Required<UsageRequest> {
  readonly reservationId: string;
  readonly actorHash: string;
  /** UTC date. */
  readonly day: string;
  readonly at: string;
}

/** The first cap that a reservation would go beyond. */
function fullCap(database: Database, limits: DailyLimits, wanted: Reservation): DailyCap | undefined {
  const names = Object.keys(DAILY_CAPS) as DailyCap[];
  return names.find((name) => {
    const { operation, per } = DAILY_CAPS[name];
    const limit = limits[name] ?? 0;
    if (limit === 0 || operation !== wanted.operation) return false;
    const who = per === undefined ? [] : [wanted[per]];
    const used = database.prepare(USED_BY[per ?? "all"]).pluck();
    return (used.get(wanted.day, wanted.operation, ...who) as number) + wanted.units > limit;
  });
}

/**
 * A ledger in a SQLite file, which any number of processes use at once: the look at what is used and the reservation are
 * one transaction.
 *
 * @throws StoreError `store.unavailable`, `store.read_only`, `store.busy` when the file cannot be used
 */
export async function openUsageLedger(options: UsageLedgerOptions): Promise<OpenUsageLedger> {
  const { limits, busyTimeoutMs = 5_000, clock = systemClock, ids = randomIds } = options;
  const path = resolve(options.path);
  const settings = {
    path,
    readOnly: false,
    create: true,
    synchronous: "normal",
    busyTimeoutMs,
    logger: undefined,
  } as const;
  const database = await openConnection(settings);
  const write = <T>(work: () => T): Promise<T> =>
    retryWhileBusy(() => database.transaction(work).immediate(), busyTimeoutMs);
  try {
    await write(() => database.exec(SCHEMA));
  } catch (error) {
    database.close();
    throw error;
  }
  const close = async (): Promise<void> => void database.close();
  return {
    reserve: async ({ operation, provider, actorHash = "", units }) => {
      if (!Number.isSafeInteger(units) || units < 1)
        throw new InvalidInputError("input.invalid", "units are no whole number above 0", { details: { units } });
      const at = timestampOf(clock.nowMs());
      const reservationId = ids.uid(clock.nowMs());
      const wanted = { reservationId, operation, provider, actorHash, units, day: at.slice(0, 10), at };
      const cap = await write(() => {
        const full = fullCap(database, limits, wanted);
        if (full === undefined) database.prepare(RESERVE).run(wanted);
        return full;
      });
      return cap === undefined ? { outcome: "reserved", reservationId } : { outcome: "full", cap };
    },
    finish: async (reservationId) => {
      await write(() => database.prepare(FINISH).run(timestampOf(clock.nowMs()), reservationId));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
