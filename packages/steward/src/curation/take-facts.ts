import {
  CLAIM_RELATED_FIELDS,
  CLAIM_WORDS_ROLES,
  cleanRecord,
  InvalidInputError,
  LIMITS,
  SensitiveContentError,
  textSignature,
  timestampOf,
} from "@memorymaster/core";
import type { Claim, ClaimInput, ClaimWords } from "@memorymaster/core";
import { fileProposal, recordEvent, requireWritten, updateClaim } from "@memorymaster/core/jobs";
import { linkClaims } from "../duplicates/link-claims.ts";
import { inferStructure } from "../extractor/infer-structure.ts";
import { takeStep } from "../jobs/apply-step.ts";
import { writeConfidences } from "../jobs/write-confidence.ts";
import type { Job } from "../types.ts";
import { decide } from "../validator/decide.ts";
import { retireDuplicate } from "../validator/retire-duplicate.ts";
import { lookAround } from "../validator/survey.ts";
import { factText } from "./facts.ts";
import type { Fact, FactReading } from "./facts.ts";
import { citationInput, ownerMemory } from "./owner-memory.ts";
import { FACTS_PROMPT } from "./prompts.ts";

export const LLM_STEWARD = "llm-steward";

export interface Taken {
  /** What became of the claim. */
  readonly action: "filled" | "kept" | "archived" | "duplicate" | "proposed" | "held";
  /** New claims that were drawn from it. */
  readonly ids: readonly number[];
  /** Facts that were left out since they hold a secret. */
  readonly filtered: number;
}

const typeOf = ({ claimType, text }: Claim): string => claimType ?? inferStructure(text)?.claimType ?? "fact";

/** Tells that a model has read the claim: it is not asked about it again. */
async function tell({ context, runId }: Job, claim: Claim, fact: Fact | undefined): Promise<void> {
  const { subject = null, predicate = null, objectValue = null } = fact ?? {};
  await recordEvent(context.store, {
    claimId: claim.id,
    tenantId: claim.tenantId,
    createdAt: timestampOf(context.clock.nowMs()),
    eventType: "extractor",
    details: "llm_steward_read",
    payload: {
      claim_type: typeOf(claim),
      fields: fact === undefined ? [] : ["subject", "predicate", "object_value"],
      source: LLM_STEWARD,
      purpose: FACTS_PROMPT.purpose,
      run_id: runId,
    },
    content: { subject, predicate, object_value: objectValue },
  });
}

async function fill(job: Job, claim: Claim, fact: Fact): Promise<void> {
  const { store, clock } = job.context;
  const { text, normalizedText, idempotencyKey, contentHash } = claim;
  const { subject, predicate, objectValue, confidence } = fact;
  const { nearHash, twinHash } = textSignature(text);
  const own = { text, normalizedText, idempotencyKey, contentHash, nearHash, twinHash };
  const words: ClaimWords = { ...own, subject, predicate, objectValue };
  const { record } = cleanRecord(words, CLAIM_WORDS_ROLES, { onSecret: "redact", relatedFields: CLAIM_RELATED_FIELDS });
  const at = timestampOf(clock.nowMs());
  const told = requireWritten(claim, await store.claims.replaceWords(claim, record, at));
  const typed = await updateClaim(store, told, { claimType: typeOf(claim), updatedAt: at });
  await writeConfidences(job, [{ claim: typed, confidence, details: `llm_steward=${confidence.toFixed(3)}` }]);
  await tell(job, claim, fact);
}

/** Asks a person about a claim that says another value than the confirmed one. */
async function propose({ context, viewer, runId }: Job, claim: Claim, holder: Claim): Promise<Taken["action"]> {
  const filed = await fileProposal(context, viewer, {
    target: holder,
    kind: "conflicted",
    other: claim,
    source: LLM_STEWARD,
    reasons: [{ code: "tuple_conflict", detail: `${holder.humanId} ${claim.humanId}` }],
    priority: claim.confidence,
    extra: { run_id: runId },
  });
  return filed === undefined ? "held" : "proposed";
}

/** What the confirmed claim of that subject and predicate makes of the fact; `undefined` = it stands in nobody's way. */
async function besideConfirmed(job: Job, claim: Claim, fact: Fact): Promise<Taken["action"] | undefined> {
  const { subject, predicate, objectValue, confidence: score } = fact;
  const told = { ...claim, subject, predicate, objectValue };
  const around = await lookAround(job, told);
  const { holder } = around;
  if (around.proposals.length > 0) return "held";
  if (holder === undefined) return undefined;
  const citationCount = claim.citations.length;
  const assessed = { claim: told, score, citationCount, passes: true, gateScore: undefined, isHardFailed: false };
  const { kind } = decide(assessed, around);
  if (kind === "duplicate") {
    return (await retireDuplicate(job, { ...assessed, claim }, holder.id)) === "pending" ? "held" : "duplicate";
  }
  return kind === "rivalled" || kind === "promotable" ? propose(job, claim, holder) : undefined;
}

const isBare = ({ subject, predicate, objectValue }: Claim): boolean =>
  [subject, predicate, objectValue].every((part) => part === undefined);

/** The fact that the claim is about. What a caller said of it stays; a confirmed value is never written over. */
async function takeFirst(job: Job, claim: Claim, fact: Fact): Promise<Taken["action"]> {
  const action = isBare(claim) ? await besideConfirmed(job, claim, fact) : "kept";
  if (action === undefined) await fill(job, claim, fact);
  else if (action !== "duplicate") await tell(job, claim, undefined);
  return action ?? "filled";
}

function inputOf(claim: Claim, fact: Fact): ClaimInput {
  const { scope, visibility, volatility, holder, eventTime, validUntil } = claim;
  // One that nobody gave is when the claim came in, and says nothing of the fact.
  const validFrom = claim.validFrom === claim.createdAt ? undefined : claim.validFrom;
  const origin = { source: LLM_STEWARD, locator: `claim:${claim.id}` };
  return {
    ...{ scope, visibility, volatility, holder, eventTime, validFrom, validUntil },
    ...fact,
    text: factText(fact),
    claimType: "fact",
    citations: [...claim.citations.slice(0, LIMITS.citationsPerClaim - 1).map(citationInput), origin],
  };
}

/** @returns the id of the new claim; `refused` when it holds a secret, `undefined` when it was known or is none */
async function draw(job: Job, claim: Claim, fact: Fact): Promise<number | "refused" | undefined> {
  try {
    const { claim: made, deduplicated } = await ownerMemory(job.context, claim).claims.ingest(inputOf(claim, fact));
    if (deduplicated) return undefined;
    await linkClaims(job, { source: made, target: claim, linkType: "derived_from" });
    return made.id;
  } catch (error) {
    if (error instanceof SensitiveContentError) return "refused";
    if (!(error instanceof InvalidInputError)) throw error;
    job.context.log?.(`claim ${claim.id}: ${error.code}`);
    return undefined;
  }
}

/** Does in the caller's transaction what an answer about a candidate says. Nothing becomes confirmed by it. */
export async function takeFacts(job: Job, claim: Claim, { kind, facts, filtered }: FactReading): Promise<Taken> {
  if (kind === "useless") {
    const step = { claim, to: "archived", eventType: "transition", details: "llm-archived: no useful claims" } as const;
    const isDone = !claim.pinned && (await takeStep(job, step)) === "done";
    if (!isDone) await tell(job, claim, undefined);
    return { action: isDone ? "archived" : "held", ids: [], filtered };
  }
  const [first, ...further] = facts;
  if (first === undefined) {
    await tell(job, claim, undefined);
    return { action: "held", ids: [], filtered };
  }
  const action = await takeFirst(job, claim, first);
  const drawn = [];
  for (const fact of further) drawn.push(await draw(job, claim, fact));
  const refused = drawn.filter((one) => one === "refused").length;
  return { action, ids: drawn.filter((one) => typeof one === "number"), filtered: filtered + refused };
}
