import { randomUUID } from "node:crypto";
import { hostname } from "node:os";

import { ConflictError, epochMsOf, timestampOf } from "@memorymaster/core";
import type { Lease } from "@memorymaster/core";
import { recordEvent } from "@memorymaster/core/jobs";
import type { StewardContext } from "../types.ts";

const LEASE_MINUTES = 10;
const NAME = "cycle";
const SEPARATOR = " ";

/** Who runs the cycle: `<host> <process id> <random>`. */
export interface Owner {
  readonly host: string;
  readonly processId: number;
  /** Whether a process of this host runs. */
  readonly isAlive: (processId: number) => boolean;
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // It is there, but somebody else's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const thisProcess: Owner = { host: hostname().replaceAll(SEPARATOR, "-"), processId: process.pid, isAlive };

export type LeaseAttempt =
  | { readonly held: true; readonly renew: () => Promise<void>; readonly end: () => Promise<void> }
  | { readonly held: false; readonly owner: string; readonly since: string };

/** Whether nobody works under the lease any more. */
function isAbandoned(lease: Lease, nowMs: number, owner: Owner): boolean {
  if ((epochMsOf(lease.expiresAt) ?? 0) <= nowMs) return true;
  const [host, processId] = lease.owner.split(SEPARATOR);
  return host === owner.host && !owner.isAlive(Number(processId));
}

function leaseAt({ clock }: StewardContext, owner: string, acquiredAt?: string): Lease {
  const nowMs = clock.nowMs();
  return {
    owner,
    acquiredAt: acquiredAt ?? timestampOf(nowMs),
    expiresAt: timestampOf(nowMs + LEASE_MINUTES * 60_000),
  };
}

/** Takes the lease, from one who has gone too; the event says so. */
async function take(context: StewardContext, lease: Lease, owner: Owner): Promise<Lease | undefined> {
  const { store, clock } = context;
  return store.transaction(async () => {
    const present = await store.jobs.readLease(NAME);
    if (present !== undefined && !isAbandoned(present, clock.nowMs(), owner)) return present;
    await store.jobs.takeLease(NAME, lease, present?.owner);
    if (present !== undefined) {
      await recordEvent(store, {
        eventType: "system",
        details: "cycle_lease_taken_over",
        payload: { owner: present.owner, since: present.acquiredAt },
        createdAt: lease.acquiredAt,
      });
    }
    return undefined;
  });
}

/** Becomes the one that runs the cycle of this database, for ten minutes at a time; or says who is. */
export async function takeLease(context: StewardContext, owner: Owner = thisProcess): Promise<LeaseAttempt> {
  const { jobs } = context.store;
  const name = [owner.host, owner.processId, randomUUID()].join(SEPARATOR);
  const lease = leaseAt(context, name);
  const present = await take(context, lease, owner);
  if (present !== undefined) return { held: false, owner: present.owner, since: present.acquiredAt };
  return {
    held: true,
    renew: async () => {
      if (await jobs.takeLease(NAME, leaseAt(context, name, lease.acquiredAt), name)) return;
      throw new ConflictError("cycle.lease_lost", "Another process has taken over the cycle");
    },
    end: () => jobs.dropLease(NAME, name),
  };
}
