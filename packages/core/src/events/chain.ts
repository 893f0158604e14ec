import { sha256Hex, UNIT_SEPARATOR } from "../claims/identity.ts";
import { InvalidInputError } from "../errors/errors.ts";
import type { JsonValue, MemoryEvent } from "./event.ts";

/** Chain over all events in id order. */
export const HASH_ALGO = "sha256-v1";
/** Chain over the events of one tenant: on top of the first, or in its place where tenants write side by side. */
export const TENANT_HASH_ALGO = "sha256-tenant-v2";

/** What the hash of an event covers. Absent parts count as empty strings. */
export interface HashedEvent {
  readonly claimId: number | undefined;
  readonly eventType: string;
  readonly fromStatus: string | undefined;
  readonly toStatus: string | undefined;
  readonly details: string | undefined;
  /** Canonical JSON. */
  readonly payloadJson: string | undefined;
  readonly createdAt: string;
}

const FORBIDDEN = new RegExp(`[${UNIT_SEPARATOR}\\u0000]`);

/** `undefined` when a part could forge a field boundary or would be stored as another text. */
function hashOf(parts: readonly string[]): string | undefined {
  const isSafe = parts.every((part) => !FORBIDDEN.test(part) && part.isWellFormed());
  return isSafe ? sha256Hex(parts.join(UNIT_SEPARATOR)) : undefined;
}

function requireHash(hash: string | undefined): string {
  if (hash !== undefined) return hash;
  throw new InvalidInputError(
    "input.unstorable",
    "An event may not hold the characters U+0000 or U+001F, nor half of a surrogate pair",
  );
}

function eventParts(event: HashedEvent, prevEventHash: string | undefined, apart?: string): readonly string[] {
  return [
    ...(apart === undefined ? [HASH_ALGO] : [TENANT_HASH_ALGO, apart]),
    event.claimId === undefined ? "" : String(event.claimId),
    event.eventType,
    event.fromStatus ?? "",
    event.toStatus ?? "",
    event.details ?? "",
    event.payloadJson ?? "",
    event.createdAt,
    prevEventHash ?? "",
  ];
}

/**
 * sha256 over algorithm, fields and the previous hash, joined by U+001F.
 *
 * @param apart - the tenant whose events are a chain apart; absent = the chain of all
 * @throws InvalidInputError `input.unstorable`
 */
export function eventHash(event: HashedEvent, prevEventHash: string | undefined, apart?: string): string {
  return requireHash(hashOf(eventParts(event, prevEventHash, apart)));
}

/** Hash of a tenant's event in that tenant's own chain. @throws InvalidInputError `input.unstorable` */
export function tenantEventHash(tenantId: string, ofEvent: string, prevTenantHash: string | undefined): string {
  return requireHash(hashOf([TENANT_HASH_ALGO, tenantId, ofEvent, prevTenantHash ?? ""]));
}

/** sha256 over the salt and the content: what the payload's `content_digest` holds. */
export function contentDigest(salt: string, content: string): string {
  return sha256Hex(salt + content);
}

export const CHAIN_ISSUES = [
  "missing_hash",
  "unexpected_hash_algo",
  "event_hash_mismatch",
  "broken_prev_link",
  "missing_tenant_hash_material",
  "tenant_hash_mismatch",
  "broken_tenant_prev_link",
  "copied_column_mismatch",
  "content_digest_mismatch",
  "truncated_chain",
  "truncated_history",
] as const;
export type ChainIssueReason = (typeof CHAIN_ISSUES)[number];

export interface ChainIssue {
  /** Of a truncated chain: the event that it once reached; of a truncated history, by its id in the other store. */
  readonly eventId: number;
  readonly reason: ChainIssueReason;
}

/** Heads reached so far; a fresh one stands before the first event. */
export interface ChainState {
  /** Of the chain of all. */
  readonly head: string | undefined;
  /** Of the chains of tenants on top of it. */
  readonly tenantHeads: ReadonlyMap<string, string>;
  /** Of the chains apart, by tenant. */
  readonly apartHeads: ReadonlyMap<string, string>;
}

export const CHAIN_START: ChainState = { head: undefined, tenantHeads: new Map(), apartHeads: new Map() };

/** The state behind an event. */
export function chainAfter(state: ChainState, event: Omit<MemoryEvent, "id">): ChainState {
  const { tenantId, eventHash: own, tenantEventHash: ofTenant } = event;
  const isApart = event.hashAlgo === TENANT_HASH_ALGO && tenantId !== undefined;
  return {
    head: isApart ? state.head : own,
    tenantHeads:
      tenantId === undefined || ofTenant === undefined
        ? state.tenantHeads
        : new Map(state.tenantHeads).set(tenantId, ofTenant),
    apartHeads: isApart ? new Map(state.apartHeads).set(tenantId, own) : state.apartHeads,
  };
}

/** What the copied columns hold: a run is a text, an undone event a number; other values are not copied. */
export function payloadCopies(payload: JsonValue | undefined): Pick<MemoryEvent, "runId" | "undoesEventId"> {
  const { run_id: runId, undoes_event_id: undoes } = (payload ?? {}) as { run_id?: unknown; undoes_event_id?: unknown };
  return {
    runId: typeof runId === "string" ? runId : undefined,
    undoesEventId: typeof undoes === "number" ? undoes : undefined,
  };
}

/** A payload of an older store may be no JSON. */
function parsedPayload(payloadJson: string | undefined): JsonValue | undefined {
  if (payloadJson === undefined) return undefined;
  try {
    return JSON.parse(payloadJson) as JsonValue;
  } catch {
    return undefined;
  }
}

function ownIssues(event: MemoryEvent, state: ChainState): ChainIssueReason[] {
  if (event.eventHash === "") return ["missing_hash"];
  const apart = event.hashAlgo === TENANT_HASH_ALGO ? event.tenantId : undefined;
  if (event.hashAlgo !== HASH_ALGO && apart === undefined) return ["unexpected_hash_algo"];
  const reasons: ChainIssueReason[] = [];
  const head = apart === undefined ? state.head : state.apartHeads.get(apart);
  if (event.prevEventHash !== head) reasons.push("broken_prev_link");
  const expected = hashOf(eventParts(event, event.prevEventHash, apart));
  if (expected !== event.eventHash) reasons.push("event_hash_mismatch");
  const copies = payloadCopies(parsedPayload(event.payloadJson));
  if (copies.runId !== event.runId || copies.undoesEventId !== event.undoesEventId) {
    reasons.push("copied_column_mismatch");
  }
  return reasons;
}

function tenantIssues(event: MemoryEvent, head: string | undefined): ChainIssueReason[] {
  if (event.tenantId === undefined) {
    return event.tenantEventHash === undefined ? [] : ["missing_tenant_hash_material"];
  }
  if (event.tenantEventHash === undefined || event.tenantHashAlgo !== TENANT_HASH_ALGO) {
    return ["missing_tenant_hash_material"];
  }
  const reasons: ChainIssueReason[] = [];
  if (event.tenantPrevEventHash !== head) reasons.push("broken_tenant_prev_link");
  const expected = hashOf([TENANT_HASH_ALGO, event.tenantId, event.eventHash, event.tenantPrevEventHash ?? ""]);
  if (expected !== event.tenantEventHash) reasons.push("tenant_hash_mismatch");
  return reasons;
}

/**
 * Checks a page of events in id order against the state the pages before it reached.
 *
 * @returns the issues of this page and the state to pass on with the next one
 */
export function verifyChain(
  events: readonly MemoryEvent[],
  from: ChainState = CHAIN_START,
): { readonly state: ChainState; readonly issues: readonly ChainIssue[] } {
  let state = from;
  const issues: ChainIssue[] = [];
  for (const event of events) {
    const tenantHead = event.tenantId === undefined ? undefined : state.tenantHeads.get(event.tenantId);
    const reasons = [...ownIssues(event, state), ...tenantIssues(event, tenantHead)];
    issues.push(...reasons.map((reason) => ({ eventId: event.id, reason })));
    state = chainAfter(state, event);
  }
  return { state, issues };
}
