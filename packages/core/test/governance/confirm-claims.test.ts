import { describe, expect, test } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import { changeStatus } from "../../src/claims/change-status.ts";
import type { Claim, ClaimStatus } from "../../src/claims/claim.ts";
import { transitionClaim } from "../../src/claims/transition.ts";
import { confirmClaims } from "../../src/governance/confirm-claims.ts";
import type { GovernedRow } from "../../src/governance/types.ts";
import type { ClaimRef, MemoryContext } from "../../src/memory-types.ts";
import type { DatabaseFiles } from "../../src/ports/database-files.ts";
import { EVERYTHING, everything, openContext, seed, seedOne } from "../support/open-context.ts";

const LATER = "2026-01-02T04:04:05+00:00";
const CI = { subject: "ci", predicate: "runs on" } as const;
const JENKINS = { ...CI, text: "CI runs on Jenkins", objectValue: "Jenkins" } as const;
const BUILDKITE = { ...CI, text: "CI runs on Buildkite", objectValue: "Buildkite", humanId: "mm-b017" } as const;

async function confirm(context: MemoryContext, ...refs: readonly ClaimRef[]): Promise<readonly GovernedRow[]> {
  return confirmClaims(context, refs, { actor: "ana", reason: "seen in the config" });
}

const claimOf = async (context: MemoryContext, id: number): Promise<Claim | undefined> =>
  (await context.store.claims.getMany(EVERYTHING, [id], true))[0];

async function payloads(context: MemoryContext, claimId: number): Promise<unknown[]> {
  const entries = await context.store.events.history(claimId, 10);
  return entries.map(({ event }) => [
    event.eventType,
    event.fromStatus,
    event.toStatus,
    JSON.parse(event.payloadJson ?? "null") as unknown,
  ]);
}

const codes = (rows: readonly GovernedRow[]): readonly unknown[] =>
  rows.map((row) => ("error" in row ? row.error.code : [row.claim.id, row.eventId, row.changed]));

describe("a confirmation", () => {
  test("gives the claim the person's name and at least their confidence, with one event", async () => {
    const context = openContext();
    const claim = await seedOne(context);
    context.clock.set(LATER);

    const rows = await confirm(context, claim.humanId);

    const confirmed = {
      ...claim,
      status: "confirmed",
      confidence: 0.9,
      confirmedBy: "ana",
      lastValidatedAt: LATER,
      updatedAt: LATER,
      version: 2,
    };
    expect(rows).toEqual([{ ref: claim.humanId, claim: confirmed, eventId: 1, changed: true }]);
    expect(await claimOf(context, 1)).toEqual(confirmed);
    expect(await payloads(context, 1)).toEqual([
      [
        "confirm",
        "candidate",
        "confirmed",
        {
          actor: "ana",
          actor_kind: "person",
          reason: "seen in the config",
          before: { confidence: 0.5, confirmed_by: null, last_validated_at: null },
        },
      ],
    ]);
  });

  test.each<ClaimStatus>(["stale", "conflicted"])("brings a %s claim back", async (status) => {
    const context = openContext();
    await seedOne(context, { confidence: 0.95 });
    await transitionClaim(context, 1, { to: "confirmed" });
    await transitionClaim(context, 1, { to: status });

    await confirm(context, 1);

    expect(await claimOf(context, 1)).toMatchObject({ status: "confirmed", confirmedBy: "ana", confidence: 0.95 });
  });

  test("of a claim that a job has confirmed adds the person, from confirmed to confirmed", async () => {
    const context = openContext();
    const claim = await seedOne(context);
    await changeStatus(context, claim, {
      to: "confirmed",
      eventType: "validator",
      payload: { score: 1, citation_count: 1 },
    });

    const rows = await confirm(context, 1);

    expect(codes(rows)).toEqual([[1, 2, true]]);
    expect(await claimOf(context, 1)).toMatchObject({ status: "confirmed", confirmedBy: "ana", confidence: 0.9 });
    expect((await payloads(context, 1)).at(-1)).toMatchObject(["confirm", "confirmed", "confirmed", {}]);
  });

  test("of what a person has confirmed writes nothing", async () => {
    const context = openContext();
    await seedOne(context);
    await confirm(context, 1);
    const before = await everything(context);

    const rows = await confirmClaims(context, [1], { actor: "luis" });

    expect(codes(rows)).toEqual([[1, undefined, false]]);
    expect(await everything(context)).toEqual(before);
  });

  test.each<ClaimStatus>(["archived", "superseded"])("of a %s claim is no step of the lifecycle", async (to) => {
    const context = openContext();
    await seed(context, JENKINS, BUILDKITE);
    await transitionClaim(context, 1, { to, ...(to === "superseded" && { replacedBy: 2 }) });
    const before = await everything(context);

    const rows = await confirm(context, 1);

    expect(codes(rows)).toEqual(["claim.invalid_transition"]);
    expect(await everything(context)).toEqual(before);
  });
});

describe("of one subject and predicate", () => {
  test("a second confirmation is refused and names the first claim", async () => {
    const context = openContext();
    await seed(context, JENKINS, BUILDKITE);
    await confirm(context, 2);
    const before = await everything(context);

    const [row] = await confirm(context, 1);

    expect(row).toMatchObject({
      ref: 1,
      error: { code: "claim.duplicate", details: { id: 1, confirmed_id: 2, confirmed_human_id: "mm-b017" } },
    });
    expect(await everything(context)).toEqual(before);
  });

  test("the confirmed claim is replaced on request, in one transaction whose events know each other", async () => {
    const context = openContext();
    await seed(context, JENKINS, BUILDKITE);
    await confirm(context, 1);

    const rows = await confirmClaims(context, [2], { actor: "ana", supersede: true });

    expect(codes(rows)).toEqual([[2, 3, true]]);
    expect(await claimOf(context, 1)).toMatchObject({ status: "superseded", replacedByClaimId: 2 });
    expect(await claimOf(context, 2)).toMatchObject({ status: "confirmed", supersedesClaimId: 1, confirmedBy: "ana" });
    expect((await payloads(context, 1)).at(-1)).toMatchObject(["supersession", "confirmed", "superseded", {}]);
    expect(await payloads(context, 2)).toMatchObject([
      ["confirm", "candidate", "confirmed", { applied_event_ids: [2] }],
    ]);
  });

  test("nothing is replaced when nothing is in the way", async () => {
    const context = openContext();
    await seed(context, JENKINS, BUILDKITE);

    await confirmClaims(context, [2], { actor: "ana", supersede: true });

    expect(await claimOf(context, 1)).toMatchObject({ status: "candidate", replacedByClaimId: undefined });
  });
});

describe("several claims", () => {
  test("are confirmed one by one: what fails keeps none of the others", async () => {
    const context = openContext();
    await seed(context, JENKINS, BUILDKITE, { text: "The cache listens on 8080" });

    const rows = await confirm(context, 1, 2, 99, "mm-b017", "1", 3, true as never);

    expect(codes(rows)).toEqual([
      [1, 1, true],
      "claim.duplicate",
      "claim.not_found",
      "claim.duplicate",
      [1, undefined, false],
      [3, 2, true],
      "input.invalid",
    ]);
    expect(rows.map(({ ref }) => ref)).toEqual([1, 2, 99, "mm-b017", "1", 3, true]);
  });

  test("that are none give no rows", async () => {
    expect(await confirm(openContext())).toEqual([]);
  });
});

describe("who confirms", () => {
  test("does it not while promotions are frozen, and learns how to end that", async () => {
    const open = openContext();
    const files = { path: "/data/memory.db", isFrozen: () => true } as DatabaseFiles;
    const context = { ...open, store: { ...open.store, files } };
    await seedOne(context);

    const [row] = await confirm(context, 1);

    expect(row).toMatchObject({
      error: { code: "claim.frozen", details: { sentinel: "/data/memory.db.integrity-failed" } },
    });
    expect(await claimOf(context, 1)).toMatchObject({ status: "candidate", version: 1 });
  });

  test.each([
    ["", "input.missing"],
    ["  ", "input.missing"],
    ["x".repeat(201), "input.too_long"],
    ["a\u0000b", "input.unstorable"],
    [["AKIA", "Z7XQ2M5N8P4R6T1V"].join(""), "sensitive.metadata"],
  ])("needs a name that can be kept: %j", async (actor, code) => {
    await expect(confirmClaims(openContext(), [1], { actor })).rejects.toMatchObject({ code });
  });

  test("needs the role, and signs in a team with no other name than their own", async () => {
    const reader = openContext({ authority: { ...LOCAL_OPERATOR, role: "reader" } });
    const team = { ...LOCAL_OPERATOR, mode: "team", principal: "luis", grantedScopes: ["project:demo"] } as const;

    await expect(confirm(reader, 1)).rejects.toMatchObject({ code: "access.denied" });
    await expect(confirm(openContext({ authority: team }), 1)).rejects.toMatchObject({ code: "access.denied" });
    expect(codes(await confirmClaims(openContext({ authority: team }), [1], { actor: "luis" }))).toEqual([
      "claim.not_found",
    ]);
  });

  test("finds what they may not see no more than what is not there", async () => {
    const open = openContext();
    const context = { ...open, authority: { ...LOCAL_OPERATOR, principal: "luis" } };
    await seedOne(context, { visibility: "private", sourceAgent: "ana" });

    const [hidden, absent] = await confirm(context, 1, 2);

    expect(hidden).toMatchObject({ error: { code: "claim.not_found", message: "Claim 1 does not exist" } });
    expect(absent).toMatchObject({ error: { code: "claim.not_found", message: "Claim 2 does not exist" } });
  });

  test("leaves no secret in the reason", async () => {
    const context = openContext();
    await seedOne(context);
    const secret = ["AKIA", "Z7XQ2M5N8P4R6T1V"].join("");

    await confirmClaims(context, [1], { actor: "ana", reason: `seen beside ${secret}` });

    expect(JSON.stringify(await payloads(context, 1))).not.toContain(secret);
  });
});
