import { resolveReadScopes } from "../access/default-scopes.ts";
import { LEGACY_PROJECT_SCOPE } from "../access/scope.ts";
import { invalidField } from "../claims/check-text.ts";
import { LIMITS } from "../claims/limits.ts";
import { epochMsOf, normalizeTime } from "../claims/time.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { Turn, TurnFilter, VerbatimStore } from "../ports/verbatim-store.ts";
import { countGroups, depthOf, matching } from "../recall/find-candidates.ts";
import { queryGroups } from "../recall/query-groups.ts";
import { sixDecimals } from "../recall/score.ts";
import { selectGroups } from "../recall/select-groups.ts";
import type { SelectedQuery } from "../recall/select-groups.ts";
import { scanText } from "../security/scan-text.ts";
import { packTurns } from "./pack-turns.ts";
import type { PackedTurns } from "./pack-turns.ts";
import { rankTurns } from "./rank-turns.ts";
import type { RankedTurn } from "./ranked-turn.ts";
import { requireLocal } from "./require-local.ts";
import { TURN_SEARCH_MODES } from "./types.ts";
import type { TurnSearchMode, TurnSearchRequest, TurnSearchResult, TurnSearchRow } from "./types.ts";

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;
const MAX_WINDOW = 5;
/** Neighbours of hits that take part in the ranking. */
const REACH = 2;

interface Wanted {
  readonly queryText: string;
  readonly filter: TurnFilter;
  readonly nowMs: number;
  readonly limit: number;
  readonly window: number;
}

function queryTextOf(query: unknown): string {
  if (typeof query !== "string" || query.trim() === "") throw invalidField("input.invalid", "query", "is empty");
  return Array.from(query.slice(0, 2 * LIMITS.queryText))
    .slice(0, LIMITS.queryText)
    .join("");
}

function modeOf(mode: string): TurnSearchMode {
  const known = TURN_SEARCH_MODES.find((one) => one === mode);
  if (known === undefined) throw invalidField("input.invalid", "mode", `is none of ${TURN_SEARCH_MODES.join(", ")}`);
  return known;
}

function wholeFrom(least: number, field: string, value: number): number {
  if (Number.isInteger(value) && value >= least) return value;
  throw invalidField("input.invalid", field, `must be a whole number from ${least}`);
}

/** Every project only where nothing else is granted than all. */
async function filterOf(context: MemoryContext, { scope }: TurnSearchRequest, until: string | undefined) {
  const scopes = await resolveReadScopes(context, scope === undefined ? undefined : [scope]);
  if (scope?.trim() !== LEGACY_PROJECT_SCOPE) return { scopes, until };
  const granted = context.authority.grantedScopes;
  const projects = granted?.filter((one) => one.startsWith(`${LEGACY_PROJECT_SCOPE}:`)) ?? [];
  return { scopes: [...scopes, ...projects], everyProject: granted === undefined, until };
}

async function readRequest(context: MemoryContext, request: TurnSearchRequest): Promise<Wanted> {
  const { limit = DEFAULT_LIMIT, window = 0, asOf } = request;
  const until = asOf === undefined ? undefined : normalizeTime(asOf, "as_of");
  return {
    queryText: queryTextOf(request.query),
    filter: await filterOf(context, request, until),
    nowMs: until === undefined ? context.clock.nowMs() : (epochMsOf(until) ?? 0),
    limit: Math.min(wholeFrom(1, "limit", limit), MAX_LIMIT),
    window: Math.min(wholeFrom(0, "window", window), MAX_WINDOW),
  };
}

/** The words of a question, weighed by how many turns have each. */
async function selectQuery(verbatim: VerbatimStore, text: string): Promise<SelectedQuery> {
  const groups = queryGroups(text);
  const { turns, terms } = await verbatim.stats();
  const counts = await countGroups(groups, (wanted, cap) => verbatim.termCounts(wanted, cap));
  return selectGroups(groups, counts, { claims: turns, terms });
}

/** The filter of today may know a secret that it did not know when the turn was stored. */
const isFit = ({ content, speaker, sessionId }: Turn): boolean =>
  [content, speaker, sessionId].every((text) => text === undefined || scanText(text).length === 0);

/** The first so many that may be shown. */
function fitTurns(ranked: Iterable<RankedTurn<Turn>>, limit: number): readonly RankedTurn<Turn>[] {
  const fit: RankedTurn<Turn>[] = [];
  for (const one of ranked) {
    if (fit.length === limit) break;
    if (isFit(one.turn)) fit.push(one);
  }
  return fit;
}

type Found = RankedTurn<Turn> & Pick<TurnSearchRow, "neighbours">;

async function withNeighbours(
  verbatim: VerbatimStore,
  ranked: readonly RankedTurn<Turn>[],
  { window, filter }: Wanted,
): Promise<readonly Found[]> {
  const ids = ranked.map(({ turn }) => turn.id);
  const near = window === 0 ? [] : (await verbatim.around(ids, window, filter)).filter(isFit);
  const isNear = (turn: Turn, other: Turn): boolean =>
    other.id !== turn.id && other.sessionId === turn.sessionId && Math.abs(other.position - turn.position) <= window;
  return ranked.map((one) => ({
    ...one,
    neighbours: window === 0 ? undefined : near.filter((other) => isNear(one.turn, other)),
  }));
}

const rowOf = ({ turn, score, matchedTerms, neighbours }: Found): TurnSearchRow => ({
  ...turn,
  score: sixDecimals(score),
  matchedTerms,
  neighbours,
});

/** Each turn and, right behind it, its neighbours: they count toward the budget as it does. */
function blockOf(found: readonly Found[], tokenBudget: number): PackedTurns {
  const ranked = found.flatMap((one) => [
    one,
    ...(one.neighbours ?? []).map((turn) => ({ turn, score: one.score, matchedTerms: [] })),
  ]);
  return packTurns(ranked, { tokenBudget: wholeFrom(1, "token_budget", tokenBudget) });
}

/**
 * The turns that answer a question, best first, each with when, where and by whom it was said.
 *
 * @throws ForbiddenError `access.denied` for a team, and for a scope that is not granted
 * @throws InvalidInputError `input.invalid` for an empty query, an unknown mode, and for limits
 */
export async function searchVerbatim(context: MemoryContext, request: TurnSearchRequest): Promise<TurnSearchResult> {
  requireLocal(context.authority, "export");
  const requestedMode = modeOf(request.mode ?? "fts");
  const wanted = await readRequest(context, request);
  const { verbatim } = context.store;
  const query = await selectQuery(verbatim, wanted.queryText);
  const { filter } = wanted;
  const depth = depthOf(query, wanted.limit);
  const hits = await matching(query, depth, (request) => verbatim.candidates({ ...request, filter }));
  const ids = hits.map(({ id }) => id);
  const turns = ids.length === 0 ? [] : await verbatim.around(ids, REACH, filter);
  const ranked = rankTurns(turns, { query, queryText: wanted.queryText, nowMs: wanted.nowMs });
  const { tokenBudget } = request;
  const shown = fitTurns(ranked, tokenBudget === undefined ? wanted.limit : MAX_LIMIT);
  const found = await withNeighbours(verbatim, shown, wanted);
  return {
    rows: found.slice(0, wanted.limit).map(rowOf),
    requestedMode,
    mode: "fts",
    containmentReason: requestedMode === "fts" ? undefined : "not_configured",
    limit: wanted.limit,
    block: tokenBudget === undefined ? undefined : blockOf(found, tokenBudget),
  };
}
