import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { canonicalJson } from "../../src/events/canonical-json.ts";
import { CHAIN_START, contentDigest, eventHash, tenantEventHash, verifyChain } from "../../src/events/chain.ts";
import type { HashedEvent } from "../../src/events/chain.ts";
import type { MemoryEvent, NewEvent } from "../../src/events/event.ts";
import { sealEvents } from "../../src/events/record.ts";
import { createCountingIds } from "../../src/testing/counting-ids.ts";

const A: HashedEvent = {
  claimId: 1,
  eventType: "ingest",
  fromStatus: undefined,
  toStatus: "candidate",
  details: "claim_ingested",
  payloadJson: canonicalJson(JSON.parse('{"citation_count": 1}') as { citation_count: number }),
  createdAt: "2026-01-02T03:04:05+00:00",
};
const HASH_A = "0624f9a8e5f1624236c057caf7578fd434e856a28cca88794dace7194511943e";
const B: HashedEvent = {
  claimId: 1,
  eventType: "transition",
  fromStatus: "candidate",
  toStatus: "confirmed",
  details: "ok",
  payloadJson: undefined,
  createdAt: "2026-01-02T03:04:06+00:00",
};

describe("the hash of an event", () => {
  test("of the first event covers its fields and no predecessor", () => {
    expect(eventHash(A, undefined)).toBe(HASH_A);
  });

  test("of a later event covers the hash before it", () => {
    expect(eventHash(B, HASH_A)).toBe("d9883fc72901ebd8a21ff18ba6c7ac2991bf332357c42606682d1b2cf5aa2e7f");
  });

  test("in a tenant's own chain covers tenant and event hash", () => {
    expect(tenantEventHash("acme", HASH_A, undefined)).toBe(
      "0b9c766c70a73049a526190cbc303681e6248921389f5867d6241743452e88a6",
    );
  });

  test.each(["a\u001fb", "a\u0000b", "a\ud800b"])("refuses %j, which could forge or lose a field", (details) => {
    expect(() => eventHash({ ...A, details }, undefined)).toThrow(
      expect.objectContaining({ code: "input.unstorable" }),
    );
  });
});

test("a content digest binds salt and content", () => {
  const digest = contentDigest("00", "{}");

  expect(
    [contentDigest("00", "{}"), contentDigest("01", "{}"), contentDigest("00", "[]")].map((other) => other === digest),
  ).toEqual([true, false, false]);
});

function sealedChain(count: number): MemoryEvent[] {
  const events = Array.from({ length: count }, (_, index): NewEvent => ({
    claimId: 1 + (index % 3),
    eventType: "ingest",
    toStatus: "candidate",
    details: `claim_ingested ${index}`,
    payload: { citation_count: 1 + index, run_id: `run-${index % 2}` },
    tenantId: index % 3 === 0 ? undefined : `tenant-${index % 3}`,
    createdAt: "2026-01-02T03:04:05+00:00",
  }));
  return sealEvents(events, CHAIN_START, createCountingIds()).map(({ event }, index) => ({ id: index + 1, ...event }));
}

const TAMPERING: Readonly<Record<string, (event: MemoryEvent) => MemoryEvent>> = {
  claimId: (event) => ({ ...event, claimId: 99 }),
  eventType: (event) => ({ ...event, eventType: "audit" }),
  fromStatus: (event) => ({ ...event, fromStatus: "confirmed" }),
  toStatus: (event) => ({ ...event, toStatus: "archived" }),
  details: (event) => ({ ...event, details: `${event.details ?? ""}.` }),
  payloadJson: (event) => ({ ...event, payloadJson: '{"citation_count":77,"run_id":"run-0"}' }),
  createdAt: (event) => ({ ...event, createdAt: "2026-01-02T03:04:06+00:00" }),
  prevEventHash: (event) => ({ ...event, prevEventHash: HASH_A }),
  eventHash: (event) => ({ ...event, eventHash: HASH_A }),
  hashAlgo: (event) => ({ ...event, hashAlgo: "none" }),
  runId: (event) => ({ ...event, runId: "run-9" }),
  undoesEventId: (event) => ({ ...event, undoesEventId: 4 }),
  tenantId: (event) => ({ ...event, tenantId: "elsewhere" }),
};

describe("a chain as it was sealed", () => {
  test("has no issue, read at once or page by page", () => {
    const events = sealedChain(20);
    const whole = verifyChain(events);
    const first = verifyChain(events.slice(0, 7));
    const rest = verifyChain(events.slice(7), first.state);

    expect([whole.issues, first.issues, rest.issues]).toEqual([[], [], []]);
    expect(rest.state).toEqual(whole.state);
    expect(whole.state.head).toBe(events.at(-1)?.eventHash);
  });

  test("has an issue wherever one field of one event was changed", () => {
    fc.assert(
      fc.property(fc.nat(19), fc.constantFrom(...Object.keys(TAMPERING)), (at, field) => {
        const events = sealedChain(20);
        const target = events[at];
        const tamper = TAMPERING[field];
        if (target === undefined || tamper === undefined) throw new RangeError("no such event");

        const { issues } = verifyChain(events.with(at, tamper(target)));

        expect(issues.map((issue) => issue.eventId)).toContain(target.id);
      }),
    );
  });

  test("has an issue when an event is gone, doubled or moved", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 18 }), (at) => {
        const events = sealedChain(20);
        const gone = events.toSpliced(at, 1);
        const doubled = events.toSpliced(at, 0, ...events.slice(at, at + 1));
        const moved = [...events.slice(0, at), ...events.slice(at, at + 2).reverse(), ...events.slice(at + 2)];

        for (const altered of [gone, doubled, moved]) expect(verifyChain(altered).issues).not.toEqual([]);
      }),
    );
  });

  test("names what is wrong", () => {
    const events = sealedChain(2);
    const second = events[1];
    if (second === undefined) throw new RangeError("no such event");
    const reasonsFor = (changes: Partial<MemoryEvent>): string[] =>
      verifyChain(events.with(1, { ...second, ...changes })).issues.map((issue) => issue.reason);

    expect({
      noHash: reasonsFor({ eventHash: "", tenantId: undefined, tenantEventHash: undefined }),
      tenantRemoved: reasonsFor({ tenantId: undefined }),
      otherAlgorithm: reasonsFor({ hashAlgo: "md5" }),
      otherText: reasonsFor({ details: "x" }),
      otherPrevious: reasonsFor({ prevEventHash: undefined }),
      otherCopy: reasonsFor({ runId: undefined }),
      noTenantHash: reasonsFor({ tenantEventHash: undefined }),
      otherTenantHash: reasonsFor({ tenantEventHash: HASH_A }),
      otherTenantPrevious: reasonsFor({ tenantPrevEventHash: HASH_A }),
    }).toEqual({
      noHash: ["missing_hash"],
      tenantRemoved: ["missing_tenant_hash_material"],
      otherAlgorithm: ["unexpected_hash_algo"],
      otherText: ["event_hash_mismatch"],
      otherPrevious: ["broken_prev_link", "event_hash_mismatch"],
      otherCopy: ["copied_column_mismatch"],
      noTenantHash: ["missing_tenant_hash_material"],
      otherTenantHash: ["tenant_hash_mismatch"],
      otherTenantPrevious: ["broken_tenant_prev_link", "tenant_hash_mismatch"],
    });
  });

  test("reports an event whose fields were shifted over a separator instead of failing", () => {
    const [first] = sealEvents(
      [{ claimId: 1, eventType: "audit", details: "x", createdAt: "2026-01-02T03:04:05+00:00" }],
      CHAIN_START,
      createCountingIds(),
    );
    if (first === undefined) throw new RangeError("no such event");
    // The joined text is the same: only the refusal of separators inside of fields tells the difference.
    const forged: MemoryEvent = { id: 1, ...first.event, eventType: "audit\u001f\u001f\u001fx", details: undefined };

    expect(verifyChain([forged]).issues).toEqual([{ eventId: 1, reason: "event_hash_mismatch" }]);
  });

  test("takes a run of another type for no run, as the sealing does", () => {
    const sealed = sealEvents(
      [{ claimId: 1, eventType: "audit", payload: { run_id: 7 }, createdAt: "2026-01-02T03:04:05+00:00" }],
      CHAIN_START,
      createCountingIds(),
    ).map(({ event }) => ({ id: 1, ...event }));

    expect(verifyChain(sealed).issues).toEqual([]);
  });
});
