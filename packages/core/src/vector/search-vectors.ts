import type { Claim } from "../claims/claim.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { VectorQuery } from "../ports/vector-index.ts";
import { callIndex, vectorReasonOf } from "./call-index.ts";
import { INDEX_LIMITS } from "./check-points.ts";
import { embedChecked } from "./embed-checked.ts";
import { obstacleOf, stateFor } from "./gate.ts";
import { indexTenant } from "./indexable.ts";
import { indexUnavailable } from "./index-unavailable.ts";
import { judgeHits, readHits } from "./judge-hits.ts";
import type { HitPlan, Judgement } from "./judge-hits.ts";
import type { VectorAnswer, VectorReason, VectorRuntime } from "./types.ts";

/** How long a question may take: hooks stand in the way of a person. */
export type VectorDeadline = "hook" | "tool";

export interface VectorSearch extends Omit<HitPlan, "fp"> {
  readonly queryText: string;
  /** Rows wanted in the end. */
  readonly limit: number;
  /** Default `tool`. */
  readonly deadline?: VectorDeadline | undefined;
}

const HOOK_MS = 300;
const EMBED_MS = 1_500;
const SEARCH_MS = 800;

const OVERFETCH = 4;
const LEAST_HITS = 20;
const MOST_HITS = 200;
const CLAIMS_AT_ONCE = 500;

interface Limits {
  readonly embedding: AbortSignal;
  /** Begins to run when it is asked for, unless all is under one limit. */
  readonly searching: () => AbortSignal;
}

function limitsOf(deadline: VectorDeadline = "tool"): Limits {
  if (deadline === "tool") {
    return { embedding: AbortSignal.timeout(EMBED_MS), searching: () => AbortSignal.timeout(SEARCH_MS) };
  }
  const whole = AbortSignal.timeout(HOOK_MS);
  return { embedding: whole, searching: () => whole };
}

function refusalOf({ vectors, settings, authority }: MemoryContext): VectorReason | undefined {
  if (settings.vector.reads === "off") return "reads_disabled";
  if (vectors === undefined) return "not_configured";
  if (authority.mode === "team" && !settings.vector.teamGranted) return "team_not_granted";
  return obstacleOf(vectors);
}

async function queryVector(
  { embedder, queryCache }: VectorRuntime,
  text: string,
  signal: AbortSignal,
): Promise<Float32Array> {
  const key = `${embedder.spec.fp} ${text}`;
  const cached = queryCache.get(key);
  if (cached !== undefined) return cached;
  const [vector = new Float32Array()] = await embedChecked(embedder, [text], { kind: "query", signal });
  queryCache.set(key, vector);
  return vector;
}

function indexFilter(storeId: string, { viewer, filter }: HitPlan): VectorQuery["filter"] {
  const scopes = filter.scopes ?? viewer.grantedScopes;
  return {
    storeId,
    tenantId: indexTenant(viewer),
    scopes: (scopes?.length ?? 0) > INDEX_LIMITS.scopes ? undefined : scopes,
    statuses: filter.statuses,
  };
}

interface Searching {
  readonly context: MemoryContext;
  readonly runtime: VectorRuntime;
  readonly plan: HitPlan;
  readonly query: Omit<VectorQuery, "limit">;
  readonly signal: AbortSignal;
  /** Claims read so far, by uid; `undefined` = the store has none. */
  readonly known: Map<string, Claim | undefined>;
}

async function loadClaims({ context, plan, known }: Searching, uids: readonly string[]): Promise<void> {
  const unread = uids.filter((uid) => !known.has(uid));
  for (let start = 0; start < unread.length; start += CLAIMS_AT_ONCE) {
    const chunk = unread.slice(start, start + CLAIMS_AT_ONCE);
    for (const uid of chunk) known.set(uid, undefined);
    for (const claim of await context.store.vectors.byUids(plan.viewer, chunk)) known.set(claim.uid, claim);
  }
}

/** The best hits that are allowed, and whether there may be more behind them. */
async function searchOnce(search: Searching, limit: number): Promise<Judgement & { readonly isFull: boolean }> {
  const { runtime, query, signal, plan, known } = search;
  const answer: readonly unknown[] = await callIndex(runtime, signal, async (options) => {
    const hits: unknown = await runtime.index.query({ ...query, limit }, options);
    if (!Array.isArray(hits)) throw indexUnavailable("index_error");
    return hits.slice(0, limit) as readonly unknown[];
  });
  const read = readHits(answer);
  await loadClaims(
    search,
    read.hits.map(({ claimUid }) => claimUid),
  );
  return { ...judgeHits(read, known, plan), isFull: answer.length === limit };
}

/** A second look, when too few of the hits were allowed, must not cost what the first one found. */
async function searchTwice(search: Searching, wanted: number): Promise<Judgement> {
  const depth = Math.min(Math.max(wanted * OVERFETCH, LEAST_HITS), MOST_HITS);
  const first = await searchOnce(search, depth);
  if (first.found.length >= wanted || !first.isFull) return first;
  try {
    return await searchOnce(search, Math.min(2 * depth, INDEX_LIMITS.hits));
  } catch (error) {
    if (vectorReasonOf(error) === undefined) throw error;
    return first;
  }
}

async function searchWith(context: MemoryContext, runtime: VectorRuntime, request: VectorSearch): Promise<Judgement> {
  const limits = limitsOf(request.deadline);
  const { fp } = runtime.embedder.spec;
  const [vector, storeId] = await Promise.all([
    queryVector(runtime, request.queryText, limits.embedding),
    context.store.vectors.storeId(),
  ]);
  const plan: HitPlan = { viewer: request.viewer, filter: request.filter, admits: request.admits, fp };
  const query = { vector, fp, filter: indexFilter(storeId, plan) };
  return searchTwice({ context, runtime, plan, query, signal: limits.searching(), known: new Map() }, request.limit);
}

/**
 * Claims that are near to a question in meaning, nearest first: what an index names, read anew from the store and
 * allowed by the caller's rights and the filter. There may be more of them than `limit`. Nothing that index or embedder
 * do makes it fail: then nothing is found, and `meta` says why. Nothing is written.
 *
 * @see spec/qdrant.md §4
 */
export async function searchVectors(context: MemoryContext, request: VectorSearch): Promise<VectorAnswer> {
  const startedMs = context.clock.nowMs();
  const tookMs = (): number => Math.max(0, context.clock.nowMs() - startedMs);
  const without = (reason: VectorReason): VectorAnswer => ({
    found: [],
    meta: {
      state: stateFor(reason, context.settings),
      reason,
      candidates: 0,
      accepted: 0,
      dropped: {},
      tookMs: tookMs(),
    },
  });
  const refusal = refusalOf(context);
  if (context.vectors === undefined || refusal !== undefined) return without(refusal ?? "not_configured");
  try {
    const { found, candidates, dropped } = await searchWith(context, context.vectors, request);
    const meta = { reason: undefined, candidates, accepted: found.length, dropped, tookMs: tookMs() };
    return { found, meta: { state: "used", ...meta } };
  } catch (error) {
    const reason = vectorReasonOf(error);
    if (reason === undefined) throw error;
    return without(reason);
  }
}
