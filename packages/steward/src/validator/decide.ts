import type { Claim, OpenProposal } from "@memorymaster/core";
import { foldedValue, isCurrent, validityOverlaps } from "@memorymaster/core/jobs";
import { isGenericTuple } from "../conflicts/generic-tuple.ts";

/** A claim with what it was scored by. */
export interface Assessed {
  readonly claim: Claim;
  /** 0..1. */
  readonly score: number;
  readonly citationCount: number;
  readonly passes: boolean;
  /** Of a gate that is not the formula. */
  readonly gateScore: number | undefined;
  /** Whether its last check of formats failed for good, or it waits for the first one. */
  readonly isHardFailed: boolean;
}

/** What else decides; may change between two claims. */
export interface Surroundings {
  /** About this claim, of any kind. */
  readonly proposals: readonly OpenProposal[];
  /** The other claim that is confirmed for its subject and predicate. */
  readonly holder: Claim | undefined;
  /** Stored form. */
  readonly now: string;
  readonly conflictMargin: number;
}

/** What the validator has to say of a claim. */
export type Verdict =
  | { readonly kind: "unapproved" | "held" | "weak" | "healthy" }
  | { readonly kind: "blocked"; readonly proposal: OpenProposal }
  | { readonly kind: "duplicate"; readonly holder: Claim }
  | { readonly kind: "rivalled"; readonly holder: Claim }
  | { readonly kind: "promotable"; readonly beaten: Claim | undefined };

/** Scores that differ by less are equal. */
const TIE = 1e-9;

type Relation = "same" | "same_at_another_time" | "rival" | "successor" | "unclear";

const startOf = ({ validFrom, createdAt }: Claim): string | undefined =>
  validFrom === createdAt ? undefined : validFrom;

/** What the claim leaves out differs from nothing; nor is a fact of today the one of a time gone by. */
function hasAnotherTime(claim: Claim, holder: Claim, now: string): boolean {
  const start = startOf(claim);
  return (
    (start !== undefined && start !== holder.validFrom) ||
    (claim.validUntil !== undefined && claim.validUntil !== holder.validUntil) ||
    isCurrent(claim, now) !== isCurrent(holder, now)
  );
}

function relationOf(claim: Claim, holder: Claim, now: string): Relation {
  const [value, held] = [claim.objectValue, holder.objectValue].map((part) => foldedValue(part ?? ""));
  if (!value || !held || isGenericTuple(claim)) return "unclear";
  if (value === held) return hasAnotherTime(claim, holder, now) ? "same_at_another_time" : "same";
  if (validityOverlaps(claim, holder)) return "rival";
  return isCurrent(claim, now) && !isCurrent(holder, now) ? "successor" : "unclear";
}

/** The holder of the subject and predicate, and what the claim is to it. */
interface Neighbour {
  readonly holder: Claim;
  readonly relation: Relation;
}

/** What becomes of a claim that would be confirmed, were it alone. */
function besideHolder({ score }: Assessed, { holder, relation }: Neighbour, margin: number): Verdict {
  const isRival = relation === "rival";
  if (isRival && (holder.pinned || score <= holder.confidence + margin + TIE)) return { kind: "rivalled", holder };
  const takesOver = isRival || (relation === "successor" && !holder.pinned);
  return takesOver ? { kind: "promotable", beaten: holder } : { kind: "held" };
}

/** Kinds of claims that no score confirms. */
function reserved({ claimType, status }: Claim): Verdict | undefined {
  if (claimType === "observation") return { kind: "held" };
  return claimType === "skill" && status === "candidate" ? { kind: "unapproved" } : undefined;
}

/** What a candidate adds to a confirmed claim that says the same. */
function repeated({ status }: Claim, neighbour: Neighbour | undefined): Verdict | undefined {
  if (status !== "candidate" || neighbour === undefined) return undefined;
  if (neighbour.relation === "same") return { kind: "duplicate", holder: neighbour.holder };
  return neighbour.relation === "same_at_another_time" ? { kind: "held" } : undefined;
}

function judged(assessed: Assessed, neighbour: Neighbour | undefined, margin: number): Verdict {
  if (!assessed.passes) return { kind: "weak" };
  if (assessed.claim.status === "confirmed") return { kind: "healthy" };
  if (assessed.isHardFailed) return { kind: "held" };
  return neighbour === undefined
    ? { kind: "promotable", beaten: undefined }
    : besideHolder(assessed, neighbour, margin);
}

/** The steps of the gate in their order. @see spec/steward.md §5.3 */
export function decide(assessed: Assessed, around: Surroundings): Verdict {
  const { claim } = assessed;
  const { holder, now, conflictMargin } = around;
  const proposal = around.proposals.find(({ kind }) => kind === "superseded_candidate");
  const neighbour = holder === undefined ? undefined : { holder, relation: relationOf(claim, holder, now) };
  return (
    reserved(claim) ??
    (proposal === undefined ? undefined : { kind: "blocked", proposal }) ??
    repeated(claim, neighbour) ??
    judged(assessed, neighbour, conflictMargin)
  );
}
