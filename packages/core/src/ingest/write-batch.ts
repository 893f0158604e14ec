import { InvalidInputError, MemoryMasterError, StoreError } from "../errors/errors.ts";
import { fromUnknown } from "../errors/from-unknown.ts";
import type { MemoryContext } from "../memory-types.ts";
import { planAnswer, writeAnswer, writesAnything } from "./answer-stored.ts";
import type { Batch, PendingClaim, QueuedReplacement } from "./batch.ts";
import { findConflicts } from "./find-conflicts.ts";
import type { FoundConflict } from "./find-conflicts.ts";
import { findStored } from "./find-stored.ts";
import type { StoredAnswer } from "./find-stored.ts";
import { freeContentHash } from "./free-content-hash.ts";
import { createHumanIdCounter } from "./human-id-counter.ts";
import { createIdentityIndex, keyList } from "./identity-index.ts";
import { insertPending } from "./insert-pending.ts";
import { lookupOf } from "./lookup-of.ts";
import type { PreparedClaim } from "./prepared-claim.ts";
import { findCorrectedClaim, resolveNamedTarget } from "./replacement.ts";
import type { Replacement } from "./replacement.ts";
import type { IngestResult } from "./types.ts";

/** What became of one item of a batch. */
export type ItemResult = IngestResult | MemoryMasterError;

async function withOpenProposal(batch: Batch, found: Replacement | undefined): Promise<QueuedReplacement | undefined> {
  if (found === undefined) return undefined;
  const open = await batch.context.store.proposals.listOpen([found.target.id]);
  return { ...found, openEventId: open.find(({ kind }) => kind === "superseded_candidate")?.eventId };
}

const NONE: readonly FoundConflict[] = [];

/** Each try finds the key that the one before met: callers' own keys may look like derived ones, one after the other. */
const MAX_ATTEMPTS = 8;

/** Lets a new claim wait until its neighbours are ready too. */
function queue(batch: Batch, at: number, replacement: QueuedReplacement | undefined): void {
  const item = batch.items[at];
  if (item === undefined) return;
  const conflicts = batch.index.isEmpty()
    ? NONE
    : findConflicts(item, batch.index, { now: batch.now, replacedId: replacement?.target.id });
  batch.pending.push({ at, item, replacement, conflicts });
  for (const key of keyList(item.keys)) batch.pendingKeys.add(key);
}

/** Writes what waits. When another writer was faster, each claim is looked up once more by itself. */
async function flush(batch: Batch): Promise<void> {
  if (batch.pending.length === 0) return;
  const waiting = batch.pending.splice(0);
  batch.pendingKeys.clear();
  if (await insertPending(batch, waiting)) return;
  batch.hasMore = true;
  for (const one of waiting) await insertAfterConflict(batch, one);
}

/**
 * Looks a claim up once more whose key was taken, and answers with what is there now or writes it.
 *
 * @returns whether it is settled; `false` = the key that it then got was taken too
 */
async function settled(batch: Batch, { at, item, replacement }: PendingClaim): Promise<boolean> {
  const derived = item.given.idempotencyKey === undefined ? [freeContentHash(item, batch.index)] : [];
  const found = await batch.context.store.claims.findIdentityMatches(lookupOf([item], derived));
  for (const match of found) batch.index.add(match);
  batch.humanIds.reset();
  const answer = findStored(item, batch.index, batch.now);
  if (answer !== undefined) {
    await answerWith(batch, at, { answer, replacement });
    return true;
  }
  queue(batch, at, replacement);
  const [waiting] = batch.pending.splice(0);
  batch.pendingKeys.clear();
  return waiting === undefined || insertPending(batch, [waiting]);
}

async function insertAfterConflict(batch: Batch, claim: PendingClaim): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) if (await settled(batch, claim)) return;
  batch.results[claim.at] = new StoreError("store.busy", "Other writers kept taking the keys of the claim", {
    retryable: true,
  });
}

async function answerWith(
  batch: Batch,
  at: number,
  found: { readonly answer: StoredAnswer; readonly replacement: QueuedReplacement | undefined },
): Promise<void> {
  if (found.replacement?.target.id === found.answer.match.claim.id) {
    const details = { field: "supersedes_claim_id" };
    batch.results[at] = new InvalidInputError("input.invalid", "A claim cannot supersede itself", { details });
    return;
  }
  const plan = await planAnswer(batch, at, found);
  if (plan === undefined) return;
  if (writesAnything(plan)) await flush(batch);
  batch.results[at] = await writeAnswer(batch, plan);
}

function sharesKey(batch: Batch, item: PreparedClaim): boolean {
  return batch.pendingKeys.size > 0 && keyList(item.keys).some((key) => batch.pendingKeys.has(key));
}

const searches = (item: PreparedClaim): boolean => item.given.supersedes !== undefined || item.correction !== undefined;

/** The claim that the caller says is corrected; a name that stands for none, or for a retired one, is the item's own fault. */
async function namedTarget(
  batch: Batch,
  item: PreparedClaim,
): Promise<QueuedReplacement | MemoryMasterError | undefined> {
  const { supersedes } = item.given;
  if (supersedes === undefined) return undefined;
  try {
    return await withOpenProposal(batch, await resolveNamedTarget(batch.context, item, supersedes));
  } catch (error) {
    if (error instanceof MemoryMasterError && !(error instanceof StoreError)) return fromUnknown(error);
    throw error;
  }
}

async function takeItem(batch: Batch, at: number, item: PreparedClaim): Promise<void> {
  if (searches(item) || sharesKey(batch, item)) await flush(batch);
  const named = await namedTarget(batch, item);
  if (named instanceof MemoryMasterError) {
    batch.results[at] = named;
    return;
  }
  const answer = findStored(item, batch.index, batch.now);
  if (answer !== undefined) {
    await answerWith(batch, at, { answer, replacement: named });
    return;
  }
  const corrected = named === undefined ? await findCorrectedClaim(batch.context, item) : undefined;
  queue(batch, at, named ?? (await withOpenProposal(batch, corrected)));
}

/** A new claim that needs nothing but its keys looked up takes no turn of the event loop. */
function queuedAtOnce(batch: Batch, at: number, item: PreparedClaim): boolean {
  if (searches(item) || sharesKey(batch, item) || findStored(item, batch.index, batch.now) !== undefined) return false;
  queue(batch, at, undefined);
  return true;
}

/**
 * Writes prepared claims inside the caller's transaction, as if one by one in their order, with a handful of calls.
 *
 * @returns one result for each item; nothing counts before the transaction has committed
 */
export async function writeBatch(
  context: MemoryContext,
  items: readonly PreparedClaim[],
  now: string,
): Promise<readonly (ItemResult | undefined)[]> {
  if (items.length === 0) return [];
  const { claims } = context.store;
  const batch: Batch = {
    context,
    now,
    items,
    index: createIdentityIndex(await claims.findIdentityMatches(lookupOf(items))),
    humanIds: createHumanIdCounter(claims),
    pending: [],
    pendingKeys: new Set(),
    hasMore: true,
    results: [],
  };
  for (const [at, item] of items.entries()) {
    if (!queuedAtOnce(batch, at, item)) await takeItem(batch, at, item);
  }
  batch.hasMore = false;
  await flush(batch);
  return items.map((_, at) => batch.results[at]);
}
