import { describe, expect, test } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import { pinClaim } from "../../src/claims/pin-claim.ts";
import { claimHistory } from "../../src/events/claim-history.ts";
import { listEvents } from "../../src/events/list-events.ts";
import { recordEvents } from "../../src/events/record-events.ts";
import { openContext, seed } from "../support/open-context.ts";
import type { TestContext } from "../support/open-context.ts";

async function withHistory(): Promise<TestContext> {
  const context = openContext();
  await seed(context, {}, { text: "other", visibility: "private", sourceAgent: "luis" });
  for (const [id, on] of [
    [1, true],
    [2, true],
    [1, false],
  ] as const) {
    context.clock.advance(1_000);
    await pinClaim(context, id, on);
  }
  return context;
}

describe("a list of events", () => {
  test("is newest first, of all claims or of one, of all kinds or of one", async () => {
    const context = await withHistory();
    const ids = async (request: Parameters<typeof listEvents>[1]): Promise<readonly number[]> =>
      (await listEvents(context, request)).items.map((event) => event.id);

    expect([
      await ids({}),
      await ids({ claim: "mm-ff61" }),
      await ids({ eventType: "unpin" }),
      await ids({ claim: 2, eventType: "unpin" }),
      await ids({ eventType: "media_process" }),
    ]).toEqual([[3, 2, 1], [3, 1], [3], [], []]);
  });

  test("is of the scopes asked for, else of those a read covers; a named claim is meant wherever it is", async () => {
    const context = openContext();
    await seed(context, { scope: "project:mail" }, { scope: "user", text: "other" });
    await pinClaim(context, 1, true);
    await pinClaim(context, 2, true);
    const claims = async (request: Parameters<typeof listEvents>[1]): Promise<readonly unknown[]> =>
      (await listEvents(context, request)).items.map((event) => event.claimId);

    expect([
      await claims({}),
      await claims({ scopes: ["project:mail"] }),
      await claims({ scopes: "all" }),
      await claims({ claim: 1 }),
    ]).toEqual([[2], [1], [2, 1], [1]]);
  });

  test("has pages", async () => {
    const context = await withHistory();

    const first = await listEvents(context, { limit: 2 });
    const second = await listEvents(context, { limit: 2, cursor: first.nextCursor });

    expect([first, second].map(({ items, total }) => [items.map((event) => event.id), total])).toEqual([
      [[3, 2], 3],
      [[1], 3],
    ]);
    expect(second.nextCursor).toBeUndefined();
  });

  test("holds none of a claim that the caller may not see", async () => {
    const context = { ...(await withHistory()), authority: { ...LOCAL_OPERATOR, principal: "ana" } };

    expect((await listEvents(context)).items.map((event) => event.id)).toEqual([3, 1]);
    await expect(listEvents(context, { claim: 2 })).rejects.toMatchObject({ code: "claim.not_found" });
  });

  test.each<[Parameters<typeof listEvents>[1], string]>([
    [{ eventType: "surprise" }, "event_type"],
    [{ eventType: "" }, "event_type"],
    [{ cursor: "x" }, "cursor"],
  ])("refuses %j", async (request, field) => {
    await expect(listEvents(openContext(), request)).rejects.toMatchObject({
      code: "input.invalid",
      details: expect.objectContaining({ field }) as object,
    });
  });
});

describe("the history of a claim", () => {
  test("is oldest first, and a limit keeps the newest", async () => {
    const context = await withHistory();

    const whole = await claimHistory(context, 1);
    const newest = await claimHistory(context, "mm-ff61", 1);

    expect(whole.claim.id).toBe(1);
    expect([whole, newest].map(({ entries }) => entries.map(({ event }) => event.eventType))).toEqual([
      ["pin", "unpin"],
      ["unpin"],
    ]);
  });

  test("of a claim that the caller may not see does not exist", async () => {
    const context = { ...(await withHistory()), authority: { ...LOCAL_OPERATOR, principal: "ana" } };

    await expect(claimHistory(context, 2)).rejects.toMatchObject({ code: "claim.not_found" });
  });
});

test("recording no events writes nothing", async () => {
  const context = openContext();

  await recordEvents(context.store, []);

  expect(await context.store.events.scan(0, 10)).toEqual([]);
});
