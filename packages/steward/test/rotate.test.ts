import { describe, expect, it } from "vitest";

import { nextInRotation } from "../src/jobs/rotate.ts";
import { stewardWorld, STORE_KINDS } from "./support/steward-world.ts";

describe.each(STORE_KINDS)("claims in rotation (%s)", (kind) => {
  it("G8: every claim has its turn, and the round begins anew", async () => {
    const world = await stewardWorld(kind);
    for (let number = 1; number <= 7; number += 1) await world.ingest({ text: `The shop has fact number ${number}` });
    const turns: number[][] = [];
    for (let run = 0; run < 4; run += 1) {
      const rotation = { name: "test", filter: { statuses: ["candidate"] }, order: "newest" } as const;
      const { claims, done } = await nextInRotation(world.job({ limit: 3 }), rotation);
      turns.push(claims.map(({ id }) => id));
      await done();
    }
    expect(turns).toEqual([
      [7, 6, 5],
      [4, 3, 2],
      [1, 7, 6],
      [5, 4, 3],
    ]);
  });
});
