import { expect, test } from "vitest";

import type { ClaimStatus } from "../../src/claims/claim.ts";
import { transitionClaim } from "../../src/claims/transition.ts";
import { archiveClaims } from "../../src/governance/archive-claims.ts";
import { undoEvent } from "../../src/governance/undo-event.ts";
import { claimOf } from "./undo-steps.ts";
import { EVERYTHING, everything, openContext, seed, seedOne } from "../support/open-context.ts";

const ANA = { actor: "ana", reason: "the service is gone" } as const;

test.each<readonly ClaimStatus[]>([[], ["confirmed"], ["confirmed", "stale"], ["conflicted"], ["superseded"]])(
  "a claim that went %s %s is archived with one event, and comes back with all it had by an undo",
  async (...path) => {
    const context = openContext();
    await seed(context, { text: "CI runs on Jenkins" }, { text: "CI runs on Buildkite" });
    for (const to of path) {
      await transitionClaim(context, 1, { to, ...(to === "superseded" && { replacedBy: 2 }) });
    }
    const before = await claimOf(context, 1);
    context.clock.advance(5_000);

    const [row] = await archiveClaims(context, [1], ANA);
    const [event] = (await context.store.events.list(EVERYTHING, { claimId: 1 }, { limit: 1 })).items;
    const found = await context.store.search.candidates(EVERYTHING, { terms: ["jenkin"], filter: {}, limit: 10 });
    await undoEvent(context, event?.id ?? 0, ANA);

    expect(row).toMatchObject({ ref: 1, changed: true, eventId: event?.id, claim: { status: "archived" } });
    expect(event).toMatchObject({ eventType: "transition", fromStatus: before.status, toStatus: "archived" });
    expect([event?.details, JSON.parse(event?.payloadJson ?? "")]).toMatchObject([
      "the service is gone",
      { actor: "ana", before: { archived_at: null } },
    ]);
    expect(found).toEqual([]);
    const updatedAt = "2026-01-02T03:04:10+00:00";
    expect(await claimOf(context, 1)).toEqual({ ...before, version: before.version + 2, updatedAt });
    expect(
      await context.store.search.candidates(EVERYTHING, { terms: ["jenkin"], filter: {}, limit: 10 }),
    ).toHaveLength(1);
  },
);

test("archiving an archived claim writes nothing", async () => {
  const context = openContext();
  await seedOne(context);
  await archiveClaims(context, [1], ANA);
  const before = await everything(context);

  const rows = await archiveClaims(context, [1, 1], ANA);

  expect(rows).toMatchObject([
    { changed: false, eventId: undefined },
    { changed: false, eventId: undefined },
  ]);
  expect(await everything(context)).toEqual(before);
});

test("a dry run tells what would become of each claim, a repeated one once, and writes nothing", async () => {
  const context = openContext();
  await seed(context, { text: "CI runs on Jenkins" }, { text: "The cache listens on 8080" });
  const before = await everything(context);

  const rows = await archiveClaims(context, [1, 1, 9, 2], { ...ANA, dryRun: true });

  expect(rows).toMatchObject([
    { ref: 1, changed: true, eventId: undefined, claim: { status: "archived" } },
    { ref: 1, changed: false, eventId: undefined },
    { ref: 9, error: { code: "claim.not_found" } },
    { ref: 2, changed: true, eventId: undefined, claim: { status: "archived" } },
  ]);
  expect(await everything(context)).toEqual(before);
});
