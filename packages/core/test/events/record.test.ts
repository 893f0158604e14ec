import { describe, expect, test } from "vitest";

import { CHAIN_START, contentDigest, verifyChain } from "../../src/events/chain.ts";
import type { NewEvent } from "../../src/events/event.ts";
import { sealEvents } from "../../src/events/record.ts";
import { createCountingIds } from "../../src/testing/counting-ids.ts";

const at = "2026-01-02T03:04:05+00:00";

describe("sealed events", () => {
  test("form one chain, and a chain of their own for each tenant", () => {
    const event = (tenantId: string | undefined): NewEvent => ({
      claimId: 1,
      eventType: "system",
      tenantId,
      createdAt: at,
    });
    const sealed = sealEvents(
      [event("acme"), event(undefined), event("acme"), event("beta")],
      CHAIN_START,
      createCountingIds(),
    );
    const events = sealed.map(({ event: stored }, index) => ({ id: index + 1, ...stored }));

    expect(verifyChain(events).issues).toEqual([]);
    expect(events.map((stored) => stored.prevEventHash)).toEqual([
      undefined,
      ...events.slice(0, 3).map((e) => e.eventHash),
    ]);
    expect(events.map((stored) => stored.tenantPrevEventHash)).toEqual([
      undefined,
      undefined,
      events[0]?.tenantEventHash,
      undefined,
    ]);
  });

  test("continue from the heads that the store has", () => {
    const event: NewEvent = { claimId: 1, eventType: "system", tenantId: "acme", createdAt: at };
    const heads = { ...CHAIN_START, head: "aa", tenantHeads: new Map([["acme", "bb"]]) };

    const [sealed] = sealEvents([event], heads, createCountingIds());

    expect([sealed?.event.prevEventHash, sealed?.event.tenantPrevEventHash]).toEqual(["aa", "bb"]);
    expect(heads.tenantHeads).toEqual(new Map([["acme", "bb"]]));
  });

  test("keep erasable words apart, bound by a salted digest", () => {
    const event: NewEvent = {
      claimId: 1,
      eventType: "extractor",
      payload: { claim_type: "fact", fields: ["subject"] },
      content: { subject: "payments api" },
      createdAt: at,
    };

    const [sealed] = sealEvents([event], CHAIN_START, createCountingIds());

    const content = { salt: "00000000000000000000000000000001", content: '{"subject":"payments api"}' };
    const digest = contentDigest(content.salt, content.content);
    expect(sealed?.content).toEqual(content);
    expect(sealed?.event.payloadJson).toBe(`{"claim_type":"fact","content_digest":"${digest}","fields":["subject"]}`);
  });

  test("copy run and undone event from the payload", () => {
    const event: NewEvent = {
      claimId: 1,
      eventType: "undo",
      payload: { undoes_event_id: 4, undone_type: "pin", actor: "ana", before: {}, restored: {}, run_id: "r1" },
      createdAt: at,
    };

    const [sealed] = sealEvents([event], CHAIN_START, createCountingIds());

    expect([sealed?.event.runId, sealed?.event.undoesEventId]).toEqual(["r1", 4]);
  });

  test("are refused with a payload of more than 64 KiB", () => {
    const event: NewEvent = { claimId: 1, eventType: "system", payload: { note: "é".repeat(33_000) }, createdAt: at };

    expect(() => sealEvents([event], CHAIN_START, createCountingIds())).toThrow(
      expect.objectContaining({ code: "input.too_long", details: { field: "payload" } }),
    );
  });

  test("are refused when they break the rule of their kind", () => {
    const event: NewEvent = { claimId: 1, eventType: "ingest", createdAt: at };

    expect(() => sealEvents([event], CHAIN_START, createCountingIds())).toThrow(
      expect.objectContaining({ code: "input.invalid" }),
    );
  });
});
