import { describe, expect, it } from "vitest";

import { verifyChain } from "../../src/events/chain.ts";
import type { ClaimInput } from "../../src/ingest/types.ts";
import { openContext } from "../support/open-context.ts";
import { allEvents, ingest, refusal } from "./ingest-steps.ts";

const NOW = "2026-01-02T03:04:05+00:00";

describe("ingestClaim", () => {
  it("stores a claim as a candidate with the defaults of everything left out", async () => {
    const context = openContext();

    const result = await ingest(context, " The API listens on port 8443. ");

    expect(result).toEqual({
      claim: {
        id: 1,
        uid: "019b7ca9-8c88-7000-8000-000000000001",
        humanId: "mm-ff61",
        text: "The API listens on port 8443.",
        idempotencyKey: "hash-bc3fde6ad2f2f7c4",
        contentHash: "hash-bc3fde6ad2f2f7c4",
        normalizedText: undefined,
        claimType: undefined,
        subject: undefined,
        predicate: undefined,
        objectValue: undefined,
        scope: "project:demo",
        volatility: "medium",
        status: "candidate",
        confidence: 0.5,
        pinned: false,
        supersedesClaimId: undefined,
        replacedByClaimId: undefined,
        createdAt: NOW,
        updatedAt: NOW,
        lastValidatedAt: undefined,
        archivedAt: undefined,
        tenantId: undefined,
        tier: "working",
        accessCount: 0,
        lastAccessed: undefined,
        eventTime: undefined,
        validFrom: NOW,
        validUntil: undefined,
        sourceAgent: "library",
        confirmedBy: undefined,
        visibility: "public",
        version: 1,
        wikiArticle: undefined,
        holder: undefined,
        entityId: undefined,
        citations: [{ id: 1, claimId: 1, source: "library", locator: "project:demo", kind: "other", createdAt: NOW }],
      },
      deduplicated: false,
      revived: false,
      warnings: [],
      redactions: [],
      proposalEventId: undefined,
    });
    expect(await allEvents(context)).toEqual([
      { claimId: 1, eventType: "ingest", details: "claim_ingested", payload: { citation_count: 1 } },
    ]);
  });

  it("stores every field that is given", async () => {
    const context = openContext();

    const { claim } = await ingest(context, {
      text: "Payments run on Stripe",
      citations: [{ source: "docs/pay.md", locator: "L3", excerpt: "Stripe" }, { source: "https://example.com/pay" }],
      idempotencyKey: "k-1",
      claimType: "DECISION",
      subject: "payments api",
      predicate: "provider",
      objectValue: "Stripe",
      scope: "project:Shop - Copy",
      volatility: "low",
      confidence: 0.9,
      eventTime: "2025-12-01",
      validFrom: "2025-12-02T01:00:00+01:00",
      validUntil: "2027-01-01",
      sourceAgent: "ana",
      visibility: "private",
      holder: "luis",
    });

    expect(claim).toMatchObject({
      humanId: "mm-ca6b",
      idempotencyKey: "k-1",
      claimType: "decision",
      subject: "payments api",
      predicate: "provider",
      objectValue: "Stripe",
      scope: "project:shop",
      volatility: "low",
      confidence: 0.9,
      eventTime: "2025-12-01T00:00:00+00:00",
      validFrom: "2025-12-02T00:00:00+00:00",
      validUntil: "2027-01-01T00:00:00+00:00",
      sourceAgent: "ana",
      visibility: "private",
      holder: "luis",
      citations: [
        {
          source: "docs/pay.md",
          locator: "L3",
          excerpt: "Stripe",
          kind: "file",
          path: "docs/pay.md",
          lineStart: 3,
          lineEnd: 3,
        },
        { source: "https://example.com/pay", kind: "url" },
      ],
    });
  });

  it.each([
    [undefined, "project:demo"],
    ["", "project:demo"],
    ["project", "project:demo"],
    ["user", "user"],
    ["global", "global"],
    ["project:My App (1)", "project:my-app"],
    ['team:100% "quoted"', 'team:100% "quoted"'],
    ["project:数据", "project:p-5440f742"],
  ])("takes the scope %j as %s", async (scope, expected) => {
    const { claim } = await ingest(openContext(), { text: "x y", scope });

    expect([claim.scope, claim.citations[0]?.locator]).toEqual([expected, expected]);
  });

  it("keeps the user's text in its own language and letters", async () => {
    const text = "数据库迁移在星期五进行；Миграция идёт по пятницам; الترحيل يوم الجمعة; Größe ändern 😀 %_'\"\\;--";

    const { claim } = await ingest(openContext(), text);

    expect(claim.text).toBe(text);
  });

  it("takes a text of exactly 10,000 code points", async () => {
    const context = openContext();

    expect((await ingest(context, "😀".repeat(10_000))).claim.text).toHaveLength(20_000);
    expect(await refusal(context, `${"😀".repeat(10_000)}x`)).toEqual({ code: "input.too_long", field: "text" });
  });

  it.each([
    [{ text: " " }, { code: "input.missing", field: "text" }],
    [
      { text: "x", confidence: Number.NaN },
      { code: "input.invalid", field: "confidence" },
    ],
    [
      { text: "x", confidence: 1.5 },
      { code: "input.invalid", field: "confidence" },
    ],
    [
      { text: "x", validFrom: "2026-02-01", validUntil: "2026-01-31" },
      { code: "input.invalid", field: "valid_until" },
    ],
    [
      { text: "x", validUntil: "2026-02-29" },
      { code: "input.invalid", field: "valid_until" },
    ],
    [
      { text: "x", scope: "a\nb" },
      { code: "input.invalid", field: "scope" },
    ],
    [{ text: "x", extra: 1 } as ClaimInput, { code: "input.unknown_field", field: "extra" }],
  ])("refuses %j and leaves nothing behind", async (input, expected) => {
    const context = openContext();

    expect(await refusal(context, input)).toEqual(expected);
    expect(await context.store.events.scan(0, 10)).toEqual([]);
  });

  it("never stores an interval that is inverted", async () => {
    const { claim } = await ingest(openContext(), { text: "Backups ran on tape", validUntil: "2020-01-01" });

    expect([claim.validFrom, claim.validUntil]).toEqual(["2020-01-01T00:00:00+00:00", "2020-01-01T00:00:00+00:00"]);
  });

  it("gives the next free human id to claims of one subject", async () => {
    const context = openContext();

    const first = await ingest(context, { text: "It listens on 8443", subject: "payments api" });
    const second = await ingest(context, { text: "It runs on Node", subject: "payments api" });
    const elsewhere = await ingest(context, { text: "It runs on Node", subject: "payments api", scope: "user" });

    expect([first, second, elsewhere].map(({ claim }) => claim.humanId)).toEqual(["mm-ca6b", "mm-ca6b~2", "mm-ca6b"]);
  });

  it("stores the mapping of a new project in the transaction of its first claim", async () => {
    const written: string[] = [];
    const context = openContext({
      projectScope: {
        forRead: async () => "project:shop",
        forWrite: async () => {
          written.push("written");
          return "project:shop:0123abcd";
        },
      },
    });

    const { claim } = await ingest(context, "The shop sells shoes");
    await ingest(context, { text: "Tabs are four spaces", scope: "user" });
    await refusal(context, " ");

    expect([claim.scope, claim.citations[0]?.locator, claim.contentHash]).toEqual([
      "project:shop:0123abcd",
      "project:shop:0123abcd",
      "hash-c645cdea8eeac1d0",
    ]);
    expect(written).toEqual(["written"]);
  });

  it("leaves a chain of events that verifies", async () => {
    const context = openContext();
    for (const text of ["Deploys run on Friday", "Deploys never run on Friday", "Deploys run on Friday"])
      await ingest(context, text);

    const entries = await context.store.events.scan(0, 100);

    expect(verifyChain(entries.map(({ event }) => event)).issues).toEqual([]);
  });
});
