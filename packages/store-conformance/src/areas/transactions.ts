import type { Store } from "@memorymaster/core";
import { expect } from "vitest";
import { append, AT, eventsOf, EVERYTHING, failureCode, getOne, insertOne, insertTexts, proposal } from "../records.ts";
import { signal, textsOf } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { TRANSACTIONS } from "../requirements/transactions.ts";

async function writeEverywhere(store: Store): Promise<void> {
  const [one, two] = (await insertTexts(store, "one", "two")).map(({ id }) => id) as [number, number];
  const [eventId = 0] = await append(store, proposal("stale", one), { claimId: one, content: { why: "x" } });
  await store.links.add({ sourceId: one, targetId: two, linkType: "supports", createdAt: AT });
  await store.seals.put({ eventId, claimId: one, sealed: "v1:AA==", createdAt: AT });
  const project = { scope: "project:demo", slug: "demo", lastPath: "/demo", at: AT };
  await store.projects.record({ ...project, keys: [{ kind: "path", keyHash: "k" }] });
}

async function everything(store: Store): Promise<unknown> {
  return {
    stats: await store.claims.stats(EVERYTHING, undefined),
    index: await store.search.indexStats(),
    events: await eventsOf(store),
    proposals: await store.proposals.listAll(),
    seal: await store.seals.get(1),
    keys: await store.projects.findKeys(["k"]),
    scopes: await store.projects.takenScopes(["project:demo"]),
  };
}

export const transactionTests: AreaTests<typeof TRANSACTIONS> = {
  "transactions.result": async ({ store }) => {
    const result = await store.transaction(async () => {
      await insertTexts(store, "one", "two");
      return textsOf(store);
    });

    expect(result).toEqual(["one", "two"]);
    expect(await textsOf(store)).toEqual(["one", "two"]);
  },

  "transactions.rollback": async ({ store }) => {
    const before = await everything(store);
    let inside: unknown;

    const failed = store.transaction(async () => {
      await writeEverywhere(store);
      inside = await everything(store);
      throw new TypeError("stop");
    });

    await expect(failed).rejects.toThrow("stop");
    expect(inside).toMatchObject({ stats: { claims: 2, links: 1, openProposals: 1 }, seal: { claimId: 1 } });
    expect(await everything(store)).toEqual(before);
    await writeEverywhere(store);
    expect((await store.claims.stats(EVERYTHING, undefined)).events).toBe(2);
  },

  "transactions.nested": async ({ store }) => {
    await store.transaction(async () => {
      await insertTexts(store, "outer");
      const inner = store.transaction(async () => {
        await insertTexts(store, "inner");
        await store.transaction(async () => insertTexts(store, "innermost"));
        throw new TypeError("stop");
      });
      await expect(inner).rejects.toThrow("stop");
      await store.transaction(async () => insertTexts(store, "second"));
    });

    expect(await textsOf(store)).toEqual(["outer", "second"]);
  },

  "transactions.together": async ({ store }) => {
    await store.transaction(async () => {
      const inner = (text: string, fails: boolean) =>
        store.transaction(async () => {
          await insertTexts(store, text);
          if (fails) throw new TypeError(text);
        });
      await Promise.allSettled([inner("a", false), inner("b", true), insertTexts(store, "c"), inner("d", true)]);
    });

    expect(await textsOf(store)).toEqual(["a", "c"]);
  },

  "transactions.isolated": async ({ store, peer }) => {
    const other = await peer();
    const written = signal();
    const mayEnd = signal();
    const seen: unknown[] = [];

    const inside = store.transaction(async () => {
      await insertTexts(store, "one");
      written.reach();
      await mayEnd.reached;
    });
    await written.reached;
    const reading = textsOf(store).then((texts) => seen.push(texts));
    const beside = other === store ? [] : await textsOf(other);
    mayEnd.reach();
    await Promise.all([inside, reading]);

    expect(beside).toEqual([]);
    // A connection of its own answers at once from what is committed; the same one may wait for the end.
    expect([[[]], [["one"]]]).toContainEqual(seen);
    expect(await textsOf(other)).toEqual(["one"]);
  },

  "transactions.turns": async ({ store }) => {
    const { id } = await insertOne(store);
    const halve = (): Promise<unknown> =>
      store.transaction(async () => {
        const { version, confidence } = await getOne(store, id);
        return store.claims.update(id, version, { confidence: confidence / 2, updatedAt: AT });
      });

    await Promise.all(Array.from({ length: 10 }, halve));

    expect(await getOne(store, id)).toMatchObject({ version: 11, confidence: 0.5 / 2 ** 10 });
  },

  "transactions.ended": async ({ store }) => {
    const ended = signal();
    const late: Promise<string>[] = [];

    await store.transaction(async () => {
      late.push(failureCode(ended.reached.then(() => textsOf(store))));
      late.push(failureCode(ended.reached.then(() => insertTexts(store, "late"))));
    });
    ended.reach();

    expect(await Promise.all(late)).toEqual(["store.unavailable", "store.unavailable"]);
    expect(await textsOf(store)).toEqual([]);
  },

  "transactions.close": async ({ store, peer }) => {
    const other = await peer();
    const begun = signal();

    const running = store.transaction(async () => {
      begun.reach();
      expect(await failureCode(store.close())).toBe("store.unavailable");
      return insertTexts(store, "one");
    });
    await begun.reached;
    await store.close();

    expect(await running).toHaveLength(1);
    if (other !== store) expect(await textsOf(other)).toEqual(["one"]);
  },

  "transactions.other_store": async ({ store, another }) => {
    const { store: other } = await another();

    const failed = store.transaction(async () => {
      await insertTexts(store, "one");
      await insertTexts(other, "two");
      throw new TypeError("stop");
    });

    await expect(failed).rejects.toThrow("stop");
    expect([await textsOf(store), await textsOf(other)]).toEqual([[], ["two"]]);
  },
};
