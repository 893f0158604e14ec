import { createTestDatabase, openProxy } from "@memorymaster/test-support";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresStore } from "../../src/open-postgres-store.ts";
import { rawSql } from "../support/bare-database.ts";
import { memoryOf } from "../support/team.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("a connection that is lost", () => {
  it("between statements is replaced without a word", async () => {
    await using store = await openPostgresStore({ url: database.url });
    const memory = memoryOf(store, {});
    await memory.claims.ingest({ text: "Written before the cut" });

    await database.cutConnections();

    expect((await memory.claims.ingest({ text: "Written after the cut" })).claim.text).toBe("Written after the cut");
  });

  it("in a transaction lets the transaction run again as a whole", async () => {
    await using store = await openPostgresStore({ url: database.url });
    const memory = memoryOf(store, {});
    let runs = 0;

    await store.transaction(async () => {
      runs += 1;
      await memory.claims.ingest({ text: "Written in the transaction" });
      if (runs === 1) await database.cutConnections();
      await memory.claims.ingest({ text: "The second of its claims is another" });
    });

    expect(runs).toBe(2);
    expect(
      await rawSql(
        database.url,
        "select 1 from claims where text like 'Written in the transaction%' or text like 'The second%'",
      ),
    ).toHaveLength(2);
  });

  it("again and again ends in one clear error, and leaves nothing", async () => {
    await using store = await openPostgresStore({ url: database.url });
    const memory = memoryOf(store, {});
    let runs = 0;

    const failing = store.transaction(async () => {
      runs += 1;
      await memory.claims.ingest({ text: "Never to be seen" });
      await database.cutConnections();
      await memory.claims.ingest({ text: "Nor this" });
    });

    await expect(failing).rejects.toMatchObject({
      code: "store.unavailable",
      retryable: true,
      details: { reason: "connection_lost" },
    });
    expect(runs).toBe(3);
    expect(await rawSql(database.url, "select 1 from claims where text like 'Never%'")).toEqual([]);
  });

  it("is not tried again for work that can run but once", async () => {
    await using store = await openPostgresStore({ url: database.url });
    let runs = 0;
    const work = async (): Promise<void> => {
      runs += 1;
      await database.cutConnections();
      await store.claims.stats(
        { tenantId: undefined, agent: undefined, grantedScopes: undefined, allowSensitive: true },
        undefined,
      );
    };

    await expect(store.transaction(work, { once: true })).rejects.toMatchObject({ code: "store.unavailable" });
    expect(runs).toBe(1);
  });
});

describe("a commit whose answer does not come", () => {
  it.each(["is_lost", "answer_is_lost"] as const)(
    "because it %s is told as such, and made good by asking again",
    async (fate) => {
      await using proxy = await openProxy(database.url);
      await using store = await openPostgresStore({ url: proxy.url });
      const memory = memoryOf(store, {});
      const input = { text: `The commit ${fate}`, idempotencyKey: `commit-${fate}` };

      proxy.fate = fate;
      await expect(memory.claims.ingest(input)).rejects.toMatchObject({ code: "store.commit_unknown" });
      const again = await memory.claims.ingest(input);

      expect(again.deduplicated).toBe(fate === "answer_is_lost");
      expect(await rawSql(database.url, `select 1 from claims where idempotency_key = 'commit-${fate}'`)).toHaveLength(
        1,
      );
    },
  );
});

it("says how to go on when there is no server, no such database, or no such login", async () => {
  const wrong = (parts: Partial<URL>): string => Object.assign(new URL(database.url), parts).href;

  await expect(openPostgresStore({ url: wrong({ port: "1" }) })).rejects.toMatchObject({
    code: "store.unavailable",
    details: { reason: "cannot_connect" },
  });
  await expect(openPostgresStore({ url: wrong({ pathname: "/nowhere" }) })).rejects.toMatchObject({
    code: "store.missing",
  });
  await expect(openPostgresStore({ url: wrong({ username: "nobody", password: "x" }) })).rejects.toMatchObject({
    code: "store.unavailable",
    details: { reason: "login_refused" },
  });
});
