import { cleanRecord, CONTENT_ROLES, humanIdBase } from "@memorymaster/core";
import type { EventFilter, Memory, RunPage, Viewer } from "@memorymaster/core";
import { expect } from "vitest";
import {
  append,
  AT,
  chainIssues,
  event,
  eventsOf,
  failure,
  failureCode,
  idsOf,
  INGEST,
  insertOne,
} from "../records.ts";
import { insertTexts, OPERATOR, payloadOf } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { EVENTS } from "../requirements/events.ts";

const LATER = "2027-01-01T00:00:00+00:00";

const [NIGHT, NOON] = ["Backups run at night", "Backups run at noon"].map((text) =>
  humanIdBase({ subject: undefined, text }),
) as [string, string];

/** Every change that a use case makes to one claim, with the kind of its event. */
const CHANGES: readonly (readonly [kind: string, change: (memory: Memory) => Promise<unknown>])[] = [
  ["ingest", ({ claims }) => claims.ingest({ text: "Backups run at night" })],
  ["ingest", ({ claims }) => claims.ingest({ text: "Backups run at noon" })],
  ["transition", ({ claims }) => claims.transition(NIGHT, "confirmed")],
  ["pin", ({ claims }) => claims.pin(NIGHT, true)],
  ["unpin", ({ claims }) => claims.pin(NIGHT, false)],
  ["link", ({ links }) => links.add(NIGHT, NOON, "supports")],
  ["unlink", ({ links }) => links.remove(NIGHT, NOON)],
  ["supersession", ({ claims }) => claims.transition(NIGHT, "superseded", { replacedBy: NOON })],
];

export const eventTests: AreaTests<typeof EVENTS> = {
  "events.chain": async ({ store, peer }) => {
    const other = await peer();
    const { id } = await insertOne(store);

    const first = await append(store, { ...INGEST, claimId: id });
    const batch = await other.events.append(Array.from({ length: 77 }, (_, at) => event({ details: `note ${at}` })));
    const last = await append(store, { claimId: id }, {});

    expect([...first, ...batch, ...last]).toEqual(Array.from({ length: 80 }, (_, index) => index + 1));
    const events = await eventsOf(store);
    expect(events.map(({ details }) => details).slice(0, 3)).toEqual(["claim_ingested", "note 0", "note 1"]);
    expect(events.map(({ prevEventHash }) => prevEventHash)).toEqual([
      undefined,
      ...events.slice(0, -1).map(({ eventHash }) => eventHash),
    ]);
    expect(await chainIssues(store)).toEqual([]);
  },

  "events.chain.one_transaction": async ({ store }) => {
    await store.transaction(async () => {
      await Promise.all(["a", "b", "c"].map((details) => append(store, { details }, { details })));
    });

    expect(await eventsOf(store)).toHaveLength(6);
    expect(await chainIssues(store)).toEqual([]);
  },

  "events.chain.tenants": async ({ store }) => {
    await append(store, { tenantId: "acme" }, {}, { tenantId: "other" });
    await append(store, { tenantId: "acme" }, { tenantId: "other" });

    const [first, untenanted, second, third, fourth] = await eventsOf(store);
    expect([untenanted?.tenantEventHash, first?.tenantPrevEventHash, second?.tenantPrevEventHash]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([third?.tenantPrevEventHash, fourth?.tenantPrevEventHash]).toEqual([
      first?.tenantEventHash,
      second?.tenantEventHash,
    ]);
    expect(await chainIssues(store)).toEqual([]);
  },

  "events.fields": async ({ store }) => {
    const { id } = await insertOne(store);
    await append(store, { ...INGEST, claimId: id });
    const payload = { undoes_event_id: 1, undone_type: "transition", actor: "ana", before: {}, restored: {} };
    const plain = { eventType: "undo", claimId: id, fromStatus: "archived", toStatus: "candidate" } as const;
    const given = { ...plain, details: 'é 🧾 "quoted"', tenantId: "acme" };

    await append(store, { ...given, payload: { ...payload, run_id: "run-1" } });

    const [, stored] = await eventsOf(store);
    expect(stored).toMatchObject({ ...given, id: 2, createdAt: AT, runId: "run-1", undoesEventId: 1 });
    expect(stored).toMatchObject({ tenantHashAlgo: "sha256-tenant-v2" });
    expect(["sha256-v1", "sha256-tenant-v2"]).toContain(stored?.hashAlgo);
    expect(payloadOf(stored)).toEqual({ ...payload, run_id: "run-1" });
    expect((await store.events.list(OPERATOR, {}, { limit: 1 })).items).toEqual([stored]);
  },

  "events.content": async ({ store }) => {
    const { id } = await insertOne(store);
    await append(store, { claimId: id, content: { why: "15 → 16" } }, { claimId: id });

    const [first, second] = await store.events.history(id, 10);
    expect([first?.content?.content, second?.content]).toEqual(['{"why":"15 → 16"}', undefined]);
    expect(first?.content?.salt).toMatch(/^[0-9a-f]{32}$/);
    expect(payloadOf(first?.event)).toEqual({ content_digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  },

  "events.rule": async ({ store }) => {
    const refused = await failure(append(store, {}, { eventType: "ingest" }));

    expect(refused).toMatchObject({ name: "InvalidInputError", code: "input.invalid" });
    expect(await eventsOf(store)).toEqual([]);
  },

  "events.unknown_claim": async ({ store }) => {
    expect(await failureCode(append(store, {}, { claimId: 9 }))).toBe("store.constraint");
    expect(await append(store)).toEqual([]);
    expect(await eventsOf(store)).toEqual([]);
  },

  "events.append_only": async ({ store, memory }) => {
    const before: unknown[] = [];

    for (const [, change] of CHANGES) {
      await change(memory());
      const events = await eventsOf(store);
      expect(events.slice(0, before.length)).toEqual(before);
      before.splice(0, before.length, ...events);
    }
  },

  "events.list": async ({ store }) => {
    const { id } = await insertOne(store);
    await append(store, { ...INGEST, claimId: id }, { createdAt: "2025-01-01T00:00:00+00:00", details: "old" });
    await append(store, { claimId: id, createdAt: LATER });
    const expected: readonly (readonly [EventFilter, readonly number[]])[] = [
      [{}, [3, 1, 2]],
      [{ claimId: id }, [3, 1]],
      [{ eventType: "ingest" }, [1]],
      [{ claimId: id, eventType: "pin" }, []],
      [{ details: ["old", "noted"] }, [3, 2]],
      [{ details: ["not"] }, []],
      [{ details: [] }, []],
      [{ since: AT }, [3, 1]],
      [{ since: LATER, eventType: "system" }, [3]],
      [{ ids: [3, 2, 99] }, [3, 2]],
      [{ ids: [] }, []],
      [{ scopes: ["project:demo"] }, [3, 1, 2]],
      [{ scopes: ["project:other"] }, [2]],
      [{ scopes: [] }, [2]],
      [{ ids: [1, 2, 3], details: ["noted", "old", "not"], since: AT, claimId: id }, [3]],
    ];

    for (const [filter, ids] of expected) {
      const { items, total } = await store.events.list(OPERATOR, filter, { limit: 10 });
      expect([filter, idsOf(items), total]).toEqual([filter, ids, ids.length]);
    }
  },

  "events.history": async ({ store }) => {
    const { id } = await insertOne(store);
    await append(store, { ...INGEST, claimId: id }, {}, { claimId: id, details: "two" });
    await append(store, { claimId: id, details: "three", createdAt: "2025-01-01T00:00:00+00:00" });
    const history = async (limit: number) => (await store.events.history(id, limit)).map((entry) => entry.event.id);

    expect([await history(2), await history(9)]).toEqual([
      [3, 4],
      [1, 3, 4],
    ]);
    expect(await store.events.history(99, 9)).toEqual([]);
  },

  "events.since": async ({ store }) => {
    await insertTexts(store, "one", "two");
    await append(store, { claimId: 1 }, { claimId: 2 }, { claimId: 1, content: { why: "x" } }, {}, { claimId: 1 });

    const after = await store.events.since(1, 1);

    expect(after).toEqual((await store.events.history(1, 9)).slice(1));
    expect(after.map(({ event: own, content }) => [own.id, content?.content])).toEqual([
      [3, '{"why":"x"}'],
      [5, undefined],
    ]);
    expect(await store.events.since(1, 5)).toEqual([]);
  },

  "events.get": async ({ store }) => {
    await insertOne(store, { visibility: "private", sourceAgent: "ana" });
    await append(store, { claimId: 1, content: { why: "x" } }, {});
    const luis = { ...OPERATOR, agent: "luis" };

    expect(await store.events.get(OPERATOR, 1)).toEqual((await store.events.history(1, 1))[0]);
    expect((await store.events.get(luis, 2))?.event.id).toBe(2);
    expect(await store.events.get(luis, 1)).toBeUndefined();
    expect(await store.events.get({ ...OPERATOR, tenantId: "acme" }, 2)).toBeUndefined();
    expect(await store.events.get(OPERATOR, 99)).toBeUndefined();
  },

  "events.of_run": async ({ store }) => {
    await insertOne(store, { visibility: "private", sourceAgent: "ana" });
    const of = (run: string) => ({ payload: { run_id: run } });
    const first = { claimId: 1, content: { why: "x" }, ...of("run-1") };
    await append(store, first, of("run-1"), of("run-2"), {}, of("run-1"));
    const ofRun = async (viewer: Viewer, run: string, page: RunPage) =>
      (await store.events.ofRun(viewer, run, page)).map((entry) => entry.event.id);

    expect(await ofRun(OPERATOR, "run-1", { limit: 9 })).toEqual([5, 2, 1]);
    expect(await ofRun(OPERATOR, "run-1", { limit: 2 })).toEqual([5, 2]);
    expect(await ofRun(OPERATOR, "run-1", { beforeId: 5, limit: 1 })).toEqual([2]);
    expect(await ofRun({ ...OPERATOR, agent: "luis" }, "run-1", { limit: 9 })).toEqual([5, 2]);
    expect(await ofRun({ ...OPERATOR, tenantId: "acme" }, "run-1", { limit: 9 })).toEqual([]);
    expect(await ofRun(OPERATOR, "run-3", { limit: 9 })).toEqual([]);
    const [entry] = await store.events.ofRun(OPERATOR, "run-1", { beforeId: 2, limit: 9 });
    expect(entry).toEqual((await store.events.history(1, 1))[0]);
  },

  "events.undos": async ({ store }) => {
    await insertOne(store);
    const undo = (undone: number) => {
      const payload = { undoes_event_id: undone, undone_type: "pin", actor: "ana", before: {}, restored: {} };
      return { eventType: "undo", claimId: 1, payload } as const;
    };
    await append(store, { claimId: 1 }, { claimId: 1 }, undo(1), undo(2), undo(1), {});

    expect(idsOf(await store.events.undosOf([1]))).toEqual([3, 5]);
    expect(idsOf(await store.events.undosOf([1, 2, 6]))).toEqual([3, 4, 5]);
    expect(await store.events.undosOf([3])).toEqual([]);
    expect(await store.events.undosOf([])).toEqual([]);
  },

  "events.scan": async ({ store }) => {
    await append(store, { createdAt: LATER }, {}, {}, {}, {});
    const scan = async (after: number, limit: number) =>
      (await store.events.scan(after, limit)).map((entry) => entry.event.id);

    expect([await scan(0, 2), await scan(2, 9), await scan(5, 9)]).toEqual([[1, 2], [3, 4, 5], []]);
  },

  "events.one_per_change": async ({ store, memory }) => {
    for (const [kind, change] of CHANGES) {
      const before = await eventsOf(store);
      await change(memory());
      const added = (await eventsOf(store)).slice(before.length);
      expect(added.map(({ eventType }) => eventType)).toEqual([kind]);
    }
    expect(await chainIssues(store)).toEqual([]);
  },

  "events.with_the_change": async ({ store, memory }) => {
    for (const [, change] of CHANGES) {
      const before = [await eventsOf(store), await store.claims.stats(OPERATOR, undefined)];
      const broken = store.transaction(async () => {
        await change(memory());
        throw new TypeError("stop");
      });
      await expect(broken).rejects.toThrow("stop");
      expect([await eventsOf(store), await store.claims.stats(OPERATOR, undefined)]).toEqual(before);
      await change(memory());
    }
  },

  "events.erase_contents": async ({ store, memory }) => {
    await insertTexts(store, "one", "two");
    const words = (claimId: number) => ({ claimId, content: { why: `of ${claimId}` } });
    await append(store, words(1), words(2), words(1), { claimId: 1 });

    expect([await store.events.eraseContents(1), await store.events.eraseContents(1)]).toEqual([2, 0]);

    const entries = await store.events.scan(0, 9);
    expect(entries.map(({ content }) => content?.content)).toEqual([undefined, '{"why":"of 2"}', undefined, undefined]);
    expect((await memory().events.verify()).valid).toBe(true);
  },

  "events.restore_contents": async ({ store, memory }) => {
    await insertOne(store);
    await append(store, { claimId: 1, content: { why: "one" } }, { claimId: 1, content: { why: "two" } });
    const before = await store.events.history(1, 9);
    await store.events.eraseContents(1);

    const contents = before.flatMap(({ event: { id }, content }) =>
      content === undefined ? [] : [{ ...content, eventId: id, claimId: 1 }],
    );
    await store.events.restoreContents(
      contents.map((one) => cleanRecord(one, CONTENT_ROLES, { onSecret: "reject" }).record),
    );

    expect(await store.events.history(1, 9)).toEqual(before);
    expect((await memory().events.verify()).valid).toBe(true);
  },
};
