import { cosineSimilarity } from "@memorymaster/core";
import type { Claim } from "@memorymaster/core";
import { foldedValue } from "@memorymaster/core/jobs";

export interface ClusterRules {
  /** Claims of a cluster, ≥ 2. */
  readonly minCluster: number;
  readonly maxCluster: number;
  /** Cosine to the middle of a cluster from which a claim belongs to it. */
  readonly similarityThreshold: number;
}

export type Cluster = readonly Claim[];

/** What may be told together: claims of others are no concern of whoever reads one of them. */
function circleOf({ tenantId, scope, visibility, sourceAgent }: Claim): string {
  return JSON.stringify([tenantId, scope, visibility, visibility === "public" ? "" : sourceAgent]);
}

const subjectOf = ({ subject }: Claim): string => foldedValue(subject ?? "") || "unknown";

function groups(claims: readonly Claim[], keyOf: (claim: Claim) => string): readonly Cluster[] {
  const found = new Map<string, Claim[]>();
  for (const claim of claims) {
    const key = keyOf(claim);
    found.set(key, [...(found.get(key) ?? []), claim]);
  }
  return [...found.values()];
}

interface Growing {
  readonly claims: Claim[];
  /** The sum of its vectors points where their average does. */
  readonly sum: Float32Array;
}

/** Each claim joins the first cluster whose middle it is near to. */
function byMeaning(
  claims: readonly Claim[],
  vectors: ReadonlyMap<number, Float32Array>,
  threshold: number,
): readonly Cluster[] {
  const clusters: Growing[] = [];
  for (const claim of claims) {
    const vector = vectors.get(claim.id);
    if (vector === undefined) continue;
    const near = clusters.find(({ sum }) => cosineSimilarity(sum, vector) >= threshold);
    near?.claims.push(claim);
    near?.sum.forEach((value, at) => (near.sum[at] = value + (vector[at] ?? 0)));
    if (near === undefined) clusters.push({ claims: [claim], sum: vector.slice() });
  }
  return clusters.map((one) => one.claims);
}

/** In order, at most so many each. */
function split(claims: Cluster, size: number): readonly Cluster[] {
  return Array.from({ length: Math.ceil(claims.length / size) }, (_, at) => claims.slice(at * size, (at + 1) * size));
}

/** Claims that speak of one thing, by their vectors, or without these by their subjects. */
export function clustersOf(
  claims: readonly Claim[],
  vectors: ReadonlyMap<number, Float32Array> | undefined,
  { minCluster, maxCluster, similarityThreshold }: ClusterRules,
): readonly Cluster[] {
  const grouped = (circle: Cluster): readonly Cluster[] =>
    vectors === undefined ? groups(circle, subjectOf) : byMeaning(circle, vectors, similarityThreshold);
  return groups(claims, circleOf)
    .flatMap(grouped)
    .flatMap((cluster) => split(cluster, maxCluster))
    .filter(({ length }) => length >= minCluster);
}
