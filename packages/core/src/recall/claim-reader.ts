import type { Viewer } from "../access/viewer.ts";
import type { Claim } from "../claims/claim.ts";
import type { ClaimStore } from "../ports/claim-store.ts";

/** The whole claims of the rows of one answer, with citations, each read at most once. */
export interface ClaimReader {
  /** Reads those not read yet, in one call. */
  load(claims: readonly Pick<Claim, "id">[]): Promise<void>;
  /** `undefined` for a claim that was not loaded, or has gone from the viewer's sight meanwhile. */
  of(claim: Pick<Claim, "id">): Claim | undefined;
}

export function createClaimReader(store: ClaimStore, viewer: Viewer): ClaimReader {
  const known = new Map<number, Claim | undefined>();
  return {
    load: async (claims) => {
      const ids = claims.map(({ id }) => id).filter((id) => !known.has(id));
      if (ids.length === 0) return;
      for (const id of ids) known.set(id, undefined);
      for (const claim of await store.getMany(viewer, ids, true)) known.set(claim.id, claim);
    },
    of: ({ id }) => known.get(id),
  };
}
