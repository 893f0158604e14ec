import { CLAIM_STATUSES } from "../claims/claim.ts";
import type { ClaimStatus } from "../claims/claim.ts";
import { LINK_TYPE_NAMES } from "../claims/link.ts";
import type { ClaimLink } from "../claims/link.ts";
import { epochMsOf } from "../claims/time.ts";
import { TRACKED_FIELDS } from "../claims/tracked-fields.ts";
import type { TrackedField } from "../claims/tracked-fields.ts";
import type { JsonObject, JsonValue, MemoryEvent } from "../events/event.ts";
import { payloadOf } from "../events/payload-of.ts";
import { RESOLUTIONS, storedProposalEffect } from "../events/proposal.ts";

export type Edge = Pick<ClaimLink, "sourceId" | "targetId" | "linkType">;

/**
 * What an event changed, as its payload tells it: enough to set it back. An undo event tells the same about itself, so
 * that an undo is undone by the same rules.
 */
export interface Effect {
  readonly claimId: number;
  readonly status: { readonly from: ClaimStatus; readonly to: ClaimStatus } | undefined;
  /** Values of the claim before the event, null for none. */
  readonly fields: Readonly<Partial<Record<TrackedField, JsonValue>>>;
  /** The link it added (`before` absent) or removed. */
  readonly link: { readonly edge: Edge; readonly before: Pick<ClaimLink, "id" | "createdAt"> | undefined } | undefined;
  /** The replacement whose pointer to the claim it set, or took away. */
  readonly pointer: { readonly replacementId: number; readonly wasSet: boolean } | undefined;
  readonly citation: CitationEffect | undefined;
  readonly redaction: RedactionEffect | undefined;
  readonly proposal: ProposalChange | undefined;
  /** Events of the same decision: they are undone together with it. */
  readonly appliedEventIds: readonly number[];
}

export interface CitationEffect {
  readonly id: number;
  readonly did: "added" | "removed" | "checked";
  /** Values before a check. */
  readonly old: JsonObject;
}

/** `auditId` is the redaction that the original was sealed for. */
export interface RedactionEffect {
  readonly auditId: number;
  readonly did: "redacted" | "restored";
  readonly claim: boolean;
  readonly citations: boolean;
}

/** `open`, or how it ended, before the event and after it. */
export interface ProposalChange {
  readonly id: number;
  readonly from: string;
  readonly to: string;
}

const isId = (value: JsonValue | undefined): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0;
const isTime = (value: JsonValue | undefined): value is string =>
  typeof value === "string" && epochMsOf(value) !== undefined;
const orNull =
  (accepts: (value: JsonValue) => boolean) =>
  (value: JsonValue): boolean =>
    value === null || accepts(value);

const ACCEPTS: Readonly<Record<TrackedField, (value: JsonValue) => boolean>> = {
  last_validated_at: orNull(isTime),
  archived_at: orNull(isTime),
  confirmed_by: orNull((value) => typeof value === "string" && value !== ""),
  confidence: (value) => typeof value === "number" && value >= 0 && value <= 1,
  pinned: (value) => typeof value === "boolean",
  valid_until: orNull(isTime),
  replaced_by_claim_id: orNull(isId),
};

export const objectOf = (value: JsonValue | undefined): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

/** Names in `before` that belong to something else than the claim's own row. */
const OF_OTHERS: ReadonlySet<string> = new Set(["link_id", "created_at", "supersedes_claim_id", "proposal", "words"]);

/** Whether a name in `before` stands for a value of the claim's own row. */
export const isOwnValue = (name: string): boolean => !OF_OTHERS.has(name);

const isTracked = (name: string): name is TrackedField => Object.hasOwn(TRACKED_FIELDS, name);

function statusOf({ fromStatus, toStatus }: MemoryEvent): Effect["status"] {
  if (fromStatus === toStatus) return undefined;
  const [from, to] = [fromStatus, toStatus].map((text) => CLAIM_STATUSES.find((status) => status === text));
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** `undefined` when a change of state does not say what was before, or values are not those of their fields. */
function fieldsOf(event: MemoryEvent, payload: JsonObject): Effect["fields"] | undefined {
  if (payload["citation_id"] !== undefined) return {};
  if (payload["before"] === undefined && event.fromStatus !== event.toStatus) return undefined;
  const entries = Object.entries(objectOf(payload["before"])).filter(([name]) => isOwnValue(name));
  const areKnown = entries.every(([name, value]) => isTracked(name) && ACCEPTS[name](value));
  return areKnown ? Object.fromEntries(entries) : undefined;
}

/** The link that an event is about: the one it names, or that from the replacement to the claim it replaced. */
function edgeOf(claimId: number, payload: JsonObject): Edge | undefined {
  const { target_id: targetId, link_type: type, replaced_by_claim_id: replacementId } = payload;
  const linkType = LINK_TYPE_NAMES.find((known) => known === type);
  if (isId(targetId) && linkType !== undefined) return { sourceId: claimId, targetId, linkType };
  return isId(replacementId) ? { sourceId: replacementId, targetId: claimId, linkType: "supersedes" } : undefined;
}

function linkOf(event: MemoryEvent, claimId: number, payload: JsonObject): Effect["link"] {
  const before = objectOf(payload["before"]);
  const edge = edgeOf(claimId, payload);
  if (edge === undefined) return undefined;
  const { link_id: id, created_at: createdAt } = before;
  if (event.eventType === "supersession" ? isId(payload["link_id"]) : id === null) return { edge, before: undefined };
  return isId(id) && isTime(createdAt) ? { edge, before: { id, createdAt } } : undefined;
}

/** A supersession sets the pointer when there was none, and leaves another one as it is. */
function pointerOf(event: MemoryEvent, payload: JsonObject): Effect["pointer"] {
  const { replaced_by_claim_id: replacementId } = payload;
  const { supersedes_claim_id: pointed } = objectOf(payload["before"]);
  if (!isId(replacementId) || pointed === undefined) return undefined;
  if (pointed === null) return { replacementId, wasSet: true };
  return event.eventType === "supersession" ? undefined : { replacementId, wasSet: false };
}

/** Fields of a citation that a check may change. */
const CHECKED: ReadonlySet<string> = new Set([
  ...["kind", "path", "line_start", "line_end", "excerpt_hash", "git_blob", "commit_id"],
  ...["fetched_at", "content_hash", "check_status", "checked_at"],
]);

function citationOf(payload: JsonObject): CitationEffect | undefined {
  const { citation_id: id, outcome } = payload;
  if (!isId(id)) return undefined;
  if (outcome === "added" || outcome === "removed") return { id, did: outcome, old: {} };
  const old = objectOf(payload["old"] ?? payload["before"]);
  return Object.keys(old).every((name) => CHECKED.has(name)) ? { id, did: "checked", old } : undefined;
}

function redactionOf(event: MemoryEvent, payload: JsonObject): RedactionEffect | undefined {
  const parts = { claim: payload["redact_claim"] === true, citations: payload["redact_citations"] === true };
  if (event.details === "claim_payload_redacted" && event.eventType === "audit") {
    return { auditId: event.id, did: "redacted", ...parts };
  }
  const { redaction_event_id: auditId } = payload;
  if (event.eventType !== "undo" || !isId(auditId)) return undefined;
  return { auditId, did: objectOf(payload["restored"])["words"] === "original" ? "restored" : "redacted", ...parts };
}

function proposalOf(event: MemoryEvent, payload: JsonObject): ProposalChange | undefined {
  const { proposal_event_id: id } = payload;
  if (!isId(id)) return undefined;
  if (event.eventType === "audit") {
    const closes = storedProposalEffect(event, undefined) !== undefined;
    return closes ? { id, from: "open", to: RESOLUTIONS[event.details as keyof typeof RESOLUTIONS] } : undefined;
  }
  const [from, to] = [payload["before"], payload["restored"]].map((values) => objectOf(values)["proposal"]);
  return typeof from === "string" && typeof to === "string" ? { id, from, to } : undefined;
}

function appliedIdsOf({ applied_event_ids: ids }: JsonObject): readonly number[] {
  return Array.isArray(ids) ? (ids as readonly JsonValue[]).filter(isId) : [];
}

/** What an event changed; `undefined` when it says nothing that could be set back, or in a form that is not ours. */
export function effectOf(event: MemoryEvent): Effect | undefined {
  const { claimId } = event;
  const payload = payloadOf(event);
  if (claimId === undefined || payload === undefined) return undefined;
  const fields = fieldsOf(event, payload);
  const status = statusOf(event);
  if (fields === undefined || (status === undefined && event.fromStatus !== event.toStatus)) return undefined;
  const effect: Effect = {
    claimId,
    status,
    fields,
    link: linkOf(event, claimId, payload),
    pointer: pointerOf(event, payload),
    citation: citationOf(payload),
    redaction: redactionOf(event, payload),
    proposal: proposalOf(event, payload),
    appliedEventIds: appliedIdsOf(payload),
  };
  return isEmpty(effect) ? undefined : effect;
}

function isEmpty({ status, fields, link, citation, redaction, proposal }: Effect): boolean {
  const parts = [status, link, citation, redaction, proposal];
  return Object.keys(fields).length === 0 && parts.every((part) => part === undefined);
}
