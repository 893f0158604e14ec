import { epochMsOf, InvalidInputError, POLICY_MODES } from "@memorymaster/core";
import type { Claim, MaintenanceSettings, PolicyMode } from "@memorymaster/core";
import type { Job } from "../types.ts";

const HOUR_MS = 3_600_000;

/** How often a claim is due, and how urgently. @see spec/steward.md §11 */
const CADENCE = {
  byType: new Map([
    ["security_fact", 0.5],
    ["infra_fact", 0.7],
  ]),
  byStatus: { confirmed: 1, stale: 0.55, conflicted: 0.35 },
  minHours: 1,
} as const;
const PRIORITY = {
  byStatus: { confirmed: 0, stale: 0.25, conflicted: 0.4 },
  byVolatility: { low: 0, medium: 0.1, high: 0.2 },
  doubt: 0.2,
} as const;

const STATUSES = ["confirmed", "stale", "conflicted"] as const;
type DueStatus = (typeof STATUSES)[number];

/** Claims looked at, for each that may be taken, and at least. */
const POOL = { perClaim: 4, least: 200 } as const;

export interface DueOptions {
  /** Absent = the setting. */
  readonly mode?: string | undefined;
  /** Claims taken at most; 0 or less = none. */
  readonly limit: number;
}

export interface DueClaims {
  readonly mode: PolicyMode;
  readonly considered: number;
  readonly due: number;
  /** The most urgent first; with citations. */
  readonly selected: readonly Claim[];
}

type PolicyFields = Pick<
  Claim,
  "claimType" | "volatility" | "confidence" | "lastValidatedAt" | "updatedAt" | "createdAt"
> & { readonly status: DueStatus };

function ageHours({ lastValidatedAt, updatedAt, createdAt }: PolicyFields, nowMs: number): number {
  const since = [lastValidatedAt, updatedAt, createdAt].map((at) => (at === undefined ? undefined : epochMsOf(at)));
  return (nowMs - (since.find((at) => at !== undefined) ?? nowMs)) / HOUR_MS;
}

/** How urgent a claim is: 1 and more = its time has come; `undefined` before. */
export function urgency(
  claim: PolicyFields,
  nowMs: number,
  { cadenceHours }: Pick<MaintenanceSettings, "cadenceHours">,
): number | undefined {
  const { claimType = "", volatility, status, confidence } = claim;
  const hours = cadenceHours[volatility] * (CADENCE.byType.get(claimType) ?? 1) * CADENCE.byStatus[status];
  const cadence = Math.max(CADENCE.minHours, hours);
  const age = ageHours(claim, nowMs);
  if (age < cadence) return undefined;
  const { byStatus, byVolatility, doubt } = PRIORITY;
  return age / cadence + byStatus[status] + doubt * (1 - confidence) + byVolatility[volatility];
}

interface Due {
  readonly claim: Claim;
  readonly priority: number;
}

/** By the first of these that differs, the greater one first. */
const RANKS: readonly ((due: Due) => number | string)[] = [
  ({ priority }) => priority,
  ({ claim }) => Number(claim.pinned),
  ({ claim }) => claim.confidence,
  ({ claim }) => claim.updatedAt,
  ({ claim }) => claim.id,
];

function byRank(a: Due, b: Due): number {
  const rank = RANKS.find((of) => of(a) !== of(b));
  return rank === undefined ? 0 : rank(a) < rank(b) ? 1 : -1;
}

function modeOf({ context }: Job, { mode }: DueOptions): PolicyMode {
  if (mode === undefined) return context.settings.maintenance.policyMode;
  const known = POLICY_MODES.find((one) => one === mode);
  if (known !== undefined) return known;
  throw new InvalidInputError("input.invalid", `The policy mode is one of ${POLICY_MODES.join(", ")}`, {
    details: { field: "policy_mode" },
  });
}

const isWatched = (claim: Claim): claim is Claim & { readonly status: DueStatus } =>
  STATUSES.some((status) => status === claim.status);

/**
 * The claims that the validators look at anew, since their time has come. A mode that is named is taken as it is.
 *
 * @throws InvalidInputError `input.invalid` for a mode that does not exist
 */
export async function selectDue(job: Job, options: DueOptions): Promise<DueClaims> {
  const { context, viewer } = job;
  const mode = modeOf(job, options);
  const limit = Math.max(0, options.limit);
  if (mode === "legacy" || limit === 0) return { mode, considered: 0, due: 0, selected: [] };
  const pool = await context.store.jobs.select(viewer, {
    filter: { statuses: STATUSES },
    order: "least_recently_validated",
    limit: Math.max(POOL.perClaim * limit, POOL.least),
  });
  const nowMs = context.clock.nowMs();
  const due = pool.filter(isWatched).flatMap((claim) => {
    const priority = urgency(claim, nowMs, context.settings.maintenance);
    return priority === undefined ? [] : [{ claim, priority }];
  });
  const selected = due.toSorted(byRank).slice(0, limit);
  return { mode, considered: pool.length, due: due.length, selected: selected.map(({ claim }) => claim) };
}
