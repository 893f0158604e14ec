import { GLOBAL_SCOPE } from "../access/scope.ts";
import type { Volatility } from "../claims/claim.ts";
import { intakeRejected } from "./intake-policy.ts";
import { mutableStateRule } from "./mutable-state.ts";

/** A state of the moment that was stored as more volatile than its writer said. */
export interface ForcedVolatility {
  readonly rule: string;
  readonly reason: string;
  readonly requested: Volatility;
  readonly effective: Volatility;
}

interface GovernedClaim {
  readonly text: string;
  readonly claimType: string | undefined;
  readonly scope: string;
  readonly volatility: Volatility;
  readonly validUntil: string | undefined;
}

/**
 * What becomes of a claim about a state that passes: refused where it would be read by everyone, and without an end
 * stored as highly volatile.
 *
 * @returns `undefined` when nothing is forced
 * @throws InvalidInputError `input.intake_rejected` in the scope `global`
 */
export function governMutableState(claim: GovernedClaim): ForcedVolatility | undefined {
  const found = mutableStateRule(claim);
  if (found === undefined) return undefined;
  if (claim.scope === GLOBAL_SCOPE) throw intakeRejected("mutable_state_scope", "global_mutable_state");
  if (claim.validUntil !== undefined || claim.volatility === "high") return undefined;
  return { ...found, requested: claim.volatility, effective: "high" };
}
