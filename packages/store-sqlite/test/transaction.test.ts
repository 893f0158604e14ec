import { describe, expect, it } from "vitest";
import { event, failure, insertOne, insertTexts, OPERATOR } from "./support/records.ts";
import { tempStore } from "./support/temp-store.ts";
import type { TempStore } from "./support/temp-store.ts";

async function texts(temp: TempStore): Promise<string[]> {
  const { items } = await temp.store.claims.list(OPERATOR, {}, { limit: 50 });
  return items.map((item) => item.text).sort();
}

/** A promise and what settles it. */
function signal(): { readonly reached: Promise<void>; readonly reach: () => void } {
  let reach = (): void => undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return { reached, reach };
}

describe("a transaction", () => {
  it("returns what the work returns and keeps what it wrote", async () => {
    await using temp = await tempStore();

    const result = await temp.store.transaction(async () => {
      await insertTexts(temp.store, "one", "two");
      return texts(temp);
    });

    expect(result).toEqual(["one", "two"]);
    expect(await texts(temp)).toEqual(["one", "two"]);
  });

  it("leaves nothing of any table when the work fails", async () => {
    await using temp = await tempStore();
    const at = "2026-01-02T03:04:05+00:00";

    const failed = temp.store.transaction(async () => {
      const { id } = await insertOne(temp.store);
      await temp.store.events.append([event({ claimId: id })]);
      await temp.store.projects.record({
        scope: "project:demo",
        slug: "demo",
        lastPath: "/demo",
        keys: [{ kind: "path", keyHash: "k" }],
        at,
      });
      throw new TypeError("stop");
    });

    await expect(failed).rejects.toThrow("stop");
    const tables = ["claims", "citations", "events", "projects", "project_keys", "claims_fts"];
    expect(tables.map((table) => temp.sql(`select count(*) as n from ${table}`))).toEqual(tables.map(() => [{ n: 0 }]));
  });

  it("undoes an inner one alone when its failure is caught", async () => {
    await using temp = await tempStore();

    await temp.store.transaction(async () => {
      await insertTexts(temp.store, "outer");
      const inner = temp.store.transaction(async () => {
        await insertTexts(temp.store, "inner");
        await temp.store.transaction(async () => insertTexts(temp.store, "innermost"));
        throw new TypeError("stop");
      });
      await expect(inner).rejects.toThrow("stop");
      await temp.store.transaction(async () => insertTexts(temp.store, "second"));
    });

    expect(await texts(temp)).toEqual(["outer", "second"]);
  });

  it("keeps inner ones that are started together apart", async () => {
    await using temp = await tempStore();

    await temp.store.transaction(async () => {
      const inner = (text: string, fails: boolean) =>
        temp.store.transaction(async () => {
          await insertTexts(temp.store, text);
          if (fails) throw new TypeError(text);
        });
      await Promise.allSettled([inner("a", false), inner("b", true), insertTexts(temp.store, "c"), inner("d", true)]);
    });

    expect(await texts(temp)).toEqual(["a", "c"]);
  });

  it("makes calls from outside wait until it has ended", async () => {
    await using temp = await tempStore();
    const begun = signal();
    const mayEnd = signal();
    const order: string[] = [];

    const inside = temp.store.transaction(async () => {
      await insertTexts(temp.store, "inside");
      begun.reach();
      await mayEnd.reached;
      order.push("inside");
    });
    await begun.reached;
    const outside = insertTexts(temp.store, "outside").then(() => order.push("outside"));
    const reading = texts(temp).then((seen) => order.push(`read ${seen.length}`));
    mayEnd.reach();
    await Promise.all([inside, outside, reading]);

    expect(order).toEqual(["inside", "outside", "read 2"]);
  });

  it("hides what it has written from other connections until it has ended", async () => {
    await using temp = await tempStore();
    const peer = await temp.peer({ readOnly: true });

    await temp.store.transaction(async () => {
      await insertTexts(temp.store, "one");
      expect((await peer.claims.stats(OPERATOR, undefined)).claims).toBe(0);
    });

    expect((await peer.claims.stats(OPERATOR, undefined)).claims).toBe(1);
  });

  it("takes no call that comes after its end", async () => {
    await using temp = await tempStore();
    const ended = signal();
    let late: Promise<unknown> = Promise.resolve();

    await temp.store.transaction(async () => {
      late = ended.reached.then(() => texts(temp));
      late.catch(() => undefined);
    });
    ended.reach();

    expect((await failure(late)).code).toBe("store.unavailable");
  });

  it("is finished before its store closes, and cannot close it itself", async () => {
    await using temp = await tempStore();
    const begun = signal();

    const running = temp.store.transaction(async () => {
      begun.reach();
      expect((await failure(temp.store.close())).code).toBe("store.unavailable");
      await insertTexts(temp.store, "one");
    });
    await begun.reached;
    await Promise.all([temp.store.close(), running]);

    expect(temp.sql("select text from claims")).toEqual([{ text: "one" }]);
  });

  it("belongs to one store and leaves others alone", async () => {
    await using temp = await tempStore();
    await using other = await tempStore();

    const failed = temp.store.transaction(async () => {
      await insertTexts(temp.store, "one");
      await insertTexts(other.store, "two");
      throw new TypeError("stop");
    });

    await expect(failed).rejects.toThrow("stop");
    expect([await texts(temp), await texts(other)]).toEqual([[], ["two"]]);
  });
});
