import { describe, expect, test } from "vitest";

import type { Viewer } from "../../../src/access/viewer.ts";
import type { NewEvent } from "../../../src/events/event.ts";
import type { Store } from "../../../src/ports/store.ts";
import type { Clean } from "../../../src/security/clean.ts";
import { cleanClaim, createMemoryStore, newClaim } from "../../../src/testing/index.ts";

const operator: Viewer = { tenantId: undefined, agent: undefined, grantedScopes: undefined, allowSensitive: false };
const at = "2026-01-02T03:04:05+00:00";
const page = { limit: 100 };

async function texts(store: Store, viewer: Viewer = operator): Promise<string[]> {
  return (await store.claims.list(viewer, {}, page)).items.map((claim) => claim.text).sort();
}

describe("a write", () => {
  test("of a record that did not pass the filter is filtered, and refused with a secret", async () => {
    const store = createMemoryStore();
    const unmarked = (text: string): ReturnType<typeof cleanClaim> =>
      newClaim({ text }) as ReturnType<typeof cleanClaim>;
    const event: NewEvent = { eventType: "system", details: `key ${"ghp_" + "a1B2".repeat(9)}`, createdAt: at };

    await store.claims.insert([unmarked("The API listens on port 8443.")]);
    const withSecret = store.claims.insert([unmarked(`Use ${"ghp_" + "a1B2".repeat(9)} to deploy`)]);
    const inEvent = store.events.append([event as Clean<NewEvent>]);

    await expect(withSecret).rejects.toMatchObject({ code: "sensitive.content" });
    await expect(inEvent).rejects.toMatchObject({ code: "sensitive.content" });
    expect(await texts(store)).toEqual(["The API listens on port 8443."]);
  });

  test.each([
    ["idempotency_key", { text: "other", idempotencyKey: newClaim().idempotencyKey }],
    ["human_id", { text: "other", humanId: newClaim().humanId }],
    ["uid", { text: "other", uid: newClaim().uid, scope: "global" }],
  ])("that takes a %s of another claim leaves nothing of its batch", async (field, fields) => {
    const store = createMemoryStore();
    await store.claims.insert([cleanClaim()]);

    const insert = store.claims.insert([cleanClaim({ text: "first of the batch" }), cleanClaim(fields)]);

    await expect(insert).rejects.toMatchObject({ code: "claim.duplicate", details: { field } });
    expect(await texts(store)).toEqual(["The API listens on port 8443."]);
  });

  test("may repeat the keys of another namespace", async () => {
    const store = createMemoryStore();
    const again = (fields: Parameters<typeof newClaim>[0], uid: string): ReturnType<typeof cleanClaim> =>
      cleanClaim({ ...fields, uid, humanId: "mm-ff61", idempotencyKey: "key" });

    await store.claims.insert([
      again({}, "a"),
      again({ scope: "global" }, "b"),
      again({ tenantId: "acme" }, "c"),
      again({ visibility: "private" }, "d"),
      again({ visibility: "private", sourceAgent: "luis" }, "e"),
    ]);

    expect(
      (await store.claims.findByName({ ...operator, agent: "luis" }, "mm-ff61")).map((claim) => claim.uid),
    ).toEqual(["a", "b", "c", "e"]);
  });

  test.each<[string, Parameters<typeof newClaim>[0]]>([
    ["a private claim of nobody", { visibility: "private", sourceAgent: "unknown" }],
  ])("of %s is refused", async (_what, fields) => {
    await expect(createMemoryStore().claims.insert([cleanClaim(fields)])).rejects.toMatchObject({
      code: "store.constraint",
    });
  });

  test("that points to a claim of another namespace, to itself or to nothing is refused", async () => {
    const store = createMemoryStore();
    const [one, elsewhere] = await store.claims.insert([cleanClaim(), cleanClaim({ scope: "global" })]);
    const pointTo = (target: number | undefined): Promise<unknown> =>
      store.claims.update(one?.id ?? 0, 1, { supersedesClaimId: target, updatedAt: at });

    for (const target of [elsewhere?.id, one?.id, 99]) {
      await expect(pointTo(target)).rejects.toMatchObject({ code: "store.constraint" });
    }
  });

  test("over another version changes nothing", async () => {
    const store = createMemoryStore();
    const [claim] = await store.claims.insert([cleanClaim()]);

    expect(await store.claims.update(claim?.id ?? 0, 2, { pinned: true, updatedAt: at })).toBeUndefined();
    expect(await store.claims.getMany(operator, [claim?.id ?? 0], true)).toEqual([claim]);
  });

  test("confirms one claim of a tuple and namespace", async () => {
    const store = createMemoryStore();
    const tuple = { subject: "api", predicate: "port" };
    const [a, b, c] = await store.claims.insert([
      cleanClaim({ ...tuple, text: "a", humanId: "mm-0001" }),
      cleanClaim({ ...tuple, text: "b", humanId: "mm-0002" }),
      cleanClaim({ ...tuple, text: "c", visibility: "private" }),
    ]);
    const confirm = (id: number | undefined): Promise<unknown> =>
      store.claims.update(id ?? 0, 1, { status: "confirmed", updatedAt: at });

    await confirm(a?.id);
    await confirm(c?.id);

    await expect(confirm(b?.id)).rejects.toMatchObject({
      code: "claim.duplicate",
      details: { field: "confirmed_tuple" },
    });
  });
});

describe("a list", () => {
  test("is paged without gap or repetition while rows are written, in its order", async () => {
    const store = createMemoryStore();
    const values = [0.5, 0.9, 0.5, 0.1, 0.9];
    await store.claims.insert(values.map((confidence, index) => cleanClaim({ text: `claim ${index}`, confidence })));
    await store.claims.update(4, 1, { pinned: true, updatedAt: at });

    const first = await store.claims.list(operator, {}, { limit: 2 });
    await store.claims.insert([cleanClaim({ text: "written between", confidence: 1 })]);
    const second = await store.claims.list(operator, {}, { limit: 2, cursor: first.nextCursor });
    const third = await store.claims.list(operator, {}, { limit: 2, cursor: second.nextCursor });

    expect([first, second, third].map(({ items }) => items.map((claim) => claim.id))).toEqual([[4, 5], [2, 3], [1]]);
    expect([first.total, third.total, third.nextCursor]).toEqual([5, 6, undefined]);
  });

  test.each([
    "",
    "x",
    Buffer.from("[1,2]").toString("base64url"),
    Buffer.from('["a","b","c","d"]').toString("base64url"),
  ])("refuses the cursor %j", async (cursor) => {
    await expect(createMemoryStore().claims.list(operator, {}, { limit: 2, cursor })).rejects.toMatchObject({
      code: "input.invalid",
      details: { field: "cursor" },
    });
  });

  test("restricts by each filter, and an empty one matches nothing", async () => {
    const store = createMemoryStore();
    await store.claims.insert([
      cleanClaim({ text: "now" }),
      cleanClaim({ text: "global", scope: "global" }),
      cleanClaim({ text: "past", validUntil: "2026-01-03T00:00:00+00:00" }),
    ]);
    const found = async (filter: Parameters<Store["claims"]["list"]>[1]): Promise<number[]> =>
      (await store.claims.list(operator, filter, page)).items.map((claim) => claim.id).sort();

    expect({
      scopes: await found({ scopes: ["global"] }),
      ids: await found({ ids: [3, 1, 99] }),
      validBefore: await found({ validAt: "2026-01-02T23:59:59+00:00" }),
      validAtEnd: await found({ validAt: "2026-01-03T00:00:00+00:00" }),
      statuses: await found({ statuses: ["confirmed"] }),
      noScope: await found({ scopes: [] }),
      noId: await found({ ids: [] }),
      noStatus: await found({ statuses: [] }),
      pinned: await found({ pinned: true }),
    }).toEqual({
      scopes: [2],
      ids: [1, 3],
      validBefore: [1, 2, 3],
      validAtEnd: [1, 2],
      statuses: [],
      noScope: [],
      noId: [],
      noStatus: [],
      pinned: [],
    });
  });
});
