import type { ClaimFilter, ClaimPatch, NewClaim } from "@memorymaster/core";
import { cleanClaim, newClaim } from "@memorymaster/core/testing";
import { expect } from "vitest";
import { AT, EVERYTHING, failure, failureCode, getOne, idsOf, insertOne, insertTexts, numbered } from "../records.ts";
import { OPERATOR, textsOf } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { CLAIMS } from "../requirements/claims.ts";

const LATER = "2026-02-01T00:00:00+00:00";

const FULL: Partial<NewClaim> = {
  text: 'La cola de facturación 🧾 es de Ana\'s equipo; "100 %"',
  claimType: "decision",
  subject: "billing queue",
  predicate: "owned by",
  objectValue: "ana",
  volatility: "high",
  confidence: 0.1 + 0.2,
  eventTime: "1969-07-20T20:17:40+00:00",
  validUntil: "2031-01-01T00:00:00+00:00",
  sourceAgent: "luis",
  visibility: "private",
  holder: "ana",
  tenantId: "acme",
};

export const claimTests: AreaTests<typeof CLAIMS> = {
  "claims.insert.read_back": async ({ store }) => {
    const stored = await store.claims.insert([cleanClaim(FULL), cleanClaim()]);

    const fresh = { status: "candidate", version: 1, pinned: false, tier: "working", createdAt: AT, updatedAt: AT };
    expect(stored).toMatchObject([
      { ...FULL, ...fresh, id: 1 },
      { ...fresh, id: 2 },
    ]);
    expect(await store.claims.getMany(OPERATOR, [1, 2], true)).toEqual(stored);
  },

  "claims.insert.order": async ({ store }) => {
    const batch = numbered(139, (index) => ({ text: `Fact number ${index} about the staging API` }));

    const stored = await store.claims.insert(batch);

    expect(stored.map(({ id, text }) => [id, text])).toEqual(batch.map(({ text }, index) => [index + 1, text]));
    expect(stored.map(({ id, citations }) => [id, citations[0]?.claimId])).toEqual(idsOf(stored).map((id) => [id, id]));
    expect(await store.claims.getMany(OPERATOR, idsOf(stored), true)).toEqual(stored);
  },

  "claims.insert.empty": async ({ store }) => {
    expect(await store.claims.insert([])).toEqual([]);
    expect((await store.claims.stats(EVERYTHING, undefined)).claims).toBe(0);
  },

  "claims.insert.unique": async ({ store }) => {
    await insertOne(store);
    const before = [await textsOf(store), await store.search.indexStats()];
    const taken: readonly [field: string, fields: Partial<NewClaim>][] = [
      ["uid", { uid: newClaim().uid, scope: "user" }],
      ["human_id", { text: "another text", humanId: newClaim().humanId }],
      ["idempotency_key", { text: "another text", idempotencyKey: newClaim().idempotencyKey }],
    ];

    for (const [field, fields] of taken) {
      const batch = [...numbered(40, (index) => ({ text: `fact ${index}` })), cleanClaim(fields)];
      const refused = await failure(store.claims.insert(batch));
      expect(refused).toMatchObject({ name: "ConflictError", code: "claim.duplicate", details: { field } });
    }

    expect([await textsOf(store), await store.search.indexStats()]).toEqual(before);
  },

  "claims.insert.after_refusal": async ({ store }) => {
    await insertOne(store);
    const batch = [cleanClaim({ text: "one" }), cleanClaim({ text: "two" }), cleanClaim()];

    await store.transaction(async () => {
      expect(await failureCode(store.claims.insert(batch))).toBe("claim.duplicate");
      expect(await failureCode(store.claims.insert([cleanClaim()]))).toBe("claim.duplicate");
      await insertOne(store, { text: "three" });
    });

    expect(await textsOf(store)).toEqual(["The API listens on port 8443.", "three"]);
  },

  "claims.insert.namespaces": async ({ store }) => {
    const owners: Partial<NewClaim>[] = [
      {},
      { scope: "global" },
      { tenantId: "acme" },
      { visibility: "private", sourceAgent: "ana" },
      { visibility: "private", sourceAgent: "luis" },
      { visibility: "sensitive", sourceAgent: "luis" },
    ];

    for (const [index, fields] of owners.entries()) {
      await insertOne(store, { ...fields, uid: `uid-${index}`, humanId: "mm-ff61", idempotencyKey: "key" });
    }

    expect(idsOf(await store.claims.findByName(EVERYTHING, "mm-ff61"))).toEqual([1, 2, 3, 4, 5, 6]);
  },

  "claims.insert.owner": async ({ store }) => {
    for (const visibility of ["private", "sensitive"] as const) {
      const refused = await failure(insertOne(store, { visibility, sourceAgent: "unknown" }));
      expect(refused).toMatchObject({ name: "StoreError", code: "store.constraint" });
    }
    expect(await insertOne(store, { sourceAgent: "unknown" })).toMatchObject({ sourceAgent: "unknown" });
  },

  "claims.get.order": async ({ store }) => {
    await insertTexts(store, "one", "two", "three");

    expect(idsOf(await store.claims.getMany(OPERATOR, [3, 99, 1, 3], false))).toEqual([3, 1, 3]);
    expect(await store.claims.getMany(OPERATOR, [], true)).toEqual([]);
  },

  "claims.get.citations": async ({ store }) => {
    const stored = await insertOne(store);

    expect(await store.claims.getMany(OPERATOR, [stored.id], false)).toEqual([{ ...stored, citations: [] }]);
    expect(await store.claims.getMany(OPERATOR, [stored.id], true)).toEqual([stored]);
  },

  "claims.name.lookup": async ({ store }) => {
    const one = await insertOne(store, { humanId: "mm-0001" });
    const two = await insertOne(store, {
      humanId: "mm-0001",
      scope: "user",
      visibility: "private",
      sourceAgent: "ana",
    });

    expect(idsOf(await store.claims.findByName(OPERATOR, "mm-0001"))).toEqual([one.id, two.id]);
    expect(idsOf(await store.claims.findByName(OPERATOR, two.uid))).toEqual([two.id]);
    expect(await store.claims.findByName(OPERATOR, "mm-")).toEqual([]);
  },

  "claims.human_id.greatest": async ({ store }) => {
    const here = { tenantId: undefined, scope: "project:demo", visibility: "public", sourceAgent: "x" } as const;
    const named = (humanId: string, more: Partial<NewClaim> = {}) =>
      insertOne(store, { text: `${humanId} ${JSON.stringify(more)}`, humanId, ...more });
    await named("mm-aaaa");
    await named("mm-bbbb");
    for (const number of [2, 9, 10]) await named(`mm-bbbb~${number}`);
    await named("mm-cccc~7", { visibility: "private", sourceAgent: "ana" });
    await named("mm-dddd", { scope: "project:other" });
    await named("mm-eeee", { tenantId: "acme" });

    const bases = ["mm-aaaa", "mm-bbbb", "mm-cccc", "mm-dddd", "mm-eeee", "mm-1234"];

    expect([...(await store.claims.takenHumanIds(here, bases))].sort()).toEqual([
      ["mm-aaaa", 1],
      ["mm-bbbb", 10],
      ["mm-cccc", 7],
    ]);
    expect(await store.claims.takenHumanIds({ ...here, tenantId: "acme" }, bases)).toEqual(new Map([["mm-eeee", 1]]));
  },

  "claims.list.order": async ({ store }) => {
    for (const [index, confidence] of [0.2, 0.9, 0.9, 0.9, 0.5].entries()) {
      await insertOne(store, { confidence, text: `fact ${index}`, createdAt: index === 2 ? LATER : AT });
    }
    await store.claims.update(1, 1, { pinned: true, updatedAt: AT });

    const page = await store.claims.list(OPERATOR, {}, { limit: 10 });

    expect([idsOf(page.items), page.nextCursor, page.total]).toEqual([[1, 3, 4, 2, 5], undefined, 5]);
  },

  "claims.list.filter": async ({ store }) => {
    await insertOne(store, { text: "one", scope: "a", validUntil: "2026-02-01T00:00:00+00:00" });
    await insertOne(store, { text: "two", scope: "b", validFrom: "2026-03-01T00:00:00+00:00" });
    await insertOne(store, { text: "three", scope: "b" });
    await store.claims.update(3, 1, { status: "confirmed", pinned: true, updatedAt: AT });
    const expected: readonly [ClaimFilter, readonly number[]][] = [
      [{}, [1, 2, 3]],
      [{ scopes: ["b"] }, [2, 3]],
      [{ scopes: ["b"], statuses: ["candidate"] }, [2]],
      [{ ids: [1, 3, 77] }, [1, 3]],
      [{ pinned: true }, [3]],
      [{ pinned: false }, [1, 2]],
      [{ validAt: "2026-01-15T00:00:00+00:00" }, [1, 3]],
      [{ validAt: "2026-02-01T00:00:00+00:00" }, [3]],
      [{ validAt: "2026-03-01T00:00:00+00:00" }, [2, 3]],
      [{ ids: [] }, []],
      [{ scopes: [] }, []],
      [{ statuses: [] }, []],
    ];

    for (const [filter, ids] of expected) {
      const { items, total } = await store.claims.list(OPERATOR, filter, { limit: 10 });
      expect([filter, idsOf(items).sort(), total]).toEqual([filter, ids, ids.length]);
    }
  },

  "claims.update.fields": async ({ store }) => {
    const stored = await insertOne(store, { validUntil: "2030-01-01T00:00:00+00:00" });
    const patch: ClaimPatch = {
      status: "confirmed",
      pinned: true,
      confidence: 0.9,
      confirmedBy: "ana",
      validUntil: undefined,
      lastValidatedAt: LATER,
      updatedAt: LATER,
    };

    const updated = await store.claims.update(stored.id, 1, patch);

    expect(updated).toEqual({ ...stored, ...patch, version: 2, citations: [] });
    expect(await store.claims.getMany(OPERATOR, [stored.id], false)).toEqual([updated]);
  },

  "claims.update.lock": async ({ store }) => {
    const { id } = await insertOne(store);
    await store.claims.update(id, 1, { pinned: true, updatedAt: AT });

    expect(await store.claims.update(id, 1, { pinned: false, updatedAt: LATER })).toBeUndefined();
    expect(await store.claims.update(id, 3, { pinned: false, updatedAt: LATER })).toBeUndefined();
    expect(await store.claims.update(99, 1, { pinned: false, updatedAt: LATER })).toBeUndefined();
    expect(await getOne(store, id)).toMatchObject({ pinned: true, version: 2, updatedAt: AT });
  },

  "claims.update.tuple": async ({ store }) => {
    const tuple = { subject: "ci", predicate: "runs on" };
    await insertOne(store, { ...tuple, text: "CI runs on Jenkins", humanId: "mm-0001" });
    await insertOne(store, { ...tuple, text: "CI runs on Buildkite", humanId: "mm-0002" });
    await insertOne(store, { ...tuple, text: "CI runs on Drone", scope: "project:other" });
    await insertOne(store, { ...tuple, text: "CI runs on Travis", visibility: "private", sourceAgent: "ana" });
    const confirm = (id: number) => store.claims.update(id, 1, { status: "confirmed", updatedAt: AT });

    await confirm(1);
    const refused = await failure(confirm(2));
    await confirm(3);
    await confirm(4);

    expect(refused).toMatchObject({ code: "claim.duplicate", details: { field: "confirmed_tuple" } });
    const read = await store.claims.getMany(OPERATOR, [1, 2, 3, 4], false);
    expect(read.map(({ status, version }) => [status, version])).toEqual([
      ["confirmed", 2],
      ["candidate", 1],
      ["confirmed", 2],
      ["confirmed", 2],
    ]);
  },

  "claims.update.pointers": async ({ store }) => {
    await insertTexts(store, "old", "new");
    await insertOne(store, { scope: "global" });
    await insertOne(store, { tenantId: "acme" });
    await insertOne(store, { visibility: "private", sourceAgent: "ana" });

    for (const target of [1, 3, 4, 5, 99]) {
      for (const field of ["supersedesClaimId", "replacedByClaimId"] as const) {
        const pointing = store.claims.update(1, 1, { [field]: target, updatedAt: AT });
        expect([field, target, await failureCode(pointing)]).toEqual([field, target, "store.constraint"]);
      }
    }

    expect(await store.claims.update(1, 1, { replacedByClaimId: 2, updatedAt: AT })).toMatchObject({ version: 2 });
  },

  "claims.update.confirmed_by": async ({ store }) => {
    await insertOne(store);

    expect(await failureCode(store.claims.update(1, 1, { confirmedBy: "ana", updatedAt: AT }))).toBe(
      "store.constraint",
    );
    await store.claims.update(1, 1, { status: "confirmed", confirmedBy: "ana", updatedAt: AT });
    expect(await failureCode(store.claims.update(1, 2, { status: "stale", updatedAt: AT }))).toBe("store.constraint");
    expect(await getOne(store, 1)).toMatchObject({ status: "confirmed", confirmedBy: "ana", version: 2 });
  },

  "claims.stats": async ({ store }) => {
    await insertOne(store, { text: "one", scope: "a" });
    await insertOne(store, { text: "two", scope: "b", createdAt: LATER });
    await insertOne(store, { text: "three", scope: "b", visibility: "private", sourceAgent: "ana" });
    for (const [sourceId, targetId] of [
      [1, 2],
      [2, 3],
    ] as const) {
      await store.links.add({ sourceId, targetId, linkType: "supports", createdAt: AT });
    }
    const none = { claims: 0, byStatus: {}, byScope: {}, citations: 0, links: 0, events: 0, openProposals: 0 };
    const whole = { ...none, claims: 3, byStatus: { candidate: 3 }, byScope: { a: 1, b: 2 }, citations: 3, links: 2 };
    const ofLuis = { ...none, claims: 1, byStatus: { candidate: 1 }, byScope: { b: 1 }, citations: 1 };

    expect(await store.claims.stats(OPERATOR, undefined)).toEqual({ ...whole, oldest: AT, newest: LATER });
    expect(await store.claims.stats({ ...OPERATOR, agent: "luis" }, "b")).toEqual({
      ...ofLuis,
      oldest: LATER,
      newest: LATER,
    });
    expect(await store.claims.stats(OPERATOR, "nowhere")).toEqual({ ...none, oldest: undefined, newest: undefined });
  },
};
