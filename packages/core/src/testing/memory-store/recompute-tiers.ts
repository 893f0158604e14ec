import { canSee } from "../../access/viewer.ts";
import type { Viewer } from "../../access/viewer.ts";
import type { ClaimTier } from "../../claims/claim.ts";
import { tierOf } from "../../claims/tiers.ts";
import type { TierBounds } from "../../ports/claim-store.ts";
import type { Tables } from "./tables.ts";

export function recomputeTiers(tables: Tables, viewer: Viewer, bounds: TierBounds): Record<ClaimTier, number> {
  const moved = { core: 0, working: 0, peripheral: 0 };
  for (const row of tables.claims.values()) {
    const { claim } = row;
    const tier = tierOf(claim, bounds);
    if (claim.status === "archived" || claim.tier === tier || !canSee(viewer, claim)) continue;
    tables.claims.set(claim.id, { ...row, claim: { ...claim, tier } });
    moved[tier] += 1;
  }
  return moved;
}
