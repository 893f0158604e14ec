import { contentHashBase, suffixOf } from "../../claims/identity.ts";
import type { IdentityNamespace } from "../../claims/identity.ts";
import type { IdentityLookup, IdentityMatch } from "../../ports/claim-store.ts";
import type { ClaimRow, Tables } from "./tables.ts";

function isMatch({ claim, nearHash, twinHash }: ClaimRow, lookup: IdentityLookup): boolean {
  return (
    (claim.idempotencyKey !== undefined && lookup.idempotencyKeys.includes(claim.idempotencyKey)) ||
    (claim.contentHash !== undefined && lookup.contentHashes.includes(contentHashBase(claim.contentHash))) ||
    lookup.nearHashes.includes(nearHash) ||
    lookup.twinHashes.includes(twinHash) ||
    lookup.tuples.some(({ subject, predicate }) => claim.subject === subject && claim.predicate === predicate)
  );
}

export function matchingClaims(tables: Tables, lookup: IdentityLookup): readonly IdentityMatch[] {
  return [...tables.claims.values()]
    .filter((row) => isMatch(row, lookup))
    .map(({ claim, nearHash, twinHash }) => ({ claim, nearHash, twinHash }));
}

/** Looks at all owners in the tenant and scope: a number that is free there is free in each owner's namespace too. */
export function takenHumanIds(
  tables: Tables,
  namespace: IdentityNamespace,
  bases: readonly string[],
): ReadonlyMap<string, number> {
  const wanted = new Set(bases);
  const taken = new Map<string, number>();
  for (const { claim } of tables.claims.values()) {
    const base = claim.humanId.replace(/~\d+$/, "");
    const isHere = claim.tenantId === namespace.tenantId && claim.scope === namespace.scope;
    if (!isHere || !wanted.has(base)) continue;
    taken.set(base, Math.max(taken.get(base) ?? 1, suffixOf(claim.humanId)));
  }
  return taken;
}
