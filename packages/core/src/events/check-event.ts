import { LIMITS } from "../claims/limits.ts";
import { InvalidInputError } from "../errors/errors.ts";
import { EVENT_TYPES, STATUS_EVENT_TYPES } from "./event.ts";
import type { EventType, JsonObject, JsonValue, NewEvent } from "./event.ts";

type FieldCheck = (value: JsonValue | undefined) => boolean;

const isCount: FieldCheck = (value) => typeof value === "number" && Number.isInteger(value) && value >= 0;
const isPositive: FieldCheck = (value) => isCount(value) && value !== 0;
const isText: FieldCheck = (value) => typeof value === "string" && value.trim() !== "";
const isRatio: FieldCheck = (value) => typeof value === "number" && value >= 0 && value <= 1;
const isObject: FieldCheck = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isArtifacts: FieldCheck = (value) => {
  if (!isObject(value)) return false;
  const { summary_graph: graph, traceability } = value as JsonObject;
  return isText(graph) && isText(traceability);
};
const isArray: FieldCheck = (value) => Array.isArray(value);
const isBoolean: FieldCheck = (value) => typeof value === "boolean";
const isTextOrAbsent: FieldCheck = (value) => value === undefined || isText(value);
const isBooleanOrAbsent: FieldCheck = (value) => value === undefined || isBoolean(value);

/** What the payload of an event kind must hold; a kind without an entry takes any object or none. */
interface PayloadRule {
  /** Whether the payload may be absent. */
  readonly optional?: (details: string) => boolean;
  readonly fields: Readonly<Record<string, FieldCheck>>;
}

const BARE_VALIDATOR_DETAILS = new Set(["validation_pending_more_evidence", "revalidation_passed"]);

const RULES: Readonly<Partial<Record<EventType, PayloadRule>>> = {
  ingest: { fields: { citation_count: isPositive } },
  extractor: { fields: { claim_type: isText, fields: isArray, content_digest: isText } },
  validator: {
    optional: (details) => !BARE_VALIDATOR_DETAILS.has(details),
    fields: { score: isRatio, citation_count: isCount, revalidation: isBooleanOrAbsent },
  },
  compaction_run: {
    fields: {
      retain_days: isCount,
      event_retain_days: isCount,
      archived_claims: isCount,
      deleted_events: isCount,
      artifacts: isArtifacts,
    },
  },
  confirm: {
    fields: { actor: isText, actor_kind: (value) => value === "person", before: isObject, reason: isTextOrAbsent },
  },
  undo: {
    fields: { undoes_event_id: isPositive, undone_type: isText, actor: isText, before: isObject, restored: isObject },
  },
  supersession: { fields: { replaced_by_claim_id: isPositive, before: isObject } },
  merge: { fields: { keep_id: isPositive, merge_id: isPositive, moved: isObject } },
  import: { fields: { origin: isText, claim_uid: isText, events: isCount } },
  citation: { fields: { citation_id: isPositive, outcome: isText, old: isObject, new: isObject } },
  link: { fields: { target_id: isPositive, link_type: isText, before: isObject } },
  unlink: { fields: { target_id: isPositive, link_type: isText, before: isObject } },
  pin: { fields: { before: isObject } },
  unpin: { fields: { before: isObject } },
};

function fail(event: NewEvent, why: string): never {
  throw new InvalidInputError("input.invalid", `Event ${event.eventType}: ${why}`, {
    details: { field: "payload", event_type: event.eventType },
  });
}

function depthOf(value: JsonValue): number {
  if (value === null || typeof value !== "object") return 0;
  return 1 + Math.max(0, ...Object.values(value as JsonObject).map(depthOf));
}

function checkPayload(event: NewEvent, rule: PayloadRule): void {
  const details = event.details ?? "";
  if (event.payload === undefined) {
    if (rule.optional?.(details) !== true) fail(event, "the payload is missing");
    return;
  }
  const payload: JsonObject =
    event.content === undefined ? event.payload : { ...event.payload, content_digest: "set when it is sealed" };
  for (const [field, check] of Object.entries(rule.fields)) {
    if (!check(payload[field])) fail(event, `payload field ${field} is missing or has the wrong type`);
  }
}

function checkPolicyDecision(event: NewEvent): void {
  const payload = event.payload ?? {};
  if (Object.keys(payload).length === 0) fail(event, "the payload is missing");
  const isProposal = event.details?.startsWith("steward_proposal:") === true;
  if (isProposal && !isPositive(payload["claim_version"])) fail(event, "a proposal names the claim_version it saw");
}

function checkAudit(event: NewEvent): void {
  if (event.details?.startsWith("triage_") === true && !isText(event.payload?.["source"])) {
    fail(event, "a triage audit names its source");
  }
}

function checkScalars(event: NewEvent): void {
  const entries = Object.entries(event.payload ?? {}).filter(([key]) => key !== "before");
  if (entries.some(([, value]) => typeof value === "object" && value !== null))
    fail(event, "payload values are scalars");
}

const SPECIAL: Readonly<Partial<Record<EventType, (event: NewEvent) => void>>> = {
  policy_decision: checkPolicyDecision,
  audit: checkAudit,
  deterministic_validator: checkScalars,
};

function checkStatusChange(event: NewEvent): void {
  const changes = event.fromStatus !== undefined && event.toStatus !== undefined && event.fromStatus !== event.toStatus;
  if (!changes) return;
  if (!STATUS_EVENT_TYPES.has(event.eventType)) fail(event, "this kind may not change a status");
  if (!isObject(event.payload?.["before"])) fail(event, "a change of status says what was before");
}

/**
 * Refuses an event that breaks the rule of its kind: a payload that undo, audit or integrity could not rely on.
 *
 * @throws InvalidInputError `input.invalid`
 */
export function checkEvent(event: NewEvent): void {
  if (!EVENT_TYPES.includes(event.eventType)) fail(event, "unknown kind");
  if ([...(event.details ?? "")].length > LIMITS.eventDetails) fail(event, "details are longer than 2,000 characters");
  if (event.content !== undefined && event.claimId === undefined) fail(event, "content needs a claim");
  checkStatusChange(event);
  const rule = RULES[event.eventType];
  if (rule !== undefined) checkPayload(event, rule);
  SPECIAL[event.eventType]?.(event);
  if (event.payload !== undefined && depthOf(event.payload) > LIMITS.eventPayloadDepth) fail(event, "payload too deep");
}
