import { describe, expect, it } from "vitest";

import { openContext } from "../support/open-context.ts";
import { allClaims, allEvents, eventsAfter, ingest } from "./ingest-steps.ts";

describe("a claim that is stored already", () => {
  it("is one row with the first id, however often it comes", async () => {
    const context = openContext();

    const results = [];
    for (let time = 0; time < 3; time += 1) results.push(await ingest(context, "The API listens on port 8443."));

    expect(results.map(({ claim, deduplicated }) => [claim.id, deduplicated])).toEqual([
      [1, false],
      [1, true],
      [1, true],
    ]);
    expect(await allClaims(context)).toHaveLength(1);
    expect(await allEvents(context)).toHaveLength(1);
  });

  it.each(["the API listens on port 8443", "THE API LISTENS ON PORT 8443.", "The  API listens, on port 8443!"])(
    "is met by the near-duplicate %s",
    async (text) => {
      const context = openContext();
      await ingest(context, "The API listens on port 8443.");

      const result = await ingest(context, text);

      expect([result.claim.id, result.claim.text, result.deduplicated]).toEqual([
        1,
        "The API listens on port 8443.",
        true,
      ]);
      expect(await allClaims(context)).toHaveLength(1);
    },
  );

  it("takes the citations it lacks, one event each, with what is cited in its erasable part", async () => {
    const context = openContext();
    const known = { source: "docs/ops.md", locator: "L12", excerpt: "listens on 8443" };
    await ingest(context, { text: "The API listens on port 8443.", citations: [known] });

    const result = await ingest(context, {
      text: "the API listens on port 8443",
      citations: [known, { source: "docs/ops.md", locator: "L13" }, { source: "https://example.com/ops" }],
    });

    expect(result.claim.citations.map(({ id, source, locator }) => [id, source, locator])).toEqual([
      [1, "docs/ops.md", "L12"],
      [2, "docs/ops.md", "L13"],
      [3, "https://example.com/ops", undefined],
    ]);
    expect(await eventsAfter(context, 1)).toEqual([
      {
        claimId: 1,
        eventType: "citation",
        details: undefined,
        payload: {
          citation_id: 2,
          outcome: "added",
          old: {},
          new: { kind: "file" },
          content_digest: expect.any(String) as string,
        },
      },
      {
        claimId: 1,
        eventType: "citation",
        details: undefined,
        payload: { citation_id: 3, outcome: "added", old: {}, new: { kind: "url" } },
      },
    ]);
    const kept = (await context.store.events.scan(1, 10)).map(({ content }) => content?.content);
    expect(kept).toEqual(['{"line_end":13,"line_start":13,"path":"docs/ops.md"}', undefined]);
  });

  it("holds 50 citations at most", async () => {
    const context = openContext();
    const sources = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => ({ source: `note ${from + i}` }));
    await ingest(context, { text: "Backups run at noon", citations: sources(0, 48) });

    const { claim } = await ingest(context, { text: "Backups run at noon", citations: sources(40, 60) });

    expect(claim.citations.map(({ source }) => source)).toEqual(sources(0, 50).map(({ source }) => source));
  });

  it("gains no evidence from the name of the surface alone", async () => {
    const context = openContext();
    await ingest(context, "Backups run at noon");

    const { claim } = await ingest({ ...context, surface: "mcp-session" }, "Backups run at noon");

    expect(claim.citations.map(({ source }) => source)).toEqual(["library"]);
  });

  it("names the given fields that it does not take over", async () => {
    const context = openContext();
    const stored = { text: "Backups run at noon", subject: "Backups", claimType: "fact", confidence: 0.7 } as const;
    await ingest(context, stored);

    const same = await ingest(context, { ...stored, subject: "BACKUPS" });
    const other = await ingest(context, {
      ...stored,
      claimType: "decision",
      confidence: 0.9,
      volatility: "low",
      eventTime: "2025-01-01",
      holder: "ana",
      sourceAgent: "luis",
      idempotencyKey: "k",
    });

    expect(same.warnings).toEqual([]);
    expect(other.warnings).toEqual([
      "ignored_fields:idempotency_key,claim_type,volatility,confidence,event_time,source_agent,holder",
    ]);
  });

  it.each([
    ["scope", { scope: "user" }],
    ["visibility", { visibility: "private", sourceAgent: "ana" }],
    ["subject", { subject: "backups" }],
    ["end of validity", { validUntil: "2027-01-01" }],
    ["start of validity", { validFrom: "2025-01-01" }],
  ] as const)("is no match for the same text with another %s", async (_, fields) => {
    const context = openContext();
    await ingest(context, "Backups run at noon");

    const result = await ingest(context, { text: "Backups run at noon", ...fields });

    expect([result.claim.id, result.deduplicated]).toEqual([2, false]);
  });

  it("is a match whatever is left out", async () => {
    const context = openContext();
    await ingest(context, {
      text: "Backups run at noon",
      subject: "backups",
      validFrom: "2025-01-01",
      validUntil: "2027-01-01",
    });

    const result = await ingest(context, { text: "Backups run at noon", validFrom: "2026-01-02T03:04:05Z" });

    expect([result.claim.id, result.deduplicated]).toEqual([1, true]);
  });

  it("is looked for among the owner's own claims when it is not public", async () => {
    const context = openContext();
    const secret = { text: "Backups run at noon", visibility: "private" } as const;

    const ana = await ingest(context, { ...secret, sourceAgent: "ana" });
    const luis = await ingest(context, { ...secret, sourceAgent: "luis" });
    const again = await ingest(context, { ...secret, sourceAgent: "ana" });

    expect([ana, luis, again].map(({ claim, deduplicated }) => [claim.id, deduplicated])).toEqual([
      [1, false],
      [2, false],
      [1, true],
    ]);
  });

  it("is told apart from texts of which analysis leaves nothing", async () => {
    const context = openContext();

    const texts = ["🚀", "👍", "it is what it is", "🚀"];
    const results = [];
    for (const text of texts) results.push(await ingest(context, text));

    expect(results.map(({ claim }) => claim.id)).toEqual([1, 2, 3, 1]);
  });
});
