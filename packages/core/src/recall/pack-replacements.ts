import type { Viewer } from "../access/viewer.ts";
import { LIVE_STATUSES } from "../claims/claim.ts";
import type { Claim, ClaimStatus } from "../claims/claim.ts";
import { timestampOf } from "../claims/time.ts";
import type { Store } from "../ports/store.ts";
import { isValid } from "./meets-filter.ts";
import type { ShownRow } from "./formats/layout.ts";
import type { RecallRow } from "./types.ts";

const LIVE: ReadonlySet<ClaimStatus> = new Set(LIVE_STATUSES);

/** Ids of the claims that replaced these. */
const replacersOf = (claims: readonly Claim[]): readonly number[] =>
  claims.flatMap(({ status, replacedByClaimId: id }) => (status === "superseded" && id !== undefined ? [id] : []));

/** The claims that replaced these, and those that replaced them, as far as the viewer may see them. */
async function readReplacers(
  { claims }: Pick<Store, "claims">,
  viewer: Viewer,
  replaced: readonly Claim[],
): Promise<ReadonlyMap<number, Claim>> {
  const known = new Map<number, Claim>();
  let wanted = replacersOf(replaced);
  while (wanted.length > 0) {
    const found = await claims.getMany(viewer, [...new Set(wanted)], false);
    for (const claim of found) known.set(claim.id, claim);
    wanted = replacersOf(found).filter((id) => !known.has(id));
  }
  return known;
}

/** What holds today in the place of a claim; `undefined` when nothing does, or nothing that may be seen. */
function replacementOf(claim: Claim, replacers: ReadonlyMap<number, Claim>, nowMs: number): Claim | undefined {
  const passed = new Set<Claim | undefined>([claim]);
  let last: Claim | undefined = claim;
  while (last?.status === "superseded") {
    last = replacers.get(last.replacedByClaimId ?? 0);
    if (passed.has(last)) return undefined;
    passed.add(last);
  }
  return last !== undefined && last !== claim && isCurrent(last, nowMs) ? last : undefined;
}

function isCurrent(claim: Claim, nowMs: number): boolean {
  return LIVE.has(claim.status) && isValid(claim, { validAt: timestampOf(nowMs), atPresent: true });
}

/** Says of rows of the past which of them still hold, and what has replaced the others. */
export async function markPast(
  rows: readonly RecallRow[],
  { store, viewer, nowMs }: { readonly store: Pick<Store, "claims">; readonly viewer: Viewer; readonly nowMs: number },
): Promise<readonly ShownRow[]> {
  const claims = rows.map(({ claim }) => claim);
  const replacers = await readReplacers(store, viewer, claims);
  return rows.map((row) => ({
    ...row,
    isCurrent: isCurrent(row.claim, nowMs),
    replacement: replacementOf(row.claim, replacers, nowMs),
  }));
}
