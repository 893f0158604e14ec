import type { Claim, ClaimPatch, JobSelection, Lease, NewClaim, Store, Viewer } from "@memorymaster/core";
import { AT, getOne, idsOf, insertOne, OPERATOR } from "../records.ts";

export const EARLIER = "2026-01-01T03:04:05+00:00";
export const JUST_AFTER = "2026-01-02T03:04:06+00:00";
export const LATER = "2026-01-02T04:04:05+00:00";
export const MUCH_LATER = "2026-02-02T03:04:05+00:00";

/** A viewer of a team. */
export const ANA: Viewer = {
  tenantId: "acme",
  agent: "ana",
  grantedScopes: ["project:demo"],
  allowSensitive: false,
};

export const leaseOf = (owner: string, expiresAt: string = LATER): Lease => ({ owner, acquiredAt: AT, expiresAt });

/** Writes fields of a claim as it is now; it counts as changed at `updatedAt`. */
export async function change(
  store: Store,
  id: number,
  { updatedAt = AT, ...patch }: Partial<ClaimPatch>,
): Promise<Claim> {
  const { version } = await getOne(store, id);
  const changed = await store.claims.update(id, version, { ...patch, updatedAt });
  if (changed === undefined) throw new TypeError(`claim ${id} was not changed`);
  return changed;
}

export async function insertConfirmed(store: Store, fields: Partial<NewClaim>): Promise<Claim> {
  const { id } = await insertOne(store, fields);
  return change(store, id, { status: "confirmed" });
}

/** Lets decay take nothing from a claim at a time. */
export async function decayedAt(store: Store, id: number, at: string): Promise<void> {
  const { version, confidence } = await getOne(store, id);
  await store.jobs.writeConfidences([{ id, version, confidence, decayedAt: at }]);
}

/** Ids of a selection, the first ten by id when nothing else is said. */
export async function selected(
  { jobs }: Store,
  selection: Partial<JobSelection> = {},
  viewer: Viewer = OPERATOR,
): Promise<readonly number[]> {
  return idsOf(await jobs.select(viewer, { filter: {}, order: "oldest", limit: 10, ...selection }));
}
