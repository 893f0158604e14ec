import { namespaceKey, timestampOf, UNIT_SEPARATOR } from "@memorymaster/core";
import type { Claim, MemoryEvent, OpenProposal } from "@memorymaster/core";
import { findTupleHolder } from "@memorymaster/core/jobs";
import type { Job } from "../types.ts";
import type { Assessed, Surroundings } from "./decide.ts";
import { validationScore } from "./score.ts";

/** What a gate may look at. */
export interface PromotionFeatures {
  readonly claim: Claim;
  /** By the formula, 0..1. */
  readonly score: number;
  readonly citationCount: number;
  /** The other claim that is confirmed for its subject and predicate. */
  readonly holder: Claim | undefined;
}

/** A better gate than the formula; `undefined` = the formula decides. */
export type PromotionGate = (
  features: PromotionFeatures,
) => { readonly promote: boolean; /** 0..1 */ readonly score: number } | undefined;

/** By what claims are judged, defaults filled in. */
export interface GateRules {
  readonly minCitations: number;
  readonly minScore: number;
  readonly promote: PromotionGate | undefined;
  readonly isHardFailed: (event: MemoryEvent) => boolean;
  /** Whether a claim waits until the formats have been checked for the first time. */
  readonly needsCheck: boolean;
}

/** All that is known of the claims of a run, read in a few look-ups for all of them. */
export interface Survey {
  readonly assessed: ReadonlyMap<number, Assessed>;
  /** The newest event of the validator about a claim. */
  readonly told: ReadonlyMap<number, MemoryEvent>;
  readonly around: ReadonlyMap<number, Surroundings>;
}

const hasTuple = (claim: Claim): claim is Claim & { readonly subject: string; readonly predicate: string } =>
  claim.subject !== undefined && claim.predicate !== undefined;

const tupleKey = (claim: Claim): string => [namespaceKey(claim), claim.subject, claim.predicate].join(UNIT_SEPARATOR);

async function findHolders({ context }: Job, claims: readonly Claim[]): Promise<ReadonlyMap<string, Claim>> {
  const tuples = claims.filter(hasTuple).map(({ subject, predicate }) => ({ subject, predicate }));
  if (tuples.length === 0) return new Map();
  const none = { idempotencyKeys: [], contentHashes: [], nearHashes: [], twinHashes: [] };
  const matches = await context.store.claims.findIdentityMatches({ ...none, tuples });
  const confirmed = matches.map(({ claim }) => claim).filter(({ status }) => status === "confirmed");
  return new Map(confirmed.filter(hasTuple).map((claim) => [tupleKey(claim), claim]));
}

async function latestOf(
  { context }: Job,
  ids: readonly number[],
  eventType: "validator" | "deterministic_validator",
): Promise<ReadonlyMap<number, MemoryEvent>> {
  const events = await context.store.jobs.latestEvents(ids, eventType);
  return new Map(events.flatMap((event) => (event.claimId === undefined ? [] : [[event.claimId, event] as const])));
}

function assess(features: PromotionFeatures, rules: GateRules, checked: MemoryEvent | undefined): Assessed {
  const { claim, score, citationCount } = features;
  const { minCitations, minScore, promote, isHardFailed, needsCheck } = rules;
  const gate = promote?.(features);
  return {
    claim,
    score,
    citationCount,
    passes: citationCount >= minCitations && (gate?.promote ?? score >= minScore),
    gateScore: gate?.score,
    isHardFailed: checked === undefined ? needsCheck : isHardFailed(checked),
  };
}

const nowOf = ({ context }: Job): string => timestampOf(context.clock.nowMs());

/** @param claims with citations */
export async function survey(job: Job, claims: readonly Claim[], rules: GateRules): Promise<Survey> {
  const { proposals: store } = job.context.store;
  const { conflictMargin } = job.context.settings.maintenance;
  const ids = claims.map(({ id }) => id);
  const holders = await findHolders(job, claims);
  const checked = await latestOf(job, ids, "deterministic_validator");
  const told = await latestOf(job, ids, "validator");
  const open = new Map<number, OpenProposal[]>();
  for (const proposal of await store.listOpen(ids)) {
    open.set(proposal.targetClaimId, [...(open.get(proposal.targetClaimId) ?? []), proposal]);
  }
  const now = nowOf(job);
  const holderOf = (claim: Claim): Claim | undefined => {
    const holder = hasTuple(claim) ? holders.get(tupleKey(claim)) : undefined;
    return holder?.id === claim.id ? undefined : holder;
  };
  const assessed = claims.map((claim) => {
    const [score, citationCount] = [validationScore(claim), claim.citations.length];
    return assess({ claim, score, citationCount, holder: holderOf(claim) }, rules, checked.get(claim.id));
  });
  return {
    assessed: new Map(assessed.map((one) => [one.claim.id, one])),
    told,
    around: new Map(
      claims.map((claim) => [
        claim.id,
        { proposals: open.get(claim.id) ?? [], holder: holderOf(claim), now, conflictMargin },
      ]),
    ),
  };
}

/** The same of one claim as it is now, in the transaction that will change it: nothing filed meanwhile is missed. */
export async function lookAround(job: Job, claim: Claim): Promise<Surroundings> {
  const { store, settings } = job.context;
  return {
    proposals: await store.proposals.listOpen([claim.id]),
    holder: await findTupleHolder(store, claim),
    now: nowOf(job),
    conflictMargin: settings.maintenance.conflictMargin,
  };
}
