import { describe, expect, test } from "vitest";

import { checkEvent } from "../../src/events/check-event.ts";
import type { JsonObject, JsonValue, NewEvent } from "../../src/events/event.ts";

const at = "2026-01-02T03:04:05+00:00";
const event = (fields: Partial<NewEvent> & Pick<NewEvent, "eventType">): NewEvent => ({
  claimId: 1,
  createdAt: at,
  ...fields,
});
const refusal = expect.objectContaining({ code: "input.invalid" }) as Error;

const COMPACTION: JsonObject = {
  retain_days: 30,
  event_retain_days: 60,
  archived_claims: 0,
  deleted_events: 0,
  artifacts: { summary_graph: "a.json", traceability: "b.json" },
};

const ACCEPTED: readonly NewEvent[] = [
  event({ eventType: "ingest", toStatus: "candidate", payload: { citation_count: 1 } }),
  event({
    eventType: "extractor",
    payload: { claim_type: "fact", fields: ["subject"] },
    content: { subject: "api" },
  }),
  event({ eventType: "validator" }),
  event({ eventType: "validator", payload: { score: 0.5, citation_count: 0 } }),
  event({ eventType: "validator", payload: { score: 1, citation_count: 2, revalidation: true } }),
  event({ eventType: "compaction_run", claimId: undefined, payload: COMPACTION }),
  event({ eventType: "policy_decision", payload: { findings: ["openai_key"] } }),
  event({ eventType: "policy_decision", details: "steward_proposal:conflicted", payload: { claim_version: 1 } }),
  event({ eventType: "audit" }),
  event({ eventType: "audit", details: "triage_done", payload: { source: "cli" } }),
  event({ eventType: "deterministic_validator", payload: { ok: true, note: null, before: { confidence: 0.5 } } }),
  event({ eventType: "confirm", payload: { actor: "ana", actor_kind: "person", before: {}, reason: "seen" } }),
  event({ eventType: "pin", payload: { before: { pinned: false } } }),
  event({ eventType: "link", payload: { target_id: 2, link_type: "supports", before: { link_id: null } } }),
  event({ eventType: "system", claimId: undefined }),
  event({ eventType: "transition", fromStatus: "candidate", toStatus: "archived", payload: { before: {} } }),
  event({ eventType: "confidence", details: "x".repeat(2_000) }),
];

const REFUSED: Readonly<Record<string, NewEvent>> = {
  "an unknown kind": event({ eventType: "surprise" as NewEvent["eventType"] }),
  "an ingest without payload": event({ eventType: "ingest" }),
  "an ingest without citation": event({ eventType: "ingest", payload: { citation_count: 0 } }),
  "a count that is true": event({ eventType: "ingest", payload: { citation_count: true } }),
  "a count with a fraction": event({ eventType: "ingest", payload: { citation_count: 1.5 } }),
  "an extractor whose words have no side row": event({
    eventType: "extractor",
    payload: { claim_type: "fact", fields: [] },
  }),
  "a bare validator that says it passed": event({ eventType: "validator", details: "revalidation_passed" }),
  "a validator score above 1": event({ eventType: "validator", payload: { score: 1.1, citation_count: 1 } }),
  "a validator score that is false": event({ eventType: "validator", payload: { score: false, citation_count: 1 } }),
  "a revalidation that is no boolean": event({
    eventType: "validator",
    payload: { score: 1, citation_count: 1, revalidation: 1 },
  }),
  "a compaction without its artifacts by name": event({
    eventType: "compaction_run",
    payload: { ...COMPACTION, artifacts: { summary_graph: "", traceability: "b.json" } },
  }),
  "a policy decision that decides nothing": event({ eventType: "policy_decision", payload: {} }),
  "a proposal without the version it saw": event({
    eventType: "policy_decision",
    details: "steward_proposal:conflicted",
    payload: { kind: "x" },
  }),
  "a triage without source": event({ eventType: "audit", details: "triage_done" }),
  "a deterministic validator with a nested value": event({ eventType: "deterministic_validator", payload: { a: [1] } }),
  "a confirmation by no person": event({
    eventType: "confirm",
    payload: { actor: "job", actor_kind: "job", before: {} },
  }),
  "a supersession without replacement": event({ eventType: "supersession", payload: { before: {} } }),
  "a pin that says no value before": event({ eventType: "pin", payload: {} }),
  "a change of status by a kind that may not": event({
    eventType: "audit",
    fromStatus: "candidate",
    toStatus: "confirmed",
    payload: { before: {} },
  }),
  "a change of status that says nothing of before": event({
    eventType: "transition",
    fromStatus: "candidate",
    toStatus: "confirmed",
  }),
  "details of 2,001 characters": event({ eventType: "system", details: "x".repeat(2_001) }),
  "content without a claim": event({ eventType: "system", claimId: undefined, content: { a: "b" } }),
};

function nested(depth: number): JsonValue {
  return depth === 0 ? 1 : { in: nested(depth - 1) };
}

describe("an event is accepted", () => {
  test.each(
    ACCEPTED.map(
      (accepted) => [`${accepted.eventType} ${JSON.stringify(accepted.payload ?? null)}`, accepted] as const,
    ),
  )("%s", (_title, accepted) => {
    expect(() => checkEvent(accepted)).not.toThrow();
  });
});

describe("an event is refused", () => {
  test.each(Object.entries(REFUSED))("for %s", (_why, refused) => {
    expect(() => checkEvent(refused)).toThrow(refusal);
  });

  test("when its payload is nested deeper than 32", () => {
    const withDepth = (depth: number): NewEvent => event({ eventType: "system", payload: nested(depth) as JsonObject });

    expect(() => checkEvent(withDepth(32))).not.toThrow();
    expect(() => checkEvent(withDepth(33))).toThrow(refusal);
  });
});
