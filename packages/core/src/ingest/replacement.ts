import { viewerOf } from "../access/authority.ts";
import type { Viewer } from "../access/viewer.ts";
import { LIVE_STATUSES } from "../claims/claim.ts";
import type { Claim } from "../claims/claim.ts";
import { namespaceKey } from "../claims/identity.ts";
import { assertTransition } from "../claims/lifecycle.ts";
import { resolveClaim } from "../claims/resolve-claim.ts";
import { timestampOf } from "../claims/time.ts";
import { NotFoundError } from "../errors/errors.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { SearchStore } from "../ports/search-store.ts";
import { restOverlap, textSignature } from "../text/signature.ts";
import { correctionTerms } from "./correction-words.ts";
import type { PreparedClaim } from "./prepared-claim.ts";

/** The claim that a new one corrects. It keeps its state; a person decides. */
export interface Replacement {
  readonly target: Claim;
  /** Whether the caller named it or the words of the text did. */
  readonly code: "explicit_supersession_intent" | "correction_words";
  /** Who asks: an answer with a stored claim names that claim, but it is the caller who corrects. */
  readonly filer: Pick<Claim, "scope" | "visibility" | "sourceAgent">;
  /** Whether the target belongs to another scope, visibility or agent than the filer. */
  readonly crossIdentity: boolean;
}

/** Postings that the search for a corrected claim may touch, and claims it looks at. */
const MAX_POSTINGS = 5_000;
const MAX_CANDIDATES = 60;
const MIN_OVERLAP = 0.5;

function replacementOf(item: PreparedClaim, target: Claim, code: Replacement["code"]): Replacement {
  const { scope, visibility, sourceAgent } = item.draft;
  const crossIdentity =
    target.scope !== scope || target.visibility !== visibility || target.sourceAgent !== sourceAgent;
  return { target, code, filer: { scope, visibility, sourceAgent }, crossIdentity };
}

/**
 * The claim that the caller says this one corrects.
 *
 * @throws NotFoundError `claim.not_found` when the caller may not see it, or it is another tenant's
 * @throws InvalidTransitionError `claim.invalid_transition` when it is archived or superseded already
 */
export async function resolveNamedTarget(
  context: MemoryContext,
  item: PreparedClaim,
  ref: number | string,
): Promise<Replacement> {
  const target = await resolveClaim(context.store, viewerOf(context.authority), ref);
  if (target.tenantId !== context.authority.tenantId) {
    throw new NotFoundError("claim.not_found", "The claim to be superseded does not exist");
  }
  assertTransition(target.id, target.status, "superseded");
  return replacementOf(item, target, "explicit_supersession_intent");
}

/** The rarest terms whose postings a search can afford; at least one that occurs at all. */
async function selectiveTerms(
  search: SearchStore,
  viewer: Viewer,
  terms: ReadonlySet<string>,
): Promise<readonly string[]> {
  const counts = await search.termCounts(viewer, [...terms], MAX_POSTINGS + 1);
  const rarestFirst = [...counts].sort((a, b) => a[1] - b[1]);
  let postings = 0;
  const taken = rarestFirst.filter(([, count]) => (postings += count) <= MAX_POSTINGS);
  return (taken.length > 0 ? taken : rarestFirst.slice(0, 1)).map(([term]) => term);
}

/**
 * The one live claim that a text announcing a correction can mean: the same namespace, and half or more of all their
 * words in common, those that announce and the values left out. `undefined` when there is none, or several.
 */
export async function findCorrectedClaim(
  context: MemoryContext,
  item: PreparedClaim,
): Promise<Replacement | undefined> {
  const { draft, correction } = item;
  if (correction === undefined || correction.size === 0) return undefined;
  const viewer = { tenantId: draft.tenantId, agent: undefined, grantedScopes: [draft.scope], allowSensitive: true };
  const terms = await selectiveTerms(context.store.search, viewer, correction);
  if (terms.length === 0) return undefined;
  // The time under the write lock: another writer's claim may have begun while this one waited.
  const validAt = timestampOf(context.clock.nowMs());
  const filter = { statuses: LIVE_STATUSES, scopes: [draft.scope], validAt, atPresent: true };
  const found = await context.store.search.candidates(viewer, { terms, filter, limit: MAX_CANDIDATES });
  const alike = found.filter(({ text }) => {
    const theirs = correctionTerms(text) ?? textSignature(text).rest;
    return restOverlap(theirs, correction) >= MIN_OVERLAP;
  });
  const claims = await context.store.claims.getMany(
    viewer,
    alike.map(({ id }) => id),
    false,
  );
  const meant = claims.filter((claim) => namespaceKey(claim) === item.namespace);
  const [target] = meant;
  return target === undefined || meant.length > 1 ? undefined : replacementOf(item, target, "correction_words");
}
