import { describe, expect, test } from "vitest";

import type { Viewer } from "../../../src/access/viewer.ts";
import type { Store } from "../../../src/ports/store.ts";
import { cleanClaim, cleanEvent, createMemoryStore } from "../../../src/testing/index.ts";

const operator: Viewer = { tenantId: undefined, agent: undefined, grantedScopes: undefined, allowSensitive: false };
const at = "2026-01-02T03:04:05+00:00";
const page = { limit: 100 };

async function texts(store: Store, viewer: Viewer = operator): Promise<string[]> {
  return (await store.claims.list(viewer, {}, page)).items.map((claim) => claim.text).sort();
}

describe("a transaction", () => {
  test("leaves nothing when it fails", async () => {
    const store = createMemoryStore();

    const run = store.transaction(async () => {
      const [claim] = await store.claims.insert([cleanClaim()]);
      await store.events.append([cleanEvent({ claimId: claim?.id, eventType: "system", createdAt: at })]);
      throw new RangeError("stop");
    });

    await expect(run).rejects.toThrow("stop");
    expect([await texts(store), await store.events.scan(0, 10), await store.search.indexStats()]).toEqual([
      [],
      [],
      { claims: 0, terms: 0 },
    ]);
  });

  test("undoes a nested one alone when that fails", async () => {
    const store = createMemoryStore();

    await store.transaction(async () => {
      await store.claims.insert([cleanClaim({ text: "outer" })]);
      await store
        .transaction(async () => {
          await store.claims.insert([cleanClaim({ text: "inner" })]);
          throw new RangeError("stop");
        })
        .catch(() => undefined);
    });

    expect(await texts(store)).toEqual(["outer"]);
  });

  test("sees what it wrote, which others see when it is done", async () => {
    const store = createMemoryStore();
    let commit = (): void => undefined;
    const mayCommit = new Promise<void>((resolve) => (commit = resolve));
    let written = (): void => undefined;
    const hasWritten = new Promise<void>((resolve) => (written = resolve));

    const inside = store.transaction(async () => {
      await store.claims.insert([cleanClaim({ text: "new" })]);
      written();
      await mayCommit;
      return texts(store);
    });
    await hasWritten;
    const outsideBefore = await texts(store);
    commit();

    expect([await inside, outsideBefore, await texts(store)]).toEqual([["new"], [], ["new"]]);
  });

  test("waits for the one before, so that no version is read twice", async () => {
    const store = createMemoryStore();
    const [claim] = await store.claims.insert([cleanClaim()]);
    const id = claim?.id ?? 0;

    const addOne = (): Promise<unknown> =>
      store.transaction(async () => {
        const [now] = await store.claims.getMany(operator, [id], false);
        return store.claims.update(id, now?.version ?? 0, { confidence: (now?.confidence ?? 0) / 2, updatedAt: at });
      });
    await Promise.all(Array.from({ length: 10 }, addOne));

    const [after] = await store.claims.getMany(operator, [id], false);
    expect([after?.version, after?.confidence]).toEqual([11, 0.5 / 2 ** 10]);
  });

  test("that has ended takes no more writes from work it left behind", async () => {
    const store = createMemoryStore();
    let late: Promise<unknown> = Promise.resolve();
    let start = (): void => undefined;
    const started = new Promise<void>((resolve) => (start = resolve));

    await store.transaction(async () => {
      late = started.then(() => store.claims.insert([cleanClaim()]));
    });
    start();

    await expect(late).rejects.toMatchObject({ code: "store.unavailable" });
    expect(await texts(store)).toEqual([]);
  });
});

describe("a closed store", () => {
  test("refuses every call, and may be closed twice", async () => {
    const store = createMemoryStore();

    await store.close();
    await store.close();

    await expect(texts(store)).rejects.toMatchObject({ code: "store.unavailable" });
    await expect(store.claims.insert([cleanClaim()])).rejects.toMatchObject({ code: "store.unavailable" });
  });

  test("has finished the transaction that ran", async () => {
    const store = createMemoryStore();
    let finish = (): void => undefined;
    const mayFinish = new Promise<void>((resolve) => (finish = resolve));

    let start = (): void => undefined;
    const hasStarted = new Promise<void>((resolve) => (start = resolve));

    const running = store.transaction(async () => {
      start();
      await mayFinish;
      return store.claims.insert([cleanClaim()]);
    });
    await hasStarted;
    const closing = store.close();
    finish();

    await closing;
    expect(await running).toHaveLength(1);
  });

  test("is not closed by its own transaction", async () => {
    const store = createMemoryStore();

    await expect(store.transaction(() => store.close())).rejects.toMatchObject({ code: "store.unavailable" });
  });
});
