import { contentHashBase, suffixOf } from "../../claims/identity.ts";
import type { IdentityNamespace } from "../../claims/identity.ts";
import type { IdentityLookup, IdentityMatch } from "../../ports/claim-store.ts";
import type { ClaimRow, Tables } from "./tables.ts";

/** Matches taken of one twin hash or tuple, newest first, beside the confirmed ones of a tuple: as every store does. */
const NEWEST_PER_KEY = 100;

function newest(rows: readonly ClaimRow[], isWanted: (row: ClaimRow) => boolean): readonly ClaimRow[] {
  return rows.filter(isWanted).slice(-NEWEST_PER_KEY);
}

function isMatch({ claim, nearHash }: ClaimRow, lookup: IdentityLookup): boolean {
  return (
    (claim.idempotencyKey !== undefined && lookup.idempotencyKeys.includes(claim.idempotencyKey)) ||
    (claim.contentHash !== undefined && lookup.contentHashes.includes(contentHashBase(claim.contentHash))) ||
    (nearHash !== undefined && lookup.nearHashes.includes(nearHash))
  );
}

export function matchingClaims(tables: Tables, lookup: IdentityLookup): readonly IdentityMatch[] {
  const rows = [...tables.claims.values()];
  const ofTuples = lookup.tuples.flatMap(({ subject, predicate }) => {
    const same = rows.filter(({ claim }) => claim.subject === subject && claim.predicate === predicate);
    return [...newest(same, () => true), ...same.filter(({ claim }) => claim.status === "confirmed")];
  });
  const found = new Set([
    ...rows.filter((row) => isMatch(row, lookup)),
    ...lookup.twinHashes.flatMap((twinHash) => newest(rows, (row) => row.twinHash === twinHash)),
    ...ofTuples,
  ]);
  return rows.filter((row) => found.has(row)).map(({ claim, nearHash, twinHash }) => ({ claim, nearHash, twinHash }));
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
