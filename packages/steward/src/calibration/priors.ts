import { authorize, governingViewer, LIMITS, timestampOf } from "@memorymaster/core";
import type { JsonObject, MemoryEvent, Viewer } from "@memorymaster/core";
import { checkPositive } from "../review/check-positive.ts";
import type { StewardContext } from "../types.ts";

export interface PriorsOptions {
  /** Whole days, > 0. Default 90. */
  readonly windowDays?: number | undefined;
}

/** How the last judgement of one claim went. */
export interface ValidationOutcome {
  readonly claimType: string;
  readonly isValidated: boolean;
}

const DEFAULT_WINDOW_DAYS = 90;
const DAY_MS = 86_400_000;
const SUCCESS = { statuses: ["confirmed"], details: ["revalidation_passed"] } as const;
const NO_TYPE = "uncategorized";
/** What a claim starts with where nothing is known. */
const UNKNOWN = 0.5;
/** Claims of average luck that each type is credited with, so that a few say little. */
const CREDITED = 2;

const rounded = (rate: number): number => Math.round(rate * 10_000) / 10_000;

/**
 * Rates per claim type, most attempts first, in wire form. A recommendation is worth following from 20 attempts on.
 *
 * @see spec/steward.md §18.1
 */
export function priorsOf(outcomes: Iterable<ValidationOutcome>): JsonObject {
  const types = new Map<string, { attempts: number; validated: number }>();
  const total = { attempts: 0, validated: 0 };
  for (const { claimType, isValidated } of outcomes) {
    const type = types.get(claimType) ?? { attempts: 0, validated: 0 };
    types.set(claimType, type);
    for (const count of [type, total]) {
      count.attempts += 1;
      count.validated += isValidated ? 1 : 0;
    }
  }
  const rate = total.attempts === 0 ? 0 : total.validated / total.attempts;
  const priors = [...types].map(([claimType, { attempts, validated }]) => ({
    claim_type: claimType,
    validation_attempts: attempts,
    validated,
    empirical_validation_rate: rounded(validated / attempts),
    recommended_initial_confidence: rounded((validated + CREDITED * rate) / (attempts + CREDITED)),
  }));
  return {
    total_attempts: total.attempts,
    total_validated: total.validated,
    global_empirical_validation_rate: rounded(rate),
    default_recommended_initial_confidence: total.attempts === 0 ? UNKNOWN : rounded(rate),
    priors: priors.sort(
      (a, b) => b.validation_attempts - a.validation_attempts || (a.claim_type < b.claim_type ? -1 : 1),
    ),
  };
}

/** Whether the event settled something, and how; `undefined` for one that says that all stays as it is. */
function outcomeOf({ fromStatus, toStatus, details }: MemoryEvent): boolean | undefined {
  if (SUCCESS.details.some((passed) => passed === details)) return true;
  if (toStatus === undefined || toStatus === fromStatus) return undefined;
  return SUCCESS.statuses.some((status) => status === toStatus);
}

interface Window {
  readonly start: string;
  readonly end: string;
}

/** The newest outcome of each claim. */
async function readOutcomes(
  { store }: StewardContext,
  viewer: Viewer,
  { start, end }: Window,
): Promise<ReadonlyMap<number, boolean>> {
  const outcomes = new Map<number, boolean>();
  const filter = { eventType: "validator", since: start };
  let cursor: string | undefined;
  do {
    const page = await store.events.list(viewer, filter, { limit: LIMITS.listLimit, cursor });
    for (const event of page.items) {
      const outcome = event.createdAt > end ? undefined : outcomeOf(event);
      if (event.claimId === undefined || outcome === undefined || outcomes.has(event.claimId)) continue;
      outcomes.set(event.claimId, outcome);
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return outcomes;
}

/**
 * How often claims of each type have been confirmed of late, for people who choose what new ones start with. Changes
 * nothing.
 *
 * @throws InvalidInputError `input.invalid` for a window that is no whole number above 0
 * @throws ForbiddenError `access.denied`
 */
export async function confidencePriors(
  context: StewardContext,
  { windowDays = DEFAULT_WINDOW_DAYS }: PriorsOptions = {},
): Promise<JsonObject> {
  authorize(context.authority, "steward");
  checkPositive({ window_days: windowDays });
  const viewer = governingViewer(context.authority);
  const nowMs = context.clock.nowMs();
  const window = { start: timestampOf(Math.max(0, nowMs - windowDays * DAY_MS)), end: timestampOf(nowMs) };
  const known = await readOutcomes(context, viewer, window);
  const ids = [...known.keys()];
  const outcomes: ValidationOutcome[] = [];
  for (let at = 0; at < ids.length; at += LIMITS.listLimit) {
    const claims = await context.store.claims.getMany(viewer, ids.slice(at, at + LIMITS.listLimit), false);
    for (const { id, claimType } of claims) {
      const name = claimType?.trim();
      outcomes.push({ claimType: name ? name : NO_TYPE, isValidated: known.get(id) === true });
    }
  }
  return {
    generated_at: window.end,
    window_days: windowDays,
    window_start: window.start,
    window_end: window.end,
    source: "events",
    event_type: "validator",
    success_statuses: SUCCESS.statuses,
    success_details: SUCCESS.details,
    ...priorsOf(outcomes),
  };
}
