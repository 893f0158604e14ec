import type { Viewer } from "../access/viewer.ts";
import { ConflictError, NotFoundError } from "../errors/errors.ts";
import type { ClaimPatch } from "../ports/claim-store.ts";
import type { Store } from "../ports/store.ts";
import type { Claim } from "./claim.ts";

/** Writes a patch over the version that was read. @throws ConflictError `claim.version_conflict` when another writer won */
export async function updateClaim(store: Pick<Store, "claims">, claim: Claim, patch: ClaimPatch): Promise<Claim> {
  return requireWritten(claim, await store.claims.update(claim.id, claim.version, patch));
}

/** What was written over `claim`, unless another writer won. @throws ConflictError `claim.version_conflict` */
export function requireWritten(claim: Claim, changed: Claim | undefined): Claim {
  if (changed !== undefined) return changed;
  throw new ConflictError("claim.version_conflict", `Claim ${claim.id} has been changed by another writer`, {
    details: { id: claim.id, version: claim.version },
  });
}

/** A claim as it stands now, with citations. */
export async function reloadClaim(store: Pick<Store, "claims">, viewer: Viewer, id: number): Promise<Claim> {
  const [claim] = await store.claims.getMany(viewer, [id], true);
  if (claim === undefined)
    throw new NotFoundError("claim.not_found", `Claim ${id} does not exist`, { details: { claim: id } });
  return claim;
}
