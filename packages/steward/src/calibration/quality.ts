import { authorize, CLAIM_STATUSES, epochMsOf, governingViewer, LIMITS, timestampOf } from "@memorymaster/core";
import type { Claim, JsonObject } from "@memorymaster/core";
import { checkPositive } from "../review/check-positive.ts";
import type { StewardContext } from "../types.ts";

export interface QualityOptions {
  /** Claims told, > 0. Default 20. */
  readonly limit?: number | undefined;
}

/** How much a claim is used. */
export interface Quality {
  /** 0..1. */
  readonly score: number;
  /** `ret=2,acc=1,fresh=0.1,stale=0.0`. */
  readonly factors: string;
}

/** @see spec/core.md §9 */
const QUALITY = {
  base: 0.5,
  perReturn: 0.05,
  returnsMax: 0.3,
  perAccess: 0.03,
  accessesMax: 0.2,
  fresh: 0.1,
  freshDays: 7,
  stale: 0.1,
  staleDays: 30,
} as const;

const DEFAULT_LIMIT = 20;
const DAY_MS = 86_400_000;
const SCORED = CLAIM_STATUSES.filter((status) => status !== "archived");

const daysSince = (time: string, nowMs: number): number => (nowMs - (epochMsOf(time) ?? nowMs)) / DAY_MS;

/** An answer with the claim in it counts as one return and one access: the store counts both in one number. */
export function qualityOf(
  { accessCount, lastAccessed, createdAt }: Pick<Claim, "accessCount" | "lastAccessed" | "createdAt">,
  nowMs: number,
): Quality {
  const { perReturn, returnsMax, perAccess, accessesMax, freshDays, staleDays } = QUALITY;
  const isFresh = lastAccessed !== undefined && daysSince(lastAccessed, nowMs) < freshDays;
  const fresh = isFresh ? QUALITY.fresh : 0;
  const stale = accessCount === 0 && daysSince(createdAt, nowMs) > staleDays ? QUALITY.stale : 0;
  const use = Math.min(perReturn * accessCount, returnsMax) + Math.min(perAccess * accessCount, accessesMax);
  return {
    score: Math.min(1, Math.max(0, QUALITY.base + use + fresh - stale)),
    factors: `ret=${accessCount},acc=${accessCount},fresh=${fresh.toFixed(1)},stale=${stale.toFixed(1)}`,
  };
}

const rounded = (score: number): number => Math.round(score * 1000) / 1000;

type Scored = readonly [claim: Claim, quality: Quality];

/** Shows each claim that is not archived, with its quality, page by page. */
async function scoreAll(context: StewardContext, see: (page: readonly Scored[]) => void): Promise<void> {
  authorize(context.authority, "steward");
  const viewer = governingViewer(context.authority);
  const nowMs = context.clock.nowMs();
  let cursor: string | undefined;
  do {
    const request = { limit: LIMITS.listLimit, cursor };
    const page = await context.store.claims.list(viewer, { statuses: SCORED }, request);
    see(page.items.map((claim) => [claim, qualityOf(claim, nowMs)]));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

/**
 * The most used claims, in wire form; computed anew, nothing is kept.
 *
 * @throws InvalidInputError `input.invalid` for a limit that is no whole number above 0
 * @throws ForbiddenError `access.denied`
 */
export async function qualityScores(
  context: StewardContext,
  { limit = DEFAULT_LIMIT }: QualityOptions = {},
): Promise<JsonObject> {
  checkPositive({ limit });
  let scored = 0;
  let top: readonly Scored[] = [];
  await scoreAll(context, (page) => {
    scored += page.length;
    top = [...top, ...page].sort(([a, one], [b, other]) => other.score - one.score || a.id - b.id).slice(0, limit);
  });
  const lastScored = timestampOf(context.clock.nowMs());
  return {
    scored,
    quality_scores: top.map(([{ id, accessCount }, { score, factors }]) => ({
      claim_id: id,
      quality_score: rounded(score),
      retrieval_count: accessCount,
      last_scored: lastScored,
      factors,
    })),
  };
}

/**
 * `{feedback_rows, claims_scored, avg_quality}`: how often claims were answered with, and how good they are on average, 0
 * where there are none.
 *
 * @throws ForbiddenError `access.denied`
 */
export async function feedbackStats(context: StewardContext): Promise<JsonObject> {
  let [returns, claims, sum] = [0, 0, 0];
  await scoreAll(context, (page) => {
    claims += page.length;
    for (const [{ accessCount }, { score }] of page) {
      returns += accessCount;
      sum += score;
    }
  });
  return { feedback_rows: returns, claims_scored: claims, avg_quality: claims === 0 ? 0 : rounded(sum / claims) };
}
