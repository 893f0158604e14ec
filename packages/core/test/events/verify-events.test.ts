import { describe, expect, test } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import { recordEvents } from "../../src/events/record-events.ts";
import { verifyEvents } from "../../src/events/verify-events.ts";
import type { HistoryEntry } from "../../src/ports/event-store.ts";
import { openContext, seed } from "../support/open-context.ts";
import type { TestContext } from "../support/open-context.ts";

const createdAt = "2026-01-02T03:04:05+00:00";

async function withEvents(count: number): Promise<TestContext> {
  const context = openContext();
  await seed(context, { tenantId: "acme" }, { text: "of nobody" });
  await recordEvents(
    context.store,
    Array.from({ length: count }, (_, index) => ({
      claimId: 1 + (index % 2),
      eventType: "audit" as const,
      content: { words: `number ${index}` },
      tenantId: index % 2 === 0 ? "acme" : undefined,
      createdAt,
    })),
  );
  return context;
}

/** The same store, as a reader sees it whose event of that id was changed. */
function altered(
  context: TestContext,
  eventId: number,
  change: (entry: HistoryEntry) => HistoryEntry | undefined,
): TestContext {
  const { events } = context.store;
  const scan = async (afterId: number, limit: number): Promise<readonly HistoryEntry[]> =>
    (await events.scan(afterId, limit)).flatMap((entry) =>
      entry.event.id === eventId ? (change(entry) ?? []) : entry,
    );
  return { ...context, store: { ...context.store, events: { ...events, scan } } };
}

describe("verification", () => {
  test("of an empty store finds nothing wrong", async () => {
    expect(await verifyEvents(openContext())).toEqual({ events: 0, valid: true, head: undefined, issues: [] });
  });

  test("walks chains of more than one page to their head", async () => {
    const context = await withEvents(2_500);
    const [last] = await context.store.events.scan(2_499, 1);

    expect(await verifyEvents(context)).toEqual({
      events: 2_500,
      valid: true,
      headId: 2_500,
      head: last?.event.eventHash,
      issues: [],
    });
  });

  test("names an event that was changed, also at the edge of a page", async () => {
    const context = await withEvents(2_100);

    for (const id of [1, 1_000, 1_001, 2_100]) {
      const report = await verifyEvents(
        altered(context, id, ({ event, content }) => ({ event: { ...event, details: "other" }, content })),
      );
      expect(report).toMatchObject({ valid: false, issues: [{ eventId: id, reason: "event_hash_mismatch" }] });
    }
  });

  test("names the successor of an event that is gone", async () => {
    const report = await verifyEvents(altered(await withEvents(3), 2, () => undefined));

    expect(report).toMatchObject({ events: 2, valid: false, issues: [{ eventId: 3, reason: "broken_prev_link" }] });
  });

  test("accepts words that were erased, and names those that were changed", async () => {
    const context = await withEvents(3);

    const erased = await verifyEvents(altered(context, 2, ({ event }) => ({ event, content: undefined })));
    const changed = await verifyEvents(
      altered(context, 2, ({ event }) => ({ event, content: { salt: "00", content: '{"words":"other"}' } })),
    );

    expect(erased).toMatchObject({ valid: true, issues: [] });
    expect(changed.issues).toEqual([{ eventId: 2, reason: "content_digest_mismatch" }]);
  });

  test("shows the first hundred issues", async () => {
    const context = await withEvents(300);
    const { events } = context.store;
    const scan = async (afterId: number, limit: number): Promise<readonly HistoryEntry[]> =>
      (await events.scan(afterId, limit)).map(({ event, content }) => ({
        event: { ...event, runId: "forged" },
        content,
      }));

    const report = await verifyEvents({ ...context, store: { ...context.store, events: { ...events, scan } } });

    expect(report.valid).toBe(false);
    expect(report.issues.map((issue) => issue.eventId)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  test("for a caller of one tenant covers that tenant's chain alone", async () => {
    const context = await withEvents(6);
    const acme = { ...context, authority: { ...LOCAL_OPERATOR, tenantId: "acme" } };
    const beta = { ...context, authority: { ...LOCAL_OPERATOR, tenantId: "beta" } };
    const [head] = await context.store.events.scan(4, 1);

    expect([await verifyEvents(acme), await verifyEvents(beta)]).toEqual([
      { events: 3, valid: true, headId: 5, head: head?.event.eventHash, issues: [] },
      { events: 0, valid: true, head: undefined, issues: [] },
    ]);
    expect(await verifyEvents(altered(acme, 3, () => undefined))).toMatchObject({
      issues: [{ eventId: 5, reason: "broken_tenant_prev_link" }],
    });
  });
});
