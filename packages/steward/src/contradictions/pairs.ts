import {
  embeddingInput,
  LIVE_STATUSES,
  memoryOf,
  namespaceKey,
  restOverlap,
  searchVectors,
  textSignature,
  timestampOf,
} from "@memorymaster/core";
import type { Claim, Viewer } from "@memorymaster/core";
import { validityOverlaps } from "@memorymaster/core/jobs";
import type { StewardContext } from "../types.ts";

const NEIGHBOURS = 20;

/** Likenesses from `low` to below `high`: less is about something else, more says the same. 0..1. */
export interface Band {
  readonly low: number;
  readonly high: number;
}

export interface Neighbour {
  readonly id: number;
  readonly similarity: number;
}

/** Where the neighbours of a claim come from. */
export interface PairSource {
  /** In which likeness a contradiction is to be looked for. */
  readonly band: Band;
  /** Nearest first, the claim itself perhaps among them. */
  neighbours(claim: Claim): Promise<readonly Neighbour[]>;
}

export interface Pair {
  /** The lower id of the two. */
  readonly a: Claim;
  readonly b: Claim;
  readonly similarity: number;
}

function byVectors(context: StewardContext, viewer: Viewer, band: Band): PairSource {
  return {
    band,
    neighbours: async (claim) => {
      const validAt = timestampOf(context.clock.nowMs());
      const filter = { statuses: LIVE_STATUSES, scopes: [claim.scope], validAt, atPresent: true };
      const request = { viewer, filter, queryText: embeddingInput(claim), limit: NEIGHBOURS };
      const { found } = await searchVectors(context, request);
      return found.map(({ claim: { id }, cosine }) => ({ id, similarity: cosine }));
    },
  };
}

/** Share of terms in common of two claims that speak about one thing in other words. */
const WORD_BAND: Band = { low: 0.2, high: 0.92 };

function topicOf(text: string): readonly string[] {
  const { rest, names } = textSignature(text);
  return [...rest, ...names];
}

function byWords(context: StewardContext, viewer: Viewer): PairSource {
  const { recall } = memoryOf({ ...context, accessLog: undefined });
  return {
    band: WORD_BAND,
    neighbours: async (claim) => {
      const { rows } = await recall.query({
        queryText: claim.text,
        limit: NEIGHBOURS,
        scopes: [claim.scope],
        retrievalMode: "legacy",
        allowSensitive: viewer.allowSensitive,
      });
      const topic = topicOf(claim.text);
      return rows
        .map((row) => ({ id: row.claim.id, similarity: restOverlap(topic, topicOf(row.claim.text)) }))
        .sort((one, other) => other.similarity - one.similarity || one.id - other.id);
    },
  };
}

/** Neighbours by meaning where an embedder tells it, else by words, which have a band of their own. */
export function pairSource(context: StewardContext, viewer: Viewer, band: Band): PairSource {
  const { vectors, settings } = context;
  const tellsMeaning = vectors?.embedder.isSemantic === true && settings.vector.reads !== "off";
  return tellsMeaning ? byVectors(context, viewer, band) : byWords(context, viewer);
}

const replaces = (one: Claim, other: Claim): boolean =>
  one.supersedesClaimId === other.id || one.replacedByClaimId === other.id;

const sharesTuple = (one: Claim, other: Claim): boolean =>
  one.subject !== undefined &&
  one.predicate !== undefined &&
  one.subject === other.subject &&
  one.predicate === other.predicate;

const live: ReadonlySet<string> = new Set(LIVE_STATUSES);

/** Whether two claims may contradict each other in words; those of one tuple are compared by value elsewhere. */
function mayContradict(one: Claim, other: Claim): boolean {
  return (
    one.id !== other.id &&
    [one, other].every(({ status }) => live.has(status)) &&
    !sharesTuple(one, other) &&
    namespaceKey(one) === namespaceKey(other) &&
    validityOverlaps(one, other) &&
    !replaces(one, other) &&
    !replaces(other, one)
  );
}

/** Pairs of a claim with its neighbours that a judge should see, most alike first. */
export async function pairsOf(
  {
    context,
    viewer,
    source,
  }: { readonly context: StewardContext; readonly viewer: Viewer; readonly source: PairSource },
  claim: Claim,
): Promise<readonly Pair[]> {
  const { low, high } = source.band;
  const near = (await source.neighbours(claim)).filter(({ similarity }) => similarity >= low && similarity < high);
  const ids = near.map(({ id }) => id);
  const others = new Map((await context.store.claims.getMany(viewer, ids, false)).map((other) => [other.id, other]));
  return near.flatMap(({ id, similarity }) => {
    const other = others.get(id);
    if (other === undefined || !mayContradict(claim, other)) return [];
    const [a, b] = claim.id < other.id ? [claim, other] : [other, claim];
    return [{ a, b, similarity }];
  });
}
