import { describe, expect, it } from "vitest";

import { takeLease } from "../../src/cycle/lease.ts";
import type { Owner } from "../../src/cycle/lease.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";

const owner = (processId: number, alive = true): Owner => ({ host: "host-a", processId, isAlive: () => alive });

describe.each(STORE_KINDS)("the lease of the cycle (%s)", (kind) => {
  it("one holds it; a second one is told who and since when; after the end it is free", async () => {
    const world = await stewardWorld(kind);
    const first = await takeLease(world.context, owner(1));
    const second = await takeLease(world.context, owner(2));
    expect(second).toMatchObject({ held: false, since: "2026-03-01T12:00:00+00:00" });
    expect(!second.held && second.owner).toMatch(/^host-a 1 /);
    if (first.held) await first.end();
    expect((await takeLease(world.context, owner(2))).held).toBe(true);
  });

  it("G19: a dead process of this host and an expired lease are taken over, and the history says so", async () => {
    const world = await stewardWorld(kind);
    await takeLease(world.context, owner(1));
    expect((await takeLease(world.context, owner(2, false))).held).toBe(true);
    world.clock.advance(11 * 60_000);
    const other: Owner = { host: "host-b", processId: 3, isAlive: () => true };
    expect((await takeLease(world.context, other)).held).toBe(true);
    const { items } = await world.memory.events.list({ eventType: "system" });
    expect(items.map(({ details }) => details)).toEqual(["cycle_lease_taken_over", "cycle_lease_taken_over"]);
  });

  it("whoever has lost it learns so when it says that it is alive", async () => {
    const world = await stewardWorld(kind);
    const lost = await takeLease(world.context, owner(1));
    world.clock.advance(11 * 60_000);
    await takeLease(world.context, owner(2));
    if (!lost.held) return expect.unreachable();
    await expect(lost.renew()).rejects.toMatchObject({ code: "cycle.lease_lost" });
    await lost.end();
    expect((await takeLease(world.context, owner(3))).held).toBe(false);
  });

  it("one that is alive goes on for as long as it says so", async () => {
    const world = await stewardWorld(kind);
    const lease = await takeLease(world.context, owner(1));
    for (let minutes = 0; minutes < 30; minutes += 6) {
      world.clock.advance(6 * 60_000);
      if (lease.held) await lease.renew();
    }
    expect((await takeLease(world.context, owner(2))).held).toBe(false);
  });
});
