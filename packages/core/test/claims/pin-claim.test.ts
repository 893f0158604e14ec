import { describe, expect, test } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import { pinClaim } from "../../src/claims/pin-claim.ts";
import { everything, openContext, seedOne } from "../support/open-context.ts";

describe("pinning", () => {
  test("changes the pin alone, with one event that says the value before", async () => {
    const context = openContext();
    const claim = await seedOne(context);
    context.clock.advance(60_000);

    const pinned = await pinClaim(context, "mm-ff61", true);
    const unpinned = await pinClaim(context, 1, false);

    expect([pinned, unpinned]).toEqual([
      { ...claim, pinned: true, version: 2 },
      { ...claim, pinned: false, version: 3 },
    ]);
    const entries = await context.store.events.history(1, 10);
    expect(entries.map(({ event }) => [event.eventType, event.payloadJson, event.createdAt])).toEqual([
      ["pin", '{"before":{"pinned":false}}', "2026-01-02T03:05:05+00:00"],
      ["unpin", '{"before":{"pinned":true}}', "2026-01-02T03:05:05+00:00"],
    ]);
  });

  test("to the value it has writes nothing", async () => {
    const context = openContext();
    const claim = await seedOne(context);
    const before = await everything(context);

    expect(await pinClaim(context, 1, false)).toEqual(claim);
    expect(await everything(context)).toEqual(before);
  });

  test("is for those who may govern", async () => {
    const context = openContext({ authority: { ...LOCAL_OPERATOR, role: "writer" } });
    await seedOne(context);

    await expect(pinClaim(context, 1, true)).rejects.toMatchObject({ code: "access.denied" });
  });
});
