import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import { CLAIM_STATUSES } from "../../src/claims/claim.ts";
import type { Claim, ClaimStatus } from "../../src/claims/claim.ts";
import { namespaceKey } from "../../src/claims/identity.ts";
import { canTransition } from "../../src/claims/lifecycle.ts";
import { transitionClaim } from "../../src/claims/transition.ts";
import { MemoryMasterError } from "../../src/errors/errors.ts";
import { verifyEvents } from "../../src/events/verify-events.ts";
import type { MemoryContext } from "../../src/memory-types.ts";
import { EVERYTHING, everything, openContext, seed, seedOne } from "../support/open-context.ts";

const LATER = "2026-01-02T04:04:05+00:00";
const HOUR = 3_600_000;

async function eventsOf(context: MemoryContext, claimId: number): Promise<unknown[]> {
  const entries = await context.store.events.history(claimId, 100);
  return entries.map(({ event }) => ({
    type: event.eventType,
    from: event.fromStatus,
    to: event.toStatus,
    details: event.details,
    payload: JSON.parse(event.payloadJson ?? "null") as unknown,
    at: event.createdAt,
    tenant: event.tenantId,
  }));
}

describe("a step of the lifecycle", () => {
  test("to confirmed raises the version, dates the check and writes one event", async () => {
    const context = openContext();
    const claim = await seedOne(context, { tenantId: "acme" });
    context.clock.advance(HOUR);

    const confirmed = await transitionClaim(context, claim.id, { to: "confirmed", reason: " seen in the log " });

    expect(confirmed).toEqual({ ...claim, status: "confirmed", version: 2, updatedAt: LATER, lastValidatedAt: LATER });
    expect(await eventsOf(context, claim.id)).toEqual([
      {
        type: "transition",
        from: "candidate",
        to: "confirmed",
        details: "seen in the log",
        payload: { before: { last_validated_at: null } },
        at: LATER,
        tenant: "acme",
      },
    ]);
  });

  test.each<[ClaimStatus, Partial<Claim>, Record<string, string | null>]>([
    ["conflicted", { lastValidatedAt: LATER }, { last_validated_at: "2026-01-02T03:04:05+00:00" }],
    ["stale", { lastValidatedAt: LATER }, { last_validated_at: "2026-01-02T03:04:05+00:00" }],
    ["archived", { archivedAt: LATER }, { archived_at: null }],
  ])("from confirmed to %s sets the times of that state and says what was before", async (to, fields, before) => {
    const context = openContext();
    const { id } = await seedOne(context);
    const confirmed = await transitionClaim(context, id, { to: "confirmed" });
    context.clock.advance(HOUR);

    const moved = await transitionClaim(context, id, { to });

    expect(moved).toEqual({ ...confirmed, status: to, version: 3, updatedAt: LATER, ...fields });
    expect((await eventsOf(context, id)).at(-1)).toMatchObject({ from: "confirmed", to, payload: { before } });
  });

  test("out of confirmed takes the person's name off and keeps it in the event", async () => {
    const context = openContext();
    const { id } = await seedOne(context);
    await context.store.claims.update(id, 1, { status: "confirmed", confirmedBy: "ana", updatedAt: LATER });

    const stale = await transitionClaim(context, id, { to: "stale" });

    expect(stale.confirmedBy).toBeUndefined();
    expect(await eventsOf(context, id)).toMatchObject([
      { payload: { before: { confirmed_by: "ana", last_validated_at: null } } },
    ]);
  });

  test("to the present status writes nothing", async () => {
    const context = openContext();
    const claim = await seedOne(context);
    const before = await everything(context);
    context.clock.advance(HOUR);

    expect(await transitionClaim(context, claim.humanId, { to: "candidate", reason: "again" })).toEqual(claim);
    expect(await everything(context)).toEqual(before);
  });

  test("is taken of a pinned claim too", async () => {
    const context = openContext();
    const { id } = await seedOne(context);
    await context.store.claims.update(id, 1, { pinned: true, updatedAt: LATER });

    expect(await transitionClaim(context, id, { to: "archived" })).toMatchObject({ status: "archived", pinned: true });
  });

  test("keeps no secret that stands in its reason", async () => {
    const context = openContext();
    const { id } = await seedOne(context);

    await transitionClaim(context, id, { to: "archived", reason: `leaked ${"ghp_" + "a1B2".repeat(9)}` });

    expect(await eventsOf(context, id)).toMatchObject([{ details: "leaked [REDACTED:github_token]" }]);
  });
});

describe("a step is refused and leaves everything as it was", () => {
  async function refused(
    context: MemoryContext,
    request: Parameters<typeof transitionClaim>[2],
    ref: number | string = 1,
  ): Promise<unknown> {
    const before = await everything(context);
    const error: unknown = await transitionClaim(context, ref, request).catch((thrown: unknown) => thrown);
    expect(await everything(context)).toEqual(before);
    return error instanceof MemoryMasterError ? { code: error.code as string, details: error.details } : error;
  }

  test("when the table has none", async () => {
    const context = openContext();
    await seed(context, {});

    expect(await refused(context, { to: "stale" })).toEqual({
      code: "claim.invalid_transition",
      details: { id: 1, from: "candidate", to: "stale" },
    });
  });

  test("when it would bring an archived claim back", async () => {
    const context = openContext();
    await seed(context, {});
    await transitionClaim(context, 1, { to: "archived" });

    expect(await refused(context, { to: "candidate" })).toMatchObject({ code: "claim.invalid_transition" });
  });

  test("when the status is none", async () => {
    const context = openContext();
    await seed(context, {});

    expect(await refused(context, { to: "deleted" as ClaimStatus })).toMatchObject({
      code: "input.invalid",
      details: { field: "status" },
    });
  });

  test("when a replacement is named for another state", async () => {
    const context = openContext();
    await seed(context, {}, { text: "other" });

    expect(await refused(context, { to: "archived", replacedBy: 2 })).toMatchObject({
      code: "input.invalid",
      details: { field: "replaced_by" },
    });
  });

  test("when another claim of the tuple is confirmed", async () => {
    const context = openContext();
    const tuple = { subject: "api", predicate: "port" };
    await seed(context, { ...tuple, humanId: "mm-0001" }, { ...tuple, text: "other", humanId: "mm-0002" });
    await transitionClaim(context, 1, { to: "confirmed" });

    expect(await refused(context, { to: "confirmed" }, 2)).toEqual({
      code: "claim.duplicate",
      details: { id: 2, confirmed_id: 1, confirmed_human_id: "mm-0001" },
    });
  });

  test("when the caller may not govern", async () => {
    const context = openContext({ authority: { ...LOCAL_OPERATOR, principal: "ana", role: "writer" } });
    await seed(context, {});

    expect(await refused(context, { to: "confirmed" })).toMatchObject({ code: "access.denied" });
  });

  test.each([
    ["a private claim of another agent", { visibility: "private", sourceAgent: "luis" } as const],
    ["a sensitive claim", { visibility: "sensitive", sourceAgent: "ana" } as const],
    ["a claim of another tenant", { tenantId: "beta" }],
  ])("when %s behaves as absent", async (_what, fields) => {
    const context = openContext({ authority: { ...LOCAL_OPERATOR, principal: "ana", tenantId: "acme" } });
    await seed(context, { tenantId: "acme", ...fields });

    expect(await refused(context, { to: "confirmed" })).toEqual({
      code: "claim.not_found",
      details: { claim: "1" },
    });
  });

  test("when another writer was first", async () => {
    const context = openContext();
    await seed(context, {});
    const store = {
      ...context.store,
      claims: { ...context.store.claims, update: async () => undefined },
    };

    expect(await refused({ ...context, store }, { to: "confirmed" })).toEqual({
      code: "claim.version_conflict",
      details: { id: 1, version: 1 },
    });
  });

  test("when its reason is too long or cannot be stored", async () => {
    const context = openContext();
    await seed(context, {});

    for (const [reason, code] of [
      ["x".repeat(2_001), "input.too_long"],
      ["a\u0000b", "input.unstorable"],
      ["a\ud800", "input.unstorable"],
    ]) {
      expect(await refused(context, { to: "confirmed", reason })).toEqual({ code, details: { field: "reason" } });
    }
  });
});

test("two claims of one tuple may be confirmed in different namespaces", async () => {
  const context = openContext();
  const tuple = { subject: "api", predicate: "port" };
  await seed(context, tuple, { ...tuple, scope: "global" }, { ...tuple, text: "mine", visibility: "private" });

  for (const id of [1, 2, 3]) await transitionClaim(context, id, { to: "confirmed" });

  const { items } = await context.store.claims.list(EVERYTHING, {}, { limit: 10 });
  expect(items.map((claim) => claim.status)).toEqual(["confirmed", "confirmed", "confirmed"]);
});

test("the operator reaches a sensitive claim when reading such claims is allowed", async () => {
  const context = openContext({ authority: { ...LOCAL_OPERATOR, sensitiveBypass: true } });
  await seed(context, { visibility: "sensitive" });

  expect(await transitionClaim(context, 1, { to: "archived" })).toMatchObject({ status: "archived" });
});

describe("any sequence of steps", () => {
  const step = fc.record({
    claim: fc.integer({ min: 1, max: 5 }),
    to: fc.constantFrom(...CLAIM_STATUSES),
    by: fc.integer({ min: 1, max: 5 }),
  });

  function checkInvariants(claims: readonly Claim[]): void {
    const byId = new Map(claims.map((claim) => [claim.id, claim]));
    const confirmed = claims.filter((claim) => claim.status === "confirmed");
    expect(new Set(confirmed.map((claim) => `${namespaceKey(claim)}|${claim.subject ?? claim.id}`)).size).toBe(
      confirmed.length,
    );
    for (const claim of claims) {
      expect((claim.status === "archived") === (claim.archivedAt !== undefined)).toBe(true);
      if (claim.status === "superseded") expect(byId.has(claim.replacedByClaimId ?? 0)).toBe(true);
      if (claim.supersedesClaimId !== undefined) {
        expect(byId.get(claim.supersedesClaimId)?.replacedByClaimId).toBe(claim.id);
      }
      if (claim.validUntil !== undefined && claim.validFrom !== undefined) {
        expect(claim.validUntil >= claim.validFrom).toBe(true);
      }
    }
  }

  test("keeps the table, both ends of each replacement, one confirmed claim of a tuple, and one event a change", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const context = openContext();
        const tuple = { subject: "api", predicate: "port" };
        const named = (text: string, index: number): object => ({ ...tuple, text, humanId: `mm-000${index}` });
        await seed(context, ...["a", "b", "c", "d"].map(named), { text: "elsewhere", scope: "global" });
        let changes = 0;

        for (const { claim, to, by } of steps) {
          context.clock.advance(1_000);
          const [before] = await context.store.claims.getMany(EVERYTHING, [claim], false);
          const request = to === "superseded" ? { to, replacedBy: by } : { to };
          const after = await transitionClaim(context, claim, request).catch((error: unknown) => {
            if (error instanceof MemoryMasterError) return undefined;
            throw error;
          });
          if (before === undefined || after === undefined || before.status === after.status) continue;
          changes += 1;
          expect(canTransition(before.status, after.status)).toBe(true);
          expect(after.version).toBe(before.version + 1);
        }

        const { items } = await context.store.claims.list(EVERYTHING, {}, { limit: 10 });
        checkInvariants(items);
        expect(await verifyEvents(context)).toMatchObject({ events: changes, valid: true });
      }),
      { numRuns: 60 },
    );
  });
});
