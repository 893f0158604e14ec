import { CLAIM_RELATED_FIELDS, CLAIM_WORDS_ROLES, cleanRecord, textSignature, timestampOf } from "@memorymaster/core";
import type { Claim, ClaimWords } from "@memorymaster/core";
import { recordEvent, requireWritten, updateClaim } from "@memorymaster/core/jobs";
import { eachClaim } from "../jobs/each-claim.ts";
import { nextInRotation } from "../jobs/rotate.ts";
import type { Job, StepResult } from "../types.ts";
import { inferStructure } from "./infer-structure.ts";
import type { Inferred } from "./infer-structure.ts";

const TUPLE = { predicate: "predicate", objectValue: "object_value" } as const;
type TuplePart = keyof typeof TUPLE;

const normalized = (text: string): string => text.trim().toLowerCase().replace(/\s+/gu, " ");

/** Whether there is anything that the words could fill in. */
const hasGaps = ({ claimType, predicate }: Claim): boolean => claimType === undefined || predicate === undefined;

/** Of what was inferred that which the claim does not say itself. A tuple is filled as a whole or not at all. */
function missingIn(claim: Claim, inferred: Inferred): Partial<Inferred> {
  const isBare = [claim.subject, claim.predicate, claim.objectValue].every((part) => part === undefined);
  const { claimType, ...tuple } = inferred;
  return { ...(claim.claimType === undefined && { claimType }), ...(isBare && tuple) };
}

async function writeTuple(
  { context }: Job,
  claim: Claim,
  { tuple, at }: { readonly tuple: Partial<Inferred>; readonly at: string },
): Promise<Claim> {
  const { nearHash, twinHash } = textSignature(claim.text);
  const words: ClaimWords = {
    text: claim.text,
    subject: claim.subject,
    predicate: claim.predicate,
    objectValue: claim.objectValue,
    normalizedText: normalized(claim.text),
    idempotencyKey: claim.idempotencyKey,
    contentHash: claim.contentHash,
    nearHash,
    twinHash,
    ...tuple,
  };
  const { record } = cleanRecord(words, CLAIM_WORDS_ROLES, { onSecret: "redact", relatedFields: CLAIM_RELATED_FIELDS });
  return requireWritten(claim, await context.store.claims.replaceWords(claim, record, at));
}

async function structure(job: Job, given: Claim): Promise<boolean> {
  const inferred = inferStructure(given.text);
  if (inferred === undefined || given.contentHash === undefined) return false;
  const { claimType, ...tuple } = missingIn(given, inferred);
  const fields = (Object.keys(tuple) as TuplePart[]).filter((part) => tuple[part] !== undefined);
  if (claimType === undefined && fields.length === 0) return false;
  const { store, clock } = job.context;
  const at = timestampOf(clock.nowMs());
  const claim = fields.length === 0 ? given : await writeTuple(job, given, { tuple, at });
  if (claimType !== undefined) await updateClaim(store, claim, { claimType, updatedAt: at });
  const content = Object.fromEntries(
    Object.entries(TUPLE).map(([part, name]) => [name, tuple[part as TuplePart] ?? null]),
  );
  await recordEvent(store, {
    claimId: claim.id,
    tenantId: claim.tenantId,
    createdAt: at,
    eventType: "extractor",
    details: "structure_inferred",
    payload: {
      claim_type: claimType ?? given.claimType ?? inferred.claimType,
      fields: fields.map((part) => TUPLE[part]),
      run_id: job.runId,
    },
    content,
  });
  return true;
}

/** Normalises the text of candidates and fills in kind and tuple where the words give them and nobody else has. */
export async function extractorJob(job: Job): Promise<StepResult> {
  const { store } = job.context;
  const { claims, done } = await nextInRotation(job, {
    name: "extractor",
    filter: { statuses: ["candidate"], hasWords: true },
    order: "newest",
  });
  const stale = claims.filter(({ text, normalizedText }) => normalizedText !== normalized(text));
  await store.jobs.writeNormalizedTexts(
    stale.map(({ id, version, text }) => ({ id, version, normalizedText: normalized(text) })),
  );
  let structured = 0;
  const inferable = claims.filter((claim) => hasGaps(claim) && inferStructure(claim.text) !== undefined);
  const { errors, skipped } = await eachClaim(job, inferable, async (claim) => {
    if (await structure(job, claim)) structured += 1;
  });
  await done();
  return { processed: claims.length, normalized: stale.length, structured, errors, skipped };
}
