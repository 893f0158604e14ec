import { describe, expect, test } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import { recomputeTiers } from "../../src/claims/recompute-tiers.ts";
import { tierBounds, tierOf } from "../../src/claims/tiers.ts";
import { change } from "../ingest/ingest-steps.ts";
import { EVERYTHING, everything, openContext, seed } from "../support/open-context.ts";

/** The clock of the tests stands at 2026-01-02T03:04:05. */
const NOW = "2026-01-02T03:04:05+00:00";
const SEVEN_DAYS_AGO = "2025-12-26T03:04:05+00:00";
const LESS_THAN_SEVEN = "2025-12-26T03:04:06+00:00";
const NINETY_DAYS_AGO = "2025-10-04T03:04:05+00:00";
const LESS_THAN_NINETY = "2025-10-04T03:04:06+00:00";

test.each([
  ["new", { createdAt: NOW, accessCount: 0 }, "core"],
  ["from the future of a wrong clock", { createdAt: "2027-01-01T00:00:00+00:00", accessCount: 0 }, "core"],
  ["not yet seven days old", { createdAt: LESS_THAN_SEVEN, accessCount: 0 }, "core"],
  ["seven days old", { createdAt: SEVEN_DAYS_AGO, accessCount: 0 }, "working"],
  ["not yet ninety days old", { createdAt: LESS_THAN_NINETY, accessCount: 0 }, "working"],
  ["ninety days old and never used", { createdAt: NINETY_DAYS_AGO, accessCount: 0 }, "peripheral"],
  ["ninety days old and used once", { createdAt: NINETY_DAYS_AGO, accessCount: 1 }, "working"],
  ["old and used five times", { createdAt: NINETY_DAYS_AGO, accessCount: 5 }, "working"],
  ["old and used six times", { createdAt: NINETY_DAYS_AGO, accessCount: 6 }, "core"],
] as const)("a claim that is %s belongs to its tier", (_, claim, tier) => {
  expect(tierOf(claim, tierBounds(Date.parse(NOW)))).toBe(tier);
});

describe("sorting claims into tiers", () => {
  test("counts the claims that change theirs, and changes nothing else about them", async () => {
    const context = openContext();
    await seed(
      context,
      { text: "alpha", createdAt: NOW },
      { text: "beta", createdAt: SEVEN_DAYS_AGO },
      { text: "gamma", createdAt: NINETY_DAYS_AGO },
    );
    const before = await context.store.claims.getMany(EVERYTHING, [1, 2, 3], true);

    expect(await recomputeTiers(context)).toEqual({ core: 1, working: 0, peripheral: 1 });
    expect(await recomputeTiers(context)).toEqual({ core: 0, working: 0, peripheral: 0 });
    context.clock.advance(7 * 86_400_000);
    expect(await recomputeTiers(context)).toEqual({ core: 0, working: 1, peripheral: 0 });

    const after = await context.store.claims.getMany(EVERYTHING, [1, 2, 3], true);
    expect(after).toEqual(before.map((claim) => ({ ...claim, tier: claim.id === 3 ? "peripheral" : "working" })));
  });

  test("leaves archived claims, and those that the caller may not see", async () => {
    const context = openContext();
    await seed(context, { text: "alpha" }, { text: "beta", visibility: "private", sourceAgent: "ana" });
    await change(context, 1, { status: "archived" });
    const before = await everything(context);
    const luis = { ...context, authority: { ...LOCAL_OPERATOR, principal: "luis" } };

    expect(await recomputeTiers(luis)).toEqual({ core: 0, working: 0, peripheral: 0 });
    expect(await everything(context)).toEqual(before);
    expect(await recomputeTiers(context)).toEqual({ core: 1, working: 0, peripheral: 0 });
  });

  test("is refused to whoever may not steward", async () => {
    const context = openContext({ authority: { ...LOCAL_OPERATOR, role: "reader" } });

    await expect(recomputeTiers(context)).rejects.toMatchObject({ code: "access.denied" });
  });
});
