import type { TierBounds } from "../ports/claim-store.ts";
import type { Claim, ClaimTier } from "./claim.ts";
import { timestampOf } from "./time.ts";

/** A claim used more often than this is core whatever its age. */
export const CORE_ABOVE_USES = 5;

const DAY_MS = 86_400_000;
const NEW_DAYS = 7;
const OLD_DAYS = 90;

export function tierBounds(nowMs: number): TierBounds {
  return {
    coreSince: timestampOf(nowMs - NEW_DAYS * DAY_MS),
    peripheralUntil: timestampOf(nowMs - OLD_DAYS * DAY_MS),
  };
}

/** Core = often used or new; peripheral = old and never used; working = the rest. The first that fits. */
export function tierOf(claim: Pick<Claim, "accessCount" | "createdAt">, bounds: TierBounds): ClaimTier {
  if (claim.accessCount > CORE_ABOVE_USES || claim.createdAt > bounds.coreSince) return "core";
  return claim.accessCount === 0 && claim.createdAt <= bounds.peripheralUntil ? "peripheral" : "working";
}
