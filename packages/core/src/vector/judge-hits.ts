import type { Viewer } from "../access/viewer.ts";
import { canSee } from "../access/viewer.ts";
import { LIVE_STATUSES } from "../claims/claim.ts";
import type { Claim } from "../claims/claim.ts";
import { embeddingContentHash } from "../embedding/embedding-input.ts";
import { isValid } from "../recall/meets-filter.ts";
import type { RecallFilter } from "../recall/meets-filter.ts";
import { isSensitiveClaim } from "../security/is-sensitive-claim.ts";
import type { HitReason, VectorCandidate } from "./types.ts";

/** What a search asks of every claim. */
export interface HitPlan {
  readonly viewer: Viewer;
  readonly filter: RecallFilter;
  readonly admits?: ((claim: Pick<Claim, "scope" | "visibility">) => boolean) | undefined;
  /** Fingerprint of the model in use. */
  readonly fp: string;
}

/** A hit whose fields are of their form; whether any of them is true is for the store to say. */
export interface Hit {
  readonly claimUid: string;
  readonly hash: string;
  readonly fp: string;
  readonly score: number;
}

export interface ReadHits {
  /** Each claim once, with its best score, nearest first. */
  readonly hits: readonly Hit[];
  readonly malformed: number;
}

export interface Judgement {
  readonly found: readonly VectorCandidate[];
  readonly candidates: number;
  readonly dropped: Readonly<Partial<Record<HitReason, number>>>;
}

const UID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HASH = /^[0-9a-f]{64}$/;
const FP = /^[0-9a-f]{16}$/;
/** What rounding may add to a cosine. */
const TOLERANCE = 1.0001;

const isText = (value: unknown, form: RegExp): value is string => typeof value === "string" && form.test(value);

function readHit(given: unknown): Hit | undefined {
  const { claimUid, hash, fp, score } = (given ?? {}) as Readonly<Record<string, unknown>>;
  if (!isText(claimUid, UID) || !isText(hash, HASH) || !isText(fp, FP)) return undefined;
  if (typeof score !== "number" || !(Math.abs(score) <= TOLERANCE)) return undefined;
  return { claimUid, hash, fp, score: Math.min(1, Math.max(-1, score)) };
}

/** @param answer what an index gave, unchecked */
export function readHits(answer: readonly unknown[]): ReadHits {
  const read = answer.map(readHit);
  const best = new Map<string, Hit>();
  for (const hit of read) {
    if (hit !== undefined && hit.score > (best.get(hit.claimUid)?.score ?? -2)) best.set(hit.claimUid, hit);
  }
  const hits = [...best.values()].sort((one, other) => other.score - one.score);
  return { hits, malformed: read.filter((hit) => hit === undefined).length };
}

interface Judged {
  readonly hit: Hit;
  /** As it is now. */
  readonly claim: Claim;
  readonly plan: HitPlan;
}

/** In the order in which they count. @see spec/qdrant.md §4 */
const CHECKS: readonly (readonly [HitReason, (judged: Judged) => boolean])[] = [
  ["erased", ({ claim }) => claim.contentHash === undefined],
  ["stale_model", ({ hit, plan }) => hit.fp !== plan.fp],
  ["stale_hash", ({ hit, claim }) => hit.hash !== embeddingContentHash(claim)],
  ["status", ({ claim, plan }) => !(plan.filter.statuses ?? LIVE_STATUSES).includes(claim.status)],
  ["not_current", ({ claim, plan }) => !isValid(claim, plan.filter)],
  ["scope", ({ claim, plan }) => !isInScope(claim, plan)],
  ["visibility", ({ claim, plan }) => !canSee({ ...plan.viewer, allowSensitive: true }, claim)],
  ["sensitive", ({ claim }) => claim.visibility === "sensitive" || isSensitiveClaim(claim)],
];

function isInScope(claim: Claim, { filter, viewer, admits }: HitPlan): boolean {
  const allowed = [filter.scopes, viewer.grantedScopes].every((scopes) => scopes?.includes(claim.scope) ?? true);
  return allowed && (admits?.(claim) ?? true);
}

/**
 * Holds hits against the claims as the store has them now.
 *
 * @param claims by uid; what is absent is none of the viewer's tenant
 */
export function judgeHits(
  { hits, malformed }: ReadHits,
  claims: ReadonlyMap<string, Claim | undefined>,
  plan: HitPlan,
): Judgement {
  const found: VectorCandidate[] = [];
  const dropped: Partial<Record<HitReason, number>> = malformed === 0 ? {} : { malformed };
  for (const hit of hits) {
    const claim = claims.get(hit.claimUid);
    const reason = claim === undefined ? "ghost" : CHECKS.find(([, fails]) => fails({ hit, claim, plan }))?.[0];
    if (claim !== undefined && reason === undefined) found.push({ claim, cosine: hit.score });
    else if (reason !== undefined) dropped[reason] = (dropped[reason] ?? 0) + 1;
  }
  return { found, candidates: hits.length + malformed, dropped };
}
