import type { Store } from "../ports/store.ts";
import type { ClaimReader } from "./claim-reader.ts";
import { demote } from "./demote.ts";
import type { ScoredClaim } from "./scored-claim.ts";
import type { Sifted } from "./sift.ts";
import type { SessionCap } from "./spread-sessions.ts";
import { spreadSessions } from "./spread-sessions.ts";

export interface ArrangedRows {
  /** All that match, in the order shown. */
  readonly rows: readonly ScoredClaim[];
  /** Ids of rows that stand further back because their session had its share. */
  readonly surplus: ReadonlySet<number>;
  readonly isPending: (row: ScoredClaim) => boolean;
}

export interface Arranging extends SessionCap {
  readonly store: Pick<Store, "proposals">;
  readonly claims: ClaimReader;
}

/**
 * The order of an answer: rows without an open correction by score, their sessions spread; then those with one; last, in
 * the same way, what stays only because it is pinned.
 */
export async function arrangeRows({ relevant, pinnedOnly }: Sifted, how: Arranging): Promise<ArrangedRows> {
  const pending = await pendingCorrections(how.store, [...relevant, ...pinnedOnly]);
  const isPending = ({ claim }: ScoredClaim): boolean => pending.has(claim.id);
  const { kept, surplus } = await spreadSessions(demote(relevant, isPending), how, how.claims);
  return {
    rows: [...demote([...kept, ...surplus], isPending), ...demote(pinnedOnly, isPending)],
    surplus: new Set(surplus.map(({ claim }) => claim.id)),
    isPending,
  };
}

/** Ids of the claims that an open proposal wants replaced. */
async function pendingCorrections(
  { proposals }: Pick<Store, "proposals">,
  rows: readonly ScoredClaim[],
): Promise<ReadonlySet<number>> {
  if (rows.length === 0) return new Set();
  const open = await proposals.listOpen(rows.map(({ claim }) => claim.id));
  return new Set(open.filter(({ kind }) => kind === "superseded_candidate").map(({ targetClaimId }) => targetClaimId));
}
