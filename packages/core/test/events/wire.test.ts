import { describe, expect, test } from "vitest";

import { recordEvents } from "../../src/events/record-events.ts";
import { chainReportToWire, eventToWire, historyRow } from "../../src/events/wire.ts";
import type { NewEvent } from "../../src/events/event.ts";
import type { HistoryEntry } from "../../src/ports/event-store.ts";
import { openContext, seed } from "../support/open-context.ts";

const AT = "2026-01-02T03:04:05+00:00";

async function stored(event: Omit<NewEvent, "createdAt">): Promise<HistoryEntry> {
  const context = openContext();
  await seed(context, {});
  await recordEvents(context.store, [{ ...event, createdAt: AT }]);
  const [entry] = await context.store.events.scan(0, 1);
  if (entry === undefined) throw new RangeError("nothing was stored");
  return entry;
}

test("an event on the wire has the payload as text, and its hashes", async () => {
  const { event } = await stored({ eventType: "system", payload: { run_id: "r1" } });

  expect(eventToWire(event)).toEqual({
    id: 1,
    claim_id: null,
    event_type: "system",
    from_status: null,
    to_status: null,
    details: null,
    payload_json: '{"run_id":"r1"}',
    created_at: AT,
    prev_event_hash: null,
    event_hash: event.eventHash,
    hash_algo: "sha256-v1",
    tenant_id: null,
    tenant_prev_event_hash: null,
    tenant_event_hash: null,
    tenant_hash_algo: null,
  });
});

describe("a history row", () => {
  const extraction = {
    claimId: 1,
    eventType: "extractor",
    payload: { claim_type: "fact", fields: ["subject"] },
    content: { subject: "payments api" },
  } as const;

  test("has the payload parsed, null when there is none", async () => {
    const with_ = historyRow(await stored({ claimId: 1, eventType: "pin", payload: { before: { pinned: false } } }));
    const without = historyRow(await stored({ claimId: 1, eventType: "audit", details: "seen" }));

    expect([with_, without]).toEqual([
      {
        id: 1,
        timestamp: AT,
        event_type: "pin",
        from_status: null,
        to_status: null,
        details: null,
        payload: { before: { pinned: false } },
      },
      {
        id: 1,
        timestamp: AT,
        event_type: "audit",
        from_status: null,
        to_status: null,
        details: "seen",
        payload: null,
      },
    ]);
  });

  test("has the words of the event while they are there, and says that they were erased after", async () => {
    const entry = await stored(extraction);
    const digest = expect.stringMatching(/^[0-9a-f]{64}$/) as string;

    expect([historyRow(entry).payload, historyRow({ ...entry, content: undefined }).payload]).toEqual([
      { claim_type: "fact", fields: ["subject"], content_digest: digest, content: { subject: "payments api" } },
      { claim_type: "fact", fields: ["subject"], content_digest: digest, content: "[ERASED]" },
    ]);
  });

  test("shows a payload of an older store that is no JSON as it is", async () => {
    const { event } = await stored({ claimId: 1, eventType: "audit" });

    expect(historyRow({ event: { ...event, payloadJson: "plain words" }, content: undefined }).payload).toBe(
      "plain words",
    );
  });
});

test("a report of verification on the wire", () => {
  const issues = [{ eventId: 3, reason: "broken_prev_link" } as const];

  expect(chainReportToWire({ events: 4, valid: false, headId: undefined, head: undefined, issues })).toEqual({
    events: 4,
    valid: false,
    head_hash: null,
    issues: [{ event_id: 3, reason: "broken_prev_link" }],
  });
});
