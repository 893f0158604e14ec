import type { ClaimAccess } from "../../ports/claim-store.ts";
import type { Tables } from "./tables.ts";

export function recordAccesses({ claims }: Tables, accesses: readonly ClaimAccess[]): void {
  const byUid = new Map([...claims.values()].map(({ claim }) => [claim.uid, claim.id]));
  for (const { uid, at } of accesses) {
    const row = claims.get(byUid.get(uid) ?? 0);
    if (row === undefined) continue;
    const { accessCount, lastAccessed = at } = row.claim;
    const claim = { ...row.claim, accessCount: accessCount + 1, lastAccessed: at > lastAccessed ? at : lastAccessed };
    claims.set(claim.id, { ...row, claim });
  }
}
