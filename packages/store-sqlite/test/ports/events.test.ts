import type { MemoryEvent, NewEvent } from "@memorymaster/core";
import { CHAIN_START, verifyChain } from "@memorymaster/core";
import { describe, expect, it } from "vitest";
import { AT, event, failure, insertOne, OPERATOR } from "../support/records.ts";
import { tempStore } from "../support/temp-store.ts";
import type { TempStore } from "../support/temp-store.ts";

const INGEST = {
  eventType: "ingest",
  toStatus: "candidate",
  details: "claim_ingested",
  payload: { citation_count: 1 },
} as const;

async function allEvents(temp: TempStore): Promise<readonly MemoryEvent[]> {
  return (await temp.store.events.scan(0, 1000)).map((entry) => entry.event);
}

const append = (temp: TempStore, ...events: readonly Partial<NewEvent>[]): Promise<readonly number[]> =>
  temp.store.events.append(events.map(event));

describe("appending events", () => {
  it("chains them in order over several calls, batches and connections", async () => {
    await using temp = await tempStore();
    const peer = await temp.peer();
    const { id } = await insertOne(temp.store);

    const first = await append(temp, { ...INGEST, claimId: id });
    const batch = await peer.events.append(
      Array.from({ length: 77 }, (_, index) => event({ details: `note ${index}` })),
    );
    const last = await append(temp, { claimId: id, tenantId: "acme" }, { tenantId: "acme" });

    expect([...first, ...batch, ...last]).toEqual(Array.from({ length: 80 }, (_, index) => index + 1));
    const events = await allEvents(temp);
    expect(events.map(({ details }) => details).slice(0, 3)).toEqual(["claim_ingested", "note 0", "note 1"]);
    expect(verifyChain(events, CHAIN_START).issues).toEqual([]);
    expect(events.at(-1)?.tenantPrevEventHash).toBe(events.at(-2)?.tenantEventHash);
  });

  it("keeps one chain when two calls of one transaction overlap", async () => {
    await using temp = await tempStore();

    await temp.store.transaction(async () => {
      await Promise.all(["a", "b", "c"].map((details) => append(temp, { details }, { details })));
    });

    expect(verifyChain(await allEvents(temp), CHAIN_START).issues).toEqual([]);
  });

  it("stores every field as it reads back", async () => {
    await using temp = await tempStore();
    const { id } = await insertOne(temp.store);
    await append(temp, { ...INGEST, claimId: id });
    const undo = {
      eventType: "undo",
      claimId: id,
      fromStatus: "archived",
      toStatus: "candidate",
      details: 'é 🧾 "quoted"',
      payload: {
        undoes_event_id: 1,
        undone_type: "transition",
        actor: "ana",
        before: {},
        restored: {},
        run_id: "run-1",
      },
      tenantId: "acme",
    } as const;

    await append(temp, undo);

    const { payload, ...plain } = undo;
    expect((await allEvents(temp))[1]).toMatchObject({
      ...plain,
      id: 2,
      createdAt: AT,
      runId: "run-1",
      undoesEventId: 1,
      hashAlgo: "sha256-v1",
      tenantHashAlgo: "sha256-tenant-v2",
    });
    expect(JSON.parse((await allEvents(temp))[1]?.payloadJson ?? "")).toEqual(payload);
  });

  it("keeps the words of an event beside it and opens the proposal it files", async () => {
    await using temp = await tempStore();
    const target = await insertOne(temp.store);
    const other = await insertOne(temp.store, { text: "another" });
    const filed = {
      eventType: "policy_decision",
      claimId: target.id,
      details: "steward_proposal:conflicted",
      payload: { claim_version: 1, related_claim_id: other.id },
      content: { why: "15 → 16" },
    } as const;

    const [eventId = 0] = await append(temp, filed);

    const [entry] = await temp.store.events.history(target.id, 10);
    expect(entry?.content?.content).toBe('{"why":"15 → 16"}');
    expect(entry?.content?.salt).toMatch(/^[0-9a-f]{32}$/);
    expect(await temp.store.proposals.listOpen([other.id, target.id])).toEqual([
      { eventId, targetClaimId: target.id, kind: "conflicted", candidateClaimId: other.id, createdAt: AT },
    ]);
    expect(await temp.store.proposals.listOpen([other.id])).toEqual([]);
  });

  it("writes nothing of a batch with an event that breaks the rule of its kind", async () => {
    await using temp = await tempStore();

    const refused = await failure(append(temp, {}, { eventType: "ingest" }));

    expect(refused.code).toBe("input.invalid");
    expect(await allEvents(temp)).toEqual([]);
  });

  it("refuses an event of a claim that is not there", async () => {
    await using temp = await tempStore();

    expect(await failure(append(temp, { claimId: 9 }))).toMatchObject({ code: "store.constraint" });
    expect(await append(temp)).toEqual([]);
  });
});

describe("reading events", () => {
  it("lists the newest first, by claim and by kind", async () => {
    await using temp = await tempStore();
    const { id } = await insertOne(temp.store);
    await append(
      temp,
      { ...INGEST, claimId: id },
      { createdAt: "2025-01-01T00:00:00+00:00" },
      { claimId: id, createdAt: "2027-01-01T00:00:00+00:00" },
    );
    const listed = async (filter: object): Promise<number[]> =>
      (await temp.store.events.list(OPERATOR, filter, { limit: 10 })).items.map((item) => item.id);

    expect(await listed({})).toEqual([3, 1, 2]);
    expect(await listed({ claimId: id })).toEqual([3, 1]);
    expect(await listed({ eventType: "ingest" })).toEqual([1]);
    expect(await listed({ claimId: id, eventType: "pin" })).toEqual([]);
  });

  it("hides events of claims that the viewer may not see, and those of other tenants", async () => {
    await using temp = await tempStore();
    await insertOne(temp.store);
    await insertOne(temp.store, { visibility: "private", sourceAgent: "ana" });
    await insertOne(temp.store, { tenantId: "acme" });
    await append(temp, { claimId: 1 }, { claimId: 2 }, { claimId: 3, tenantId: "acme" }, {}, { tenantId: "acme" });
    const seenBy = async (viewer: object): Promise<number[]> => {
      const page = await temp.store.events.list({ ...OPERATOR, ...viewer }, {}, { limit: 10 });
      expect(page.total).toBe(page.items.length);
      return page.items.map((item) => item.id);
    };

    expect(await seenBy({})).toEqual([5, 4, 3, 2, 1]);
    expect(await seenBy({ agent: "luis" })).toEqual([5, 4, 3, 1]);
    expect(await seenBy({ tenantId: "acme" })).toEqual([5, 3]);
    expect((await temp.store.claims.stats({ ...OPERATOR, tenantId: "acme" }, undefined)).events).toBe(2);
    expect((await temp.store.claims.stats(OPERATOR, "project:demo")).events).toBe(3);
  });

  it("tells the newest part of a claim's history, oldest first", async () => {
    await using temp = await tempStore();
    const { id } = await insertOne(temp.store);
    await append(
      temp,
      { ...INGEST, claimId: id },
      {},
      { claimId: id, details: "two" },
      { claimId: id, details: "three" },
    );

    expect((await temp.store.events.history(id, 2)).map((entry) => entry.event.details)).toEqual(["two", "three"]);
    expect((await temp.store.events.history(id, 9)).map((entry) => entry.event.id)).toEqual([1, 3, 4]);
    expect(await temp.store.events.history(99, 9)).toEqual([]);
  });

  it("scans all events page by page", async () => {
    await using temp = await tempStore();
    await append(temp, {}, {}, {}, {}, {});

    expect((await temp.store.events.scan(0, 2)).map((entry) => entry.event.id)).toEqual([1, 2]);
    expect((await temp.store.events.scan(2, 9)).map((entry) => entry.event.id)).toEqual([3, 4, 5]);
    expect(await temp.store.events.scan(5, 9)).toEqual([]);
  });
});
