import { authorize, epochMsOf, isSensitiveClaim, LIMITS, LIVE_STATUSES, viewerOf } from "@memorymaster/core";
import type { Claim, ClaimFilter, ClaimStatus, JsonObject, OpenProposal, Viewer } from "@memorymaster/core";
import { checkPositive } from "./check-positive.ts";
import type { StewardContext } from "../types.ts";

export interface ReviewQueueOptions {
  /** Items, > 0. Default 100. */
  readonly limit?: number | undefined;
  readonly excludeStale?: boolean | undefined;
  readonly excludeConflicted?: boolean | undefined;
  readonly allowSensitive?: boolean | undefined;
}

/** What a person should look at, most urgent first. */
export interface ReviewItem {
  readonly claim: Claim;
  /** `status=…`, `proposal=…`, `citation=…`; the weightiest first. */
  readonly reason: string;
  /** 0..1.1. */
  readonly priority: number;
}

const DEFAULT_LIMIT = 100;
/** Candidates below it are weak. */
const WEAK = 0.5;
const FRESH_HOURS = 48;
const HOUR_MS = 3_600_000;

type Page = (afterId: number | undefined) => Promise<readonly Claim[]>;

async function eachPage(read: Page, take: (claims: readonly Claim[]) => void): Promise<void> {
  let afterId: number | undefined;
  for (;;) {
    const claims = await read(afterId);
    take(claims);
    if (claims.length < LIMITS.listLimit) return;
    afterId = claims.at(-1)?.id;
  }
}

/** Claims that citations were ever added to or checked with another outcome: few beside those that are all right. */
async function withCheckedCitations({ store }: StewardContext, viewer: Viewer): Promise<readonly number[]> {
  const ids = new Set<number>();
  let cursor: string | undefined;
  do {
    const page = await store.events.list(viewer, { eventType: "citation" }, { limit: LIMITS.listLimit, cursor });
    for (const { claimId } of page.items) if (claimId !== undefined) ids.add(claimId);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return [...ids];
}

const brokenCitation = ({ citations }: Claim): string | undefined =>
  citations.find(({ checkStatus }) => checkStatus === "gone" || checkStatus === "changed")?.checkStatus;

const isLive = ({ status }: Claim): boolean => (LIVE_STATUSES as readonly ClaimStatus[]).includes(status);

/** Claims that may need a person, by id, with the proposals about them. */
interface Concerned {
  readonly claims: ReadonlyMap<number, Claim>;
  readonly proposals: ReadonlyMap<number, OpenProposal>;
}

async function findConcerned(context: StewardContext, viewer: Viewer): Promise<Concerned> {
  const { store } = context;
  const claims = new Map<number, Claim>();
  const filters: readonly ClaimFilter[] = [
    { statuses: ["stale", "conflicted"] },
    { statuses: ["candidate"], confidenceBelow: WEAK },
  ];
  for (const filter of filters) {
    const read: Page = (afterId) =>
      store.jobs.select(viewer, { filter, order: "oldest", afterId, limit: LIMITS.listLimit });
    await eachPage(read, (page) => {
      for (const claim of page) claims.set(claim.id, claim);
    });
  }
  const most = (await store.proposals.listAll()).length;
  const open = most === 0 ? [] : await store.proposals.list(viewer, most, { settled: false });
  const proposals = new Map(open.map((proposal) => [proposal.targetClaimId, proposal]));
  const named = [...proposals.keys(), ...(await withCheckedCitations(context, viewer))].filter((id) => !claims.has(id));
  for (let at = 0; at < named.length; at += LIMITS.listLimit) {
    const page = await store.claims.getMany(viewer, named.slice(at, at + LIMITS.listLimit), true);
    for (const claim of page.filter(isLive)) {
      if (proposals.has(claim.id) || brokenCitation(claim) !== undefined) claims.set(claim.id, claim);
    }
  }
  return { claims, proposals };
}

/** What speaks for a look, with its weight; the highest counts. @see spec/steward.md §21.2 */
function groundsOf(claim: Claim, { proposals }: Concerned): readonly (readonly [weight: number, reason: string])[] {
  const { status, confidence } = claim;
  const proposal = proposals.get(claim.id);
  const citation = brokenCitation(claim);
  const grounds: (readonly [number, string])[] = [];
  if (status === "conflicted") grounds.push([0.55, "status=conflicted"]);
  if (proposal !== undefined) grounds.push([0.5, `proposal=${proposal.kind}`]);
  if (status === "stale") grounds.push([0.4, "status=stale"]);
  if (status === "candidate" && confidence < WEAK) grounds.push([0.15, "status=candidate"]);
  if (citation !== undefined) grounds.push([0.15, `citation=${citation}`]);
  return grounds;
}

function itemOf(claim: Claim, concerned: Concerned, nowMs: number): ReviewItem {
  const grounds = groundsOf(claim, concerned);
  const hours = Math.max(0, nowMs - (epochMsOf(claim.updatedAt) ?? 0)) / HOUR_MS;
  const priority = (grounds[0]?.[0] ?? 0) + 0.35 * (1 - claim.confidence) + 0.2 * Math.exp(-hours / FRESH_HOURS);
  return { claim, reason: grounds.map(([, reason]) => reason).join(" "), priority: Number(priority.toFixed(6)) };
}

function byUrgency(one: ReviewItem, other: ReviewItem): number {
  if (one.priority !== other.priority) return other.priority - one.priority;
  if (one.claim.updatedAt !== other.claim.updatedAt) return one.claim.updatedAt < other.claim.updatedAt ? 1 : -1;
  return other.claim.id - one.claim.id;
}

/**
 * Stale and conflicted claims, weak candidates, and live ones with an open proposal or a citation that holds no more.
 *
 * @throws InvalidInputError `input.invalid` for a limit below 1
 * @throws ForbiddenError `access.denied`, `access.sensitive`
 */
export async function reviewQueue(
  context: StewardContext,
  options: ReviewQueueOptions = {},
): Promise<readonly ReviewItem[]> {
  authorize(context.authority, "query");
  const { limit = DEFAULT_LIMIT, excludeStale, excludeConflicted, allowSensitive = false } = options;
  checkPositive({ limit });
  const viewer = viewerOf(context.authority, allowSensitive);
  const concerned = await findConcerned(context, viewer);
  const isWanted = (claim: Claim): boolean =>
    !(excludeStale === true && claim.status === "stale") &&
    !(excludeConflicted === true && claim.status === "conflicted") &&
    (allowSensitive || !isSensitiveClaim(claim));
  const nowMs = context.clock.nowMs();
  const items = [...concerned.claims.values()].filter(isWanted).map((claim) => itemOf(claim, concerned, nowMs));
  return items.sort(byUrgency).slice(0, limit);
}

/** `{rows, items}`. */
export function reviewQueueToWire(items: readonly ReviewItem[]): JsonObject {
  return {
    rows: items.length,
    items: items.map(({ claim, reason, priority }) => ({
      claim_id: claim.id,
      status: claim.status,
      subject: claim.subject ?? null,
      predicate: claim.predicate ?? null,
      object_value: claim.objectValue ?? null,
      confidence: claim.confidence,
      updated_at: claim.updatedAt,
      reason,
      priority,
      citations_count: claim.citations.length,
    })),
  };
}
