import type { Claim, ClaimStatus, ProposalKind } from "@memorymaster/core";

/** A confirmed claim of the same subject, predicate and namespace with another value. */
export type Rival = Pick<Claim, "id" | "updatedAt">;

export interface Evidence {
  readonly claim: Pick<Claim, "id" | "status" | "confidence" | "updatedAt">;
  readonly rivals: readonly Rival[];
  /** Codes of the reasons that probes gave. */
  readonly codes: ReadonlySet<string>;
  /** The claim that a model found to contradict this one. */
  readonly contradictedBy: number | undefined;
}

export interface StewardDecision {
  readonly decision: ProposalKind | "keep";
  /** Absent = the claim stays as it is. */
  readonly proposedStatus: ClaimStatus | undefined;
  /** 0..1. */
  readonly priority: number;
  /** The claim that replaces or contradicts it. */
  readonly otherId: number | undefined;
  /** The reason that comes of the rivals. */
  readonly relation: string | undefined;
}

function compareAge(one: Rival, other: Rival): number {
  if (one.updatedAt !== other.updatedAt) return one.updatedAt < other.updatedAt ? -1 : 1;
  return one.id - other.id;
}

const newestOf = (rivals: readonly Rival[]): Rival | undefined => [...rivals].sort(compareAge).at(-1);

/** The newest of those that are newer: later change, of equal ones the higher id. */
const newerRival = ({ claim, rivals }: Evidence): Rival | undefined =>
  newestOf(rivals.filter((rival) => compareAge(rival, claim) > 0));

const STALE_CODES = [
  "filesystem_grep.no_match",
  "deterministic_format.no_citations",
  "deterministic_citation_locator.missing_workspace_path",
];

interface Rule {
  readonly decision: ProposalKind;
  readonly status: ClaimStatus;
  readonly base: number;
  readonly applies: (evidence: Evidence) => boolean;
  readonly otherId: (evidence: Evidence) => number | undefined;
  readonly relation?: string;
}

/** The first that applies. @see spec/steward.md §12.2 */
const RULES: readonly Rule[] = [
  {
    decision: "superseded_candidate",
    status: "superseded",
    base: 0.9,
    applies: (evidence) => newerRival(evidence) !== undefined,
    otherId: (evidence) => newerRival(evidence)?.id,
    relation: "relation.newer_confirmed_claim",
  },
  {
    decision: "conflicted",
    status: "conflicted",
    base: 0.8,
    applies: ({ claim, rivals, contradictedBy }) =>
      claim.status === "conflicted" || rivals.length > 0 || contradictedBy !== undefined,
    otherId: ({ rivals, contradictedBy }) => newestOf(rivals)?.id ?? contradictedBy,
    relation: "relation.conflicting_claim",
  },
  {
    decision: "stale",
    status: "stale",
    base: 0.6,
    applies: ({ claim, codes }) => claim.status === "stale" || STALE_CODES.some((code) => codes.has(code)),
    otherId: () => undefined,
  },
];

const KEEP: StewardDecision = {
  decision: "keep",
  proposedStatus: undefined,
  priority: 0,
  otherId: undefined,
  relation: undefined,
};

/** What should become of a claim, from what is known of it; changes nothing. */
export function decide(evidence: Evidence): StewardDecision {
  const { claim, rivals } = evidence;
  const rule = RULES.find(({ applies }) => applies(evidence));
  const weight = 0.1 * (1 - claim.confidence);
  if (rule === undefined) return { ...KEEP, priority: Number(weight.toFixed(6)) };
  return {
    decision: rule.decision,
    proposedStatus: rule.status,
    priority: Number((rule.base + weight).toFixed(6)),
    otherId: rule.otherId(evidence),
    relation: rivals.length === 0 ? undefined : rule.relation,
  };
}
