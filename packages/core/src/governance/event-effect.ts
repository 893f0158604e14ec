import { CLAIM_STATUSES } from "../claims/claim.ts";
import type { ClaimStatus } from "../claims/claim.ts";
import { LINK_TYPE_NAMES } from "../claims/link.ts";
import type { ClaimLink } from "../claims/link.ts";
import type { JsonObject, JsonValue, MemoryEvent } from "../events/event.ts";
import { payloadOf } from "../events/payload-of.ts";
import { RESOLUTIONS, storedProposalEffect } from "../events/proposal.ts";
import { isId, isRestorable, isTime } from "./restorable-fields.ts";
import type { RestorableField } from "./restorable-fields.ts";

export type Edge = Pick<ClaimLink, "sourceId" | "targetId" | "linkType">;

/**
 * What an event changed, as its payload tells it: enough to set it back. An undo event tells the same about itself, so
 * that an undo is undone by the same rules.
 */
export interface Effect {
  readonly claimId: number;
  /** The claim came into the store by it: to take that back is to archive the claim, whatever it is by now. */
  readonly arrived?: boolean | undefined;
  readonly status: { readonly from: ClaimStatus; readonly to: ClaimStatus } | undefined;
  /** Values of the claim before the event, null for none. */
  readonly fields: Readonly<Partial<Record<RestorableField, JsonValue>>>;
  /** What the fields were after it, where the event says so: only then are they set back. */
  readonly left?: JsonObject | undefined;
  /** The link it added (`before` absent) or removed. */
  readonly link: { readonly edge: Edge; readonly before: Pick<ClaimLink, "id" | "createdAt"> | undefined } | undefined;
  /** The replacement whose pointer it turned to the claim, or away from it; `former` is the other claim it led to. */
  readonly pointer: PointerEffect | undefined;
  readonly citation: CitationEffect | undefined;
  readonly redaction: RedactionEffect | undefined;
  readonly proposal: ProposalChange | undefined;
  /** Events of the same decision: they are undone together with it. */
  readonly appliedEventIds: readonly number[];
}

export interface PointerEffect {
  readonly replacementId: number;
  readonly wasSet: boolean;
  readonly former: number | undefined;
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

export const objectOf = (value: JsonValue | undefined): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

/** Names in `before` that belong to something else than the claim's own row. */
const OF_OTHERS: ReadonlySet<string> = new Set(["link_id", "created_at", "proposal", "words"]);

/** Values of the claim's own row before an event. The pointer back is that of a replacement, when the event names one. */
export function ownBefore(payload: JsonObject): readonly (readonly [string, JsonValue])[] {
  const isOther = (name: string): boolean =>
    OF_OTHERS.has(name) || (name === "supersedes_claim_id" && payload["replaced_by_claim_id"] !== undefined);
  return Object.entries(objectOf(payload["before"])).filter(([name]) => !isOther(name));
}

type States = readonly [from: JsonValue | undefined, to: JsonValue | undefined];

/** Kinds that tell what came from another store. */
const isForeign = ({ eventType }: MemoryEvent): boolean => eventType === "import" || eventType === "sync";

/** Of what came from another store the payload tells the states: such an event is no step of the lifecycle. */
export function statesOf(event: MemoryEvent, { before, after }: JsonObject): States {
  const { fromStatus, toStatus } = event;
  return isForeign(event) ? [objectOf(before)["status"], objectOf(after)["status"]] : [fromStatus, toStatus];
}

function statusOf(states: States): Effect["status"] {
  const [from, to] = states.map((text) => CLAIM_STATUSES.find((status) => status === text));
  return from === to || from === undefined || to === undefined ? undefined : { from, to };
}

/** `undefined` when a change of state does not say what was before, or values are not those of their fields. */
function fieldsOf(event: MemoryEvent, payload: JsonObject, [from, to]: States): Effect["fields"] | undefined {
  if (payload["citation_id"] !== undefined) return {};
  if (payload["before"] === undefined && from !== to) return undefined;
  const entries = ownBefore(payload).filter(([name]) => name !== "status" || !isForeign(event));
  return entries.every(isRestorable) ? Object.fromEntries(entries) : undefined;
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

/** A supersession tells what the pointer was, set or not; an undo tells of a pointer that it turned. */
function pointerOf(event: MemoryEvent, payload: JsonObject): Effect["pointer"] {
  const { replaced_by_claim_id: replacementId } = payload;
  const [before, restored] = [payload["before"], payload["restored"]].map(
    (values) => objectOf(values)["supersedes_claim_id"],
  );
  if (!isId(replacementId) || before === undefined) return undefined;
  const wasSet = event.eventType === "supersession" || restored === event.claimId;
  const other = wasSet ? before : restored;
  return { replacementId, wasSet, former: isId(other) ? other : undefined };
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

function leftBy(event: MemoryEvent, { before, after }: JsonObject): Effect["left"] {
  return isForeign(event) && before !== undefined ? objectOf(after) : undefined;
}

/** An import takes in new claims alone, and need not say so. */
const isArrival = (event: MemoryEvent, payload: JsonObject): boolean =>
  isForeign(event) && (payload["new"] ?? event.eventType === "import") === true;

/** What an event changed; `undefined` when it says nothing that could be set back, or in a form that is not ours. */
export function effectOf(event: MemoryEvent): Effect | undefined {
  const { claimId } = event;
  const stored = payloadOf(event);
  if (claimId === undefined || stored === undefined) return undefined;
  const arrived = isArrival(event, stored);
  const payload = arrived ? {} : stored;
  const states = statesOf(event, payload);
  const [fields, status] = [fieldsOf(event, payload, states), statusOf(states)];
  if (fields === undefined || (status === undefined && states[0] !== states[1])) return undefined;
  const effect: Effect = {
    claimId,
    ...(arrived && { arrived }),
    status,
    fields,
    left: leftBy(event, payload),
    link: linkOf(event, claimId, payload),
    pointer: pointerOf(event, payload),
    citation: citationOf(payload),
    redaction: redactionOf(event, payload),
    proposal: proposalOf(event, payload),
    appliedEventIds: appliedIdsOf(payload),
  };
  return isEmpty(effect) ? undefined : effect;
}

function isEmpty({ arrived, status, fields, link, pointer, citation, redaction, proposal }: Effect): boolean {
  const parts = [arrived, status, link, pointer, citation, redaction, proposal];
  return Object.keys(fields).length === 0 && parts.every((part) => part === undefined);
}
