import { epochMsOf } from "@memorymaster/core";
import type { Claim, Volatility } from "@memorymaster/core";

const DAY_MS = 86_400_000;

/** Losses of less wait until they have added up. */
const SMALLEST_LOSS = 0.001;

/** Confidence left of `confidence` after `ageDays` at a loss of `rate` a day, ≥ 0. @see spec/steward.md §6.1 */
export const decayed = (confidence: number, ageDays: number, rate: number): number =>
  Math.max(0, confidence - rate * Math.max(0, ageDays));

/** What decay does to a claim. */
export type DecayPlan =
  | { readonly kind: "wait" }
  /** Nothing is left to lose. */
  | { readonly kind: "exhausted" }
  /** A time of the claim lies ahead, or is none. */
  | {
      readonly kind: "unusable";
      readonly field: string;
      readonly value: string;
      readonly fault: "future" | "malformed";
    }
  | {
      readonly kind: "decay";
      readonly confidence: number;
      readonly ageDays: number;
      readonly rate: number;
      readonly toStale: boolean;
    };

export interface DecayRules {
  readonly decayRates: Readonly<Record<Volatility, number>>;
  readonly staleThreshold: number;
}

type DecayFields = Pick<Claim, "confidence" | "volatility" | "lastDecayedAt" | "lastValidatedAt" | "updatedAt">;

interface Touch {
  readonly field: string;
  readonly value: string;
  readonly ms: number | undefined;
}

/** When the claim was touched: by decay, by validation, by a change. */
function touchesOf({ lastDecayedAt, lastValidatedAt, updatedAt }: DecayFields): readonly Touch[] {
  const times = { updated_at: updatedAt, last_validated_at: lastValidatedAt, last_decayed_at: lastDecayedAt };
  return Object.entries(times).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field, value, ms: epochMsOf(value) }],
  );
}

/** Age counts from the latest touch: after a change or a validation the claim loses nothing of the time before. */
export function planDecay(claim: DecayFields, nowMs: number, rules: DecayRules): DecayPlan {
  const touches = touchesOf(claim);
  const malformed = touches.find(({ ms }) => ms === undefined);
  if (malformed !== undefined) return { kind: "unusable", fault: "malformed", ...malformed };
  const future = touches.find(({ ms = 0 }) => ms > nowMs);
  if (future !== undefined) return { kind: "unusable", fault: "future", ...future };
  const ageDays = (nowMs - Math.max(...touches.map(({ ms = 0 }) => ms))) / DAY_MS;
  const rate = rules.decayRates[claim.volatility];
  const confidence = decayed(claim.confidence, ageDays, rate);
  if (claim.confidence - confidence < SMALLEST_LOSS) return { kind: confidence === 0 ? "exhausted" : "wait" };
  return { kind: "decay", confidence, ageDays, rate, toStale: confidence < rules.staleThreshold };
}

/** Claims touched since then have lost less than counts, by now. */
export function untouchedSince(nowMs: number, { decayRates }: DecayRules): Readonly<Record<Volatility, number>> {
  const since = (rate: number): number => (rate > 0 ? Math.max(0, nowMs - (SMALLEST_LOSS / rate) * DAY_MS) : 0);
  return { low: since(decayRates.low), medium: since(decayRates.medium), high: since(decayRates.high) };
}
