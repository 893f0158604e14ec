import { describe, expect, it } from "vitest";

import { openContext } from "../support/open-context.ts";
import { allClaims, change, eventsAfter, ingest } from "./ingest-steps.ts";

describe("a claim that says the same with another value", () => {
  it("is kept beside the older one, and the answer names that one and the open proposal", async () => {
    const context = openContext();
    const older = await ingest(context, "Release freeze starts on 15 October");

    const newer = await ingest(context, { text: "Release freeze starts on 16 October", confidence: 0.8 });

    expect([newer.claim.id, newer.deduplicated, newer.warnings, newer.proposalEventId]).toEqual([
      2,
      false,
      [`near_twin:${older.claim.humanId}`],
      3,
    ]);
    expect(await eventsAfter(context, 2)).toEqual([
      {
        claimId: 1,
        eventType: "policy_decision",
        details: "steward_proposal:conflicted",
        payload: {
          source: "near-twin",
          proposal_type: "review_queue_item",
          decision: "conflicted",
          proposed_status: "conflicted",
          priority: 0.8,
          apply_requested: false,
          related_claim_id: 2,
          candidate_id: "ingest:2",
          claim_version: 1,
          reasons: [{ code: "near_twin", detail: `${older.claim.humanId} ${newer.claim.humanId}` }],
        },
      },
    ]);
    expect(await context.store.proposals.listOpen([1, 2])).toEqual([
      {
        eventId: 3,
        targetClaimId: 1,
        kind: "conflicted",
        candidateClaimId: 2,
        createdAt: "2026-01-02T03:04:05+00:00",
      },
    ]);
    expect((await allClaims(context)).map(({ status, version }) => [status, version])).toEqual([
      ["candidate", 1],
      ["candidate", 1],
    ]);
  });

  it.each([
    ["Release freeze starts on 15 October", "Release freeze starts on 16 October", "near-twin"],
    ["The API listens on port 8443.", "the API listens on port 8443", "near-duplicate"],
    ["Staging runs Node v20.11", "Staging runs Node v20.12", "near-twin"],
    ["Deploys run on Friday", "Deploys never run on Friday", "near-twin"],
    ["Ana owns the billing queue", "Luis owns the billing queue", "unrelated"],
    ["The worker of OrderService uses port 4001", "The worker of MailService uses port 4002", "unrelated"],
    ["Retries: 5", "Retries: 3", "unrelated"],
  ])("%s / %s is %s", async (stored, text, expected) => {
    const context = openContext();
    await ingest(context, stored);

    const { deduplicated, warnings } = await ingest(context, text);

    const twin = warnings.some((warning) => warning.startsWith("near_twin:")) ? "near-twin" : "unrelated";
    expect(deduplicated ? "near-duplicate" : twin).toBe(expected);
  });

  it("asks about the confirmed one, else about the newest", async () => {
    const context = openContext();
    const [first, second] = [
      await ingest(context, "Retry budget is 5 calls"),
      await ingest(context, "Retry budget is 6 calls"),
    ];

    const third = await ingest(context, "Retry budget is 7 calls");
    await change(context, 1, { status: "confirmed" });
    const fourth = await ingest(context, "Retry budget is 8 calls");

    expect([second, third, fourth].map(({ warnings }) => warnings)).toEqual([
      [`near_twin:${first.claim.humanId}`],
      [`near_twin:${second.claim.humanId}`],
      [`near_twin:${first.claim.humanId}`],
    ]);
  });

  it.each([
    ["another scope", { scope: "user" }],
    ["another owner's", { visibility: "private", sourceAgent: "ana" }],
    ["another subject", { subject: "backup" }],
    ["another predicate", { predicate: "limit" }],
    ["another time", { validFrom: "2020-01-01", validUntil: "2021-01-01" }],
  ] as const)("is unrelated when it is about %s", async (_, fields) => {
    const context = openContext();
    await ingest(context, { text: "Retry budget is 5 calls", subject: "payments", predicate: "budget" });

    const { warnings } = await ingest(context, { text: "Retry budget is 6 calls", ...fields });

    expect(warnings).toEqual([]);
  });

  it.each([
    ["archived", { status: "archived" }],
    ["superseded", { status: "superseded" }],
    ["outdated", { validUntil: "2026-01-02T03:04:05+00:00" }],
  ] as const)("is unrelated to an %s one", async (_, patch) => {
    const context = openContext();
    await ingest(context, "Retry budget is 5 calls");
    await change(context, 1, patch);

    expect((await ingest(context, "Retry budget is 6 calls")).warnings).toEqual([]);
  });
});

describe("a claim with the same subject and predicate and another object", () => {
  const port = (value: string) => ({
    text: `The db port of the shop is ${value}`,
    subject: "db",
    predicate: "port",
    objectValue: value,
  });

  it("is a conflict and never a duplicate, also where it is a near-twin", async () => {
    const context = openContext();
    const older = await ingest(context, port("5432"));

    const newer = await ingest(context, port("5433"));

    expect([newer.claim.id, newer.warnings]).toEqual([2, [`tuple_conflict:${older.claim.humanId}`]]);
    expect(await eventsAfter(context, 2)).toMatchObject([
      {
        claimId: 1,
        details: "steward_proposal:conflicted",
        payload: {
          source: "tuple-conflict",
          related_claim_id: 2,
          claim_version: 1,
          reasons: [{ code: "tuple_conflict", detail: `${older.claim.humanId} ${newer.claim.humanId}` }],
        },
      },
    ]);
  });

  it("is no conflict when values differ in case and blanks only, or the object is missing", async () => {
    const context = openContext();
    await ingest(context, {
      text: "Shop data is in Postgres",
      subject: "shop",
      predicate: "db",
      objectValue: "Postgres",
    });

    const sameValue = await ingest(context, {
      text: "Shop uses POSTGRES",
      subject: "shop",
      predicate: "db",
      objectValue: " POSTGRES ",
    });
    const noValue = await ingest(context, { text: "Shop has some database", subject: "shop", predicate: "db" });

    expect([sameValue.warnings, noValue.warnings]).toEqual([[], []]);
  });

  it("is a conflict for the same text too", async () => {
    const context = openContext();
    const tuple = { text: "See the table", subject: "db", predicate: "port" };
    const older = await ingest(context, { ...tuple, objectValue: "5432" });

    const { claim, deduplicated, warnings } = await ingest(context, { ...tuple, objectValue: "5433" });

    expect([claim.id, claim.contentHash?.slice(-2), deduplicated, warnings]).toEqual([
      2,
      "~2",
      false,
      [`tuple_conflict:${older.claim.humanId}`],
    ]);
  });

  it("files one proposal about the tuple and one about another claim that is its near-twin", async () => {
    const context = openContext();
    const rival = await ingest(context, { text: "See the table", subject: "db", predicate: "port", objectValue: "1" });
    const twin = await ingest(context, "The db port of the shop is 5432");

    const { warnings, proposalEventId } = await ingest(context, port("5433"));

    expect(warnings).toEqual([`tuple_conflict:${rival.claim.humanId}`, `near_twin:${twin.claim.humanId}`]);
    expect(
      (await context.store.proposals.listOpen([1, 2])).map(({ eventId, targetClaimId }) => [eventId, targetClaimId]),
    ).toEqual([
      [4, 1],
      [5, 2],
    ]);
    expect(proposalEventId).toBe(4);
  });

  it("is none where the times do not meet", async () => {
    const context = openContext();
    await ingest(context, { ...port("5432"), validFrom: "2024-01-01", validUntil: "2025-01-01" });

    expect((await ingest(context, { ...port("5433"), validFrom: "2025-01-01" })).warnings).toEqual([]);
  });
});
