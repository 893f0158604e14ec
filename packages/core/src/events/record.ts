import { InvalidInputError } from "../errors/errors.ts";
import { LIMITS } from "../claims/limits.ts";
import type { Ids } from "../ports/ids.ts";
import { canonicalJson } from "./canonical-json.ts";
import { chainAfter, contentDigest, eventHash, HASH_ALGO, payloadCopies } from "./chain.ts";
import { TENANT_HASH_ALGO, tenantEventHash } from "./chain.ts";
import type { ChainState } from "./chain.ts";
import type { EventContent, JsonObject, MemoryEvent, NewEvent } from "./event.ts";
import { checkEvent } from "./check-event.ts";

/** An event ready to be stored under the next id, with the side row that holds its erasable words. */
export interface SealedEvent {
  readonly event: Omit<MemoryEvent, "id">;
  readonly content: EventContent | undefined;
}

function payloadWithDigest(event: NewEvent, content: EventContent | undefined): JsonObject | undefined {
  if (content === undefined) return event.payload;
  return { ...event.payload, content_digest: contentDigest(content.salt, content.content) };
}

function payloadText(payload: JsonObject | undefined): string | undefined {
  if (payload === undefined) return undefined;
  const text = canonicalJson(payload);
  if (Buffer.byteLength(text) > LIMITS.eventPayloadBytes) {
    throw new InvalidInputError("input.too_long", "The payload of an event is larger than 64 KiB", {
      details: { field: "payload" },
    });
  }
  return text;
}

/** The heads under the write lock, and how new events go on from them. */
export interface ChainHeads extends ChainState {
  /** Whether the events of a tenant are a chain apart from the others. Default false. */
  readonly tenantsApart?: boolean | undefined;
}

function sealOne(event: NewEvent, heads: ChainHeads, ids: Ids): SealedEvent {
  checkEvent(event);
  const content = event.content === undefined ? undefined : { salt: ids.salt(), content: canonicalJson(event.content) };
  const payload = payloadWithDigest(event, content);
  const hashed = {
    claimId: event.claimId,
    eventType: event.eventType,
    fromStatus: event.fromStatus,
    toStatus: event.toStatus,
    details: event.details,
    payloadJson: payloadText(payload),
    createdAt: event.createdAt,
  };
  const apart = heads.tenantsApart ? event.tenantId : undefined;
  const prev = apart === undefined ? heads.head : heads.apartHeads.get(apart);
  const own = eventHash(hashed, prev, apart);
  const tenantPrev = event.tenantId === undefined ? undefined : heads.tenantHeads.get(event.tenantId);
  return {
    content,
    event: {
      ...hashed,
      tenantId: event.tenantId,
      prevEventHash: prev,
      eventHash: own,
      hashAlgo: apart === undefined ? HASH_ALGO : TENANT_HASH_ALGO,
      tenantPrevEventHash: tenantPrev,
      tenantEventHash: event.tenantId === undefined ? undefined : tenantEventHash(event.tenantId, own, tenantPrev),
      tenantHashAlgo: event.tenantId === undefined ? undefined : TENANT_HASH_ALGO,
      ...payloadCopies(payload),
    },
  };
}

/**
 * Checks events and puts them onto the chain in the given order. A store calls this inside the transaction that
 * writes them, with the heads it has read under its write lock.
 *
 * @throws InvalidInputError `input.invalid` when an event breaks the rule of its kind
 */
export function sealEvents(events: readonly NewEvent[], heads: ChainHeads, ids: Ids): readonly SealedEvent[] {
  let state = heads;
  return events.map((event) => {
    const sealed = sealOne(event, state, ids);
    state = { ...chainAfter(state, sealed.event), tenantsApart: heads.tenantsApart };
    return sealed;
  });
}
