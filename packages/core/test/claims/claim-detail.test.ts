import { describe, expect, test } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import { claimDetail, getClaim } from "../../src/claims/claim-detail.ts";
import { claimStats } from "../../src/claims/claim-stats.ts";
import { pinClaim } from "../../src/claims/pin-claim.ts";
import { addLink } from "../../src/links/add-link.ts";
import { openContext, seed } from "../support/open-context.ts";

describe("a claim read by name", () => {
  test("comes with its citations", async () => {
    const context = openContext();
    const [claim] = await seed(context, {});

    expect(claim?.citations).toHaveLength(1);
    expect(await getClaim(context, "mm-ff61")).toEqual(claim);
  });

  test("is found in every scope that the caller may read, and no other", async () => {
    const context = openContext();
    await seed(context, { scope: "team:core" });
    const bound = { ...context, authority: { ...LOCAL_OPERATOR, grantedScopes: ["global"] } };

    expect(await getClaim(context, 1)).toMatchObject({ scope: "team:core" });
    await expect(getClaim(bound, 1)).rejects.toMatchObject({ code: "claim.not_found" });
  });

  test("in detail comes with links to visible claims and the newest part of its history", async () => {
    const context = openContext();
    const [claim] = await seed(
      context,
      {},
      { text: "public" },
      { text: "hidden", visibility: "private", sourceAgent: "luis" },
    );
    const shown = await addLink(context, { source: 2, target: 1, linkType: "supports" });
    await addLink(context, { source: 1, target: 3, linkType: "supports" });
    await pinClaim(context, 1, true);
    await pinClaim(context, 1, false);

    const detail = await claimDetail({ ...context, authority: { ...LOCAL_OPERATOR, principal: "ana" } }, 1, {
      historyLimit: 2,
    });

    expect(detail.claim).toEqual({ ...claim, version: 3 });
    expect(detail.links).toEqual([shown]);
    expect(detail.entries.map(({ event }) => event.eventType)).toEqual(["pin", "unpin"]);
  });
});

test("statistics are those of the caller's scopes", async () => {
  const context = openContext();
  await seed(context, {}, { text: "global", scope: "global" });
  const bound = { ...context, authority: { ...LOCAL_OPERATOR, grantedScopes: ["global"] } };

  expect([
    (await claimStats(context)).claims,
    (await claimStats(context, " ")).claims,
    (await claimStats(context, "project:Demo")).claims,
    (await claimStats(bound)).claims,
  ]).toEqual([2, 2, 1, 1]);
  await expect(claimStats(bound, "user")).rejects.toMatchObject({ code: "access.denied" });
});
