import type { Claim } from "../claims/claim.ts";
import { ConflictError } from "../errors/errors.ts";
import type { NewEvent } from "../events/event.ts";
import { proposalOf } from "../events/proposal.ts";
import type { NewClaim } from "../ports/claim-store.ts";
import { PAYLOAD_SEALED } from "../redaction/seal-original.ts";
import type { Clean } from "../security/clean.ts";
import type { Batch, PendingClaim } from "./batch.ts";
import {
  conflictProposal,
  ingestEvent,
  redactionEvent,
  replacementProposal,
  sealedEvent,
  volatilityEvent,
} from "./claim-events.ts";
import { cleanEvents, finishedClaim, wordlessEvent } from "./clean-parts.ts";
import { freeContentHash } from "./free-content-hash.ts";
import type { PreparedClaim } from "./prepared-claim.ts";

/** The event of the ingest, then what was decided about the claim, then what a person is asked. */
function eventsOf(claim: Claim, { item, conflicts, replacement }: PendingClaim): readonly Clean<NewEvent>[] {
  const ingest = wordlessEvent(ingestEvent(claim, item.draft.citations.length));
  const { redactions, forced } = item;
  if (redactions.length === 0 && forced === undefined && replacement === undefined && conflicts.length === 0) {
    return [ingest];
  }
  const files = replacement !== undefined && replacement.openEventId === undefined;
  const more = [
    ...(redactions.length === 0 ? [] : [redactionEvent(claim, redactions)]),
    ...(item.sealed === undefined ? [] : [sealedEvent(claim, item.sealed.fields)]),
    ...(forced === undefined ? [] : [volatilityEvent(claim, forced)]),
    ...(files ? [replacementProposal(claim, replacement, claim.createdAt)] : []),
    ...conflicts.map((conflict) => conflictProposal(claim, conflict)),
  ];
  return [ingest, ...cleanEvents(more)];
}

function warningsOf({ item, conflicts, replacement }: PendingClaim): readonly string[] {
  const queued = replacement?.openEventId === undefined ? "supersession_queued" : "supersession_already_open";
  return [
    ...(replacement === undefined ? [] : [queued]),
    ...conflicts.map(({ code, older }) => `${code}:${older.claim.humanId}`),
    ...(item.forced === undefined ? [] : ["mutable_state:forced_high_volatility"]),
  ];
}

/** Stores sealed originals under the events that tell of them. */
async function keepSealed(
  { context }: Batch,
  stored: readonly { readonly waiting: PendingClaim; readonly claim: Claim }[],
  { events, ids }: { readonly events: readonly NewEvent[]; readonly ids: readonly number[] },
): Promise<void> {
  for (const { waiting, claim } of stored) {
    const sealed = waiting.item.sealed?.sealed;
    if (sealed === undefined) continue;
    const place = events.findIndex(({ claimId, details }) => claimId === claim.id && details === PAYLOAD_SEALED);
    const eventId = ids[place];
    const { id: claimId, createdAt } = claim;
    if (eventId !== undefined) await context.store.seals.put({ eventId, claimId, sealed, createdAt });
  }
}

/** Writes the events of new claims and settles their results. */
async function recordInserted(batch: Batch, pending: readonly PendingClaim[], claims: readonly Claim[]): Promise<void> {
  const events: Clean<NewEvent>[] = [];
  const settled = pending.flatMap((waiting, place) => {
    const claim = claims[place];
    if (claim === undefined) return [];
    const own = eventsOf(claim, waiting);
    const proposal = own.findIndex((event) => proposalOf(event) !== undefined);
    const proposalPlace = proposal < 0 ? undefined : events.length + proposal;
    events.push(...own);
    return [{ waiting, claim, proposalPlace }];
  });
  const ids = await batch.context.store.events.append(events);
  await keepSealed(batch, settled, { events, ids });
  for (const { waiting, claim, proposalPlace } of settled) {
    const { nearHash, twinHash } = waiting.item.own;
    if (batch.hasMore) batch.index.add({ claim, nearHash, twinHash });
    const filed = proposalPlace === undefined ? undefined : ids[proposalPlace];
    batch.results[waiting.at] = {
      claim,
      deduplicated: false,
      revived: false,
      warnings: warningsOf(waiting),
      redactions: waiting.item.redactions,
      proposalEventId: waiting.replacement?.openEventId ?? filed,
    };
  }
}

/** The claim with a human id and a content hash that are free. */
function completed({ humanIds, index }: Batch, item: PreparedClaim): Clean<NewClaim> {
  const { draft, own, given } = item;
  const humanId = humanIds.next({ base: own.humanId, namespace: draft });
  const contentHash = freeContentHash(item, index);
  return finishedClaim(draft, { ...own, humanId, contentHash, idempotencyKey: given.idempotencyKey ?? contentHash });
}

/**
 * Writes new claims with their events.
 *
 * @returns whether they were written; `false` = another writer was faster with one of their keys, and none was
 */
export async function insertPending(batch: Batch, pending: readonly PendingClaim[]): Promise<boolean> {
  await batch.humanIds.load(pending.map(({ item }) => ({ base: item.own.humanId, namespace: item.draft })));
  const claims = await insertedOrTaken(
    batch,
    pending.map(({ item }) => completed(batch, item)),
  );
  if (claims === undefined) return false;
  await recordInserted(batch, pending, claims);
  return true;
}

async function insertedOrTaken(
  batch: Batch,
  finished: readonly Clean<NewClaim>[],
): Promise<readonly Claim[] | undefined> {
  try {
    return await batch.context.store.claims.insert(finished);
  } catch (error) {
    if (error instanceof ConflictError && error.code === "claim.duplicate") return undefined;
    throw error;
  }
}
