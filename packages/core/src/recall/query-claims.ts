import { authorize, viewerOf } from "../access/authority.ts";
import { resolveReadScopes } from "../access/default-scopes.ts";
import type { Viewer } from "../access/viewer.ts";
import { timestampOf } from "../claims/time.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { Candidate } from "../ports/search-store.ts";
import type { VectorAnswer, VectorMeta } from "../vector/types.ts";
import type { ArrangedRows } from "./arrange-rows.ts";
import { arrangeRows } from "./arrange-rows.ts";
import { buildRow } from "./build-row.ts";
import type { ShownClaim } from "./build-row.ts";
import { createClaimReader } from "./claim-reader.ts";
import type { ClaimReader } from "./claim-reader.ts";
import { compareScored } from "./compare-scored.ts";
import type { CandidateSearch } from "./find-candidates.ts";
import { findCandidates, findExpired, selectQuery } from "./find-candidates.ts";
import { likenesses } from "./fused-relevance.ts";
import { meetsFilter } from "./meets-filter.ts";
import type { ParsedRequest } from "./parse-request.ts";
import { parseRequest } from "./parse-request.ts";
import type { RetrievalPlan } from "./retrieval-plan.ts";
import { planRetrieval } from "./retrieval-plan.ts";
import type { ScoredClaim } from "./scored-claim.ts";
import { scoreClaim } from "./scored-claim.ts";
import { searchByMeaning } from "./search-by-meaning.ts";
import type { SelectedQuery } from "./select-groups.ts";
import type { Sifted } from "./sift.ts";
import { sift } from "./sift.ts";
import type { DroppedRow, RecallMeta, RecallRequest, RecallResult } from "./types.ts";

/**
 * The claims that matter for a question, best first, each with its score and why. Reads only.
 *
 * @throws InvalidInputError `input.missing`, `input.invalid` naming the field
 * @throws ForbiddenError `access.denied` for the action, a scope or a mode that is not granted; `access.sensitive`
 */
export async function queryClaims(context: MemoryContext, request: RecallRequest): Promise<RecallResult> {
  authorize(context.authority, "query");
  const parsed = parseRequest(request);
  return answerWithin(context, parsed, async () => ({ scopes: await resolveReadScopes(context, parsed.scopes) }));
}

/** Which claims an answer may hold, beside what the caller may see at all. */
export interface Reach extends Pick<CandidateSearch, "admits" | "depth"> {
  /** Absent = all. */
  readonly scopes: readonly string[] | undefined;
  /** Whether pinned claims take part without matching. Default true. */
  readonly pinnedToo?: boolean | undefined;
}

/** What `queryClaims` does within any reach. */
export async function answerWithin(
  context: MemoryContext,
  parsed: ParsedRequest,
  findReach: () => Promise<Reach>,
): Promise<RecallResult> {
  const viewer = viewerOf(context.authority, parsed.allowSensitive);
  const plan = planRetrieval(context, parsed);
  const search = await planSearch(context, parsed, { viewer, findReach });
  const [byWords, byMeaning] = await Promise.all([
    findCandidates(context.store, search),
    searchByMeaning(context, plan, { ...search, queryText: parsed.queryText, deadline: parsed.deadline }),
  ]);
  const sifted = sift(scored(context, { search, plan, byWords, byMeaning }), search.query, context.settings);
  const claims = createClaimReader(context.store.claims, viewer);
  const { limit } = parsed;
  const arranged = await arrangeRows(sifted, {
    store: context.store,
    cap: context.settings.sessionDiversityCap,
    limit,
    claims,
  });
  const current = await wholeClaims(arranged.rows.slice(0, limit), claims, search);
  const shown = parsed.withCitations ? current : current.map(withoutCitations);
  const facts = { query: search.query, floor: sifted.floor, isPending: arranged.isPending };
  return {
    rows: shown.map((row) => buildRow(row, facts)),
    meta: { ...planMeta(parsed, plan, byMeaning?.meta), ...rowMeta(sifted, shown, search.query) },
    dropped: parsed.explain ? await traceDropped(context, search, { sifted, arranged }) : [],
  };
}

/**
 * Rows with their whole claims. One that was taken from the viewer's sight since it was found, or has been archived,
 * replaced or ended, is no row any more.
 */
async function wholeClaims(
  rows: readonly ScoredClaim[],
  claims: ClaimReader,
  { filter, admits }: CandidateSearch,
): Promise<readonly ShownClaim[]> {
  await claims.load(rows.map(({ claim }) => claim));
  return rows.flatMap((row) => {
    const claim = claims.of(row.claim);
    const isRow = claim !== undefined && meetsFilter(claim, filter) && (admits?.(claim) ?? true);
    return !isRow ? [] : [{ ...row, claim }];
  });
}

const withoutCitations = (row: ShownClaim): ShownClaim => ({ ...row, claim: { ...row.claim, citations: [] } });

async function planSearch(
  context: MemoryContext,
  parsed: ParsedRequest,
  { viewer, findReach }: { readonly viewer: Viewer; readonly findReach: () => Promise<Reach> },
): Promise<CandidateSearch> {
  const [{ scopes, admits, depth, pinnedToo = true }, query] = await Promise.all([
    findReach(),
    selectQuery({ search: context.store.search, nowMs: context.clock.nowMs() }, viewer, parsed.queryText),
  ]);
  const validAt = parsed.asOf ?? timestampOf(context.clock.nowMs());
  return {
    viewer,
    filter: { statuses: parsed.statuses, scopes, validAt, atPresent: parsed.asOf === undefined },
    admits,
    query,
    limit: parsed.limit,
    depth,
    pinnedToo: pinnedToo && parsed.retrievalMode !== "legacy",
  };
}

interface Found {
  readonly search: CandidateSearch;
  readonly plan: RetrievalPlan;
  readonly byWords: readonly Candidate[];
  readonly byMeaning: VectorAnswer | undefined;
}

/** Best first, each once. */
function scored(context: MemoryContext, { search, plan, byWords, byMeaning }: Found): readonly ScoredClaim[] {
  const { settings, vectors, clock } = context;
  const near = byMeaning?.meta.state === "used" ? byMeaning.found : undefined;
  const rules = {
    ...settings,
    weights: plan.weights,
    nowMs: clock.nowMs(),
    likeness: near && vectors && likenesses(near, vectors.embedder.noiseFloor),
  };
  const known = new Set(byWords.map(({ id }) => id));
  const added = near?.map(({ claim }) => claim).filter(({ id }) => !known.has(id)) ?? [];
  return [...byWords, ...added].map((claim) => scoreClaim(claim, search.query, rules)).sort(compareScored);
}

function planMeta(
  parsed: ParsedRequest,
  plan: RetrievalPlan,
  vector: VectorMeta | undefined,
): Omit<RecallMeta, "total" | "relevant" | "relaxed" | "droppedTerms" | "commonTerms"> {
  const containmentReason = vector?.reason ?? plan.containmentReason;
  return {
    requestedRetrievalMode: parsed.retrievalMode,
    retrievalMode: containmentReason === undefined ? plan.mode : "legacy",
    trust: parsed.trust,
    semantic: vector?.state === "used",
    degraded: vector?.state === "degraded",
    containmentReason,
    vector,
    queryType: plan.queryType,
    classifiedRetrievalMode: containmentReason === undefined ? undefined : plan.classifiedMode,
    limit: parsed.limit,
  };
}

function rowMeta(
  { relevant, pinnedOnly }: Sifted,
  shown: readonly ScoredClaim[],
  query: SelectedQuery,
): Pick<RecallMeta, "total" | "relevant" | "relaxed" | "droppedTerms" | "commonTerms"> {
  const present = new Set(shown.flatMap(({ matched }) => matched));
  const droppedTerms = query.groups.filter((_, place) => !present.has(place)).map(({ label }) => label);
  return {
    total: relevant.length + pinnedOnly.length,
    relevant: relevant.length,
    relaxed: droppedTerms.length > 0,
    droppedTerms,
    commonTerms: query.common,
  };
}

/** Rows of others that the caller may not see are not among them: they look as if they were not there. */
async function traceDropped(
  context: MemoryContext,
  search: CandidateSearch,
  { sifted, arranged }: { readonly sifted: Sifted; readonly arranged: ArrangedRows },
): Promise<readonly DroppedRow[]> {
  const expired = await findExpired(context.store, search);
  const hidden = arranged.rows.slice(search.limit).map(({ claim: { id } }): DroppedRow => {
    return { claimId: id, reason: arranged.surplus.has(id) ? "session_diversity_cap" : "limit_truncation" };
  });
  return [...sifted.dropped, ...hidden, ...expired.map((claimId): DroppedRow => ({ claimId, reason: "temporal" }))];
}
