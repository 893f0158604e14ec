import { governingViewer } from "../access/governing-viewer.ts";
import type { Claim } from "../claims/claim.ts";
import { contentHashBase, namespaceKey } from "../claims/identity.ts";
import { timestampOf } from "../claims/time.ts";
import { reloadClaim, requireWritten, updateClaim } from "../claims/update-claim.ts";
import { ConfigError, ConflictError } from "../errors/errors.ts";
import type { MemoryEvent } from "../events/event.ts";
import { payloadOf } from "../events/payload-of.ts";
import { blockedUndo } from "../governance/blocked-undo.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { ClaimWords } from "../ports/claim-store.ts";
import { CITATION_ROLES, CLAIM_RELATED_FIELDS, CLAIM_WORDS_ROLES, CONTENT_ROLES } from "../ports/field-roles.ts";
import type { Store } from "../ports/store.ts";
import { cleanRecord } from "../security/clean.ts";
import type { Clean } from "../security/clean.ts";
import { textSignature } from "../text/signature.ts";
import { isRedacted } from "./redacted-words.ts";
import { fieldsOf, opened, originalOf, sealed } from "./seal-original.ts";
import type { OriginalWords, SealedOriginal } from "./seal-original.ts";
import { planRedaction, writePlan } from "./write-redaction.ts";

function sealedEventOf(event: MemoryEvent): number {
  const id = payloadOf(event)?.["sealed_event_id"];
  if (typeof id === "number") return id;
  throw blockedUndo(event, "no MEMORYMASTER_ENCRYPTION_KEY was set, so the original was not kept");
}

async function readSeal({ store, sealer }: MemoryContext, event: MemoryEvent, uid: string): Promise<SealedOriginal> {
  const seal = await store.seals.get(sealedEventOf(event));
  if (seal === undefined)
    throw blockedUndo(event, "the claim has been erased, or came here without its sealed original");
  if (sealer === undefined)
    throw blockedUndo(event, "the original is sealed, and MEMORYMASTER_ENCRYPTION_KEY is not set");
  try {
    const original = opened(sealer, seal.sealed);
    if (original.uid === uid) return original;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
  }
  throw blockedUndo(event, "MEMORYMASTER_ENCRYPTION_KEY is not the key that the original was sealed with");
}

/** The keys as they were, or with the next `~n` when the same content has been stored again meanwhile. */
async function freeKeys(
  { claims }: Pick<Store, "claims">,
  claim: Claim,
  { contentHash = "", idempotencyKey }: OriginalWords,
): Promise<Pick<ClaimWords, "contentHash" | "idempotencyKey">> {
  const base = contentHashBase(contentHash);
  const none = { idempotencyKeys: [], nearHashes: [], twinHashes: [], tuples: [] };
  const matches = await claims.findIdentityMatches({ ...none, contentHashes: [base] });
  const others = matches.filter(({ claim: { id } }) => id !== claim.id).map((match) => match.claim);
  const here = others.filter((other) => namespaceKey(other) === namespaceKey(claim));
  const taken = new Set(here.flatMap((other) => [other.contentHash, other.idempotencyKey]));
  let free = contentHash;
  for (let suffix = 2; taken.has(free); suffix += 1) free = `${base}~${suffix}`;
  return { contentHash: free, idempotencyKey: idempotencyKey === contentHash ? free : idempotencyKey };
}

/** Filtered again, since the filter may know more by now; its own hashes and keys are not looked into. */
async function restoredWords(store: Store, claim: Claim, words: OriginalWords): Promise<Clean<ClaimWords>> {
  const { nearHash, twinHash } = textSignature(words.text);
  const options = { onSecret: "redact", relatedFields: CLAIM_RELATED_FIELDS } as const;
  const keys = await freeKeys(store, claim, words);
  const keyless = { ...words, nearHash, twinHash, idempotencyKey: undefined };
  const whole = { ...cleanRecord<ClaimWords>(keyless, CLAIM_WORDS_ROLES, options).record, ...keys };
  return cleanRecord(whole, {}, { onSecret: "reject" }).record;
}

async function putBack({ store, clock }: MemoryContext, claim: Claim, original: SealedOriginal): Promise<void> {
  const at = timestampOf(clock.nowMs());
  const { words, citations, contents } = original;
  if (words === undefined) await updateClaim(store, claim, { updatedAt: at });
  else requireWritten(claim, await store.claims.replaceWords(claim, await restoredWords(store, claim, words), at));
  if (citations !== undefined) {
    const known = new Set(citations.map(({ id }) => id));
    const all = [...citations, ...claim.citations.filter(({ id }) => !known.has(id))];
    await store.claims.replaceCitations(
      claim.id,
      all.map((one) => cleanRecord(one, CITATION_ROLES, { onSecret: "redact" }).record),
    );
  }
  await store.events.restoreContents(
    contents.map((one) => cleanRecord({ ...one, claimId: claim.id }, CONTENT_ROLES, { onSecret: "reject" }).record),
  );
}

async function claimOf({ store, authority }: MemoryContext, event: MemoryEvent): Promise<Claim> {
  return reloadClaim(store, governingViewer(authority), event.claimId ?? 0);
}

/** What came back, by wire names: `text`, `subject`, …, `citations`. */
export interface RestoredRedaction {
  readonly fields: readonly string[];
}

/**
 * Puts back what the redaction of this event took from its claim; writes no event. In the caller's transaction.
 *
 * @param event an `audit` event `claim_payload_redacted`
 * @throws ConflictError `undo.blocked` when the original was not sealed, has been erased since, was sealed with another
 *   key, or another confirmed claim has its subject and predicate now
 */
export async function restoreRedaction(context: MemoryContext, event: MemoryEvent): Promise<RestoredRedaction> {
  const claim = await claimOf(context, event);
  const original = await readSeal(context, event, claim.uid);
  if (original.words !== undefined && !isRedacted(claim)) throw blockedUndo(event, "the claim has its words");
  try {
    await putBack(context, claim, original);
  } catch (error) {
    if (!(error instanceof ConflictError) || error.code !== "claim.duplicate") throw error;
    throw blockedUndo(event, "another confirmed claim has its subject and predicate, or its idempotency key, now");
  }
  return { fields: fieldsOf(original) };
}

/**
 * Takes the words away again that `restoreRedaction` has put back, and seals them again under the same event; writes no
 * event. In the caller's transaction.
 *
 * @throws ConflictError `undo.blocked` as `restoreRedaction`
 */
export async function repeatRedaction(context: MemoryContext, event: MemoryEvent): Promise<RestoredRedaction> {
  const { store, sealer, clock } = context;
  const claim = await claimOf(context, event);
  const before = await readSeal(context, event, claim.uid);
  const parts = { claim: before.words !== undefined, citations: before.citations !== undefined };
  const plan = planRedaction(claim, parts, "redact");
  const original = originalOf(claim, plan, await store.events.history(claim.id, Number.MAX_SAFE_INTEGER));
  const at = timestampOf(clock.nowMs());
  if (sealer !== undefined) {
    const seal = { eventId: sealedEventOf(event), claimId: claim.id, createdAt: at };
    await store.seals.put({ ...seal, sealed: sealed(sealer, original) });
  }
  await store.events.eraseContents(claim.id);
  await writePlan(store, claim, { plan, at });
  return { fields: fieldsOf(original) };
}
