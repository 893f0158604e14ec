import type { ClaimReader } from "./claim-reader.ts";
import type { Diversified } from "./diversify.ts";
import { diversify } from "./diversify.ts";
import type { ScoredClaim } from "./scored-claim.ts";
import { sessionKey } from "./session-key.ts";

export interface SessionCap {
  /** Rows of one session that may stand together; 0 = off. */
  readonly cap: number;
  /** Rows that will be shown. */
  readonly limit: number;
}

/**
 * Rows of crowded sessions moved behind. Citations say which session a row is of; they are read only where the cap can
 * change what is shown: first of the rows that would be shown, and of all only when a session crowds those.
 */
export async function spreadSessions(
  rows: readonly ScoredClaim[],
  { cap, limit }: SessionCap,
  claims: ClaimReader,
): Promise<Diversified<ScoredClaim>> {
  if (cap === 0 || Math.min(rows.length, limit) <= cap) return { kept: rows, surplus: [] };
  const spread = async (part: readonly ScoredClaim[]): Promise<Diversified<ScoredClaim>> => {
    await claims.load(part.map(({ claim }) => claim));
    return diversify(part, cap, ({ claim }) => sessionKey(claim.scope, claims.of(claim)?.citations ?? []));
  };
  const head = rows.slice(0, limit);
  const shown = await spread(head);
  if (shown.surplus.length === 0) return { kept: rows, surplus: [] };
  return head.length === rows.length ? shown : spread(rows);
}
