import type { UsageRequest } from "@memorymaster/core";
import { createCountingIds, createFixedClock } from "@memorymaster/core/testing";
import { describe, expect, it } from "vitest";
import { openUsageLedger } from "../../src/index.ts";
import { outcomeOf, startFixture } from "../support/child.ts";
import { rawSql, tempFolder } from "../support/temp-store.ts";

const CALL: UsageRequest = { operation: "llm_call", provider: "google", units: 1 };
const INGEST: UsageRequest = { operation: "mcp_ingest", provider: "mcp", units: 1 };
const FULL_CALLS = { outcome: "full", cap: "llm_calls" };

describe("the usage ledger", () => {
  it("lets as much through as the caps of the day allow, each for its own operation", async () => {
    using folder = tempFolder();
    const limits = { llm_calls: 2, embedding_items: 10 };
    await using ledger = await openUsageLedger({ path: folder.file("usage.db"), limits, ids: createCountingIds() });

    const outcomes = [
      await ledger.reserve(CALL),
      await ledger.reserve({ ...CALL, provider: "openai" }),
      await ledger.reserve(CALL),
      await ledger.reserve({ operation: "embedding_item", provider: "google", units: 8 }),
      await ledger.reserve({ operation: "embedding_item", provider: "google", units: 3 }),
      await ledger.reserve({ operation: "embedding_item", provider: "google", units: 2 }),
      await ledger.reserve(INGEST),
    ].map((answer) => (answer.outcome === "full" ? answer.cap : "reserved"));

    expect(outcomes).toEqual([
      "reserved",
      "reserved",
      "llm_calls",
      "reserved",
      "embedding_items",
      "reserved",
      "reserved",
    ]);
  });

  it("counts providers and callers apart", async () => {
    using folder = tempFolder();
    const limits = { provider_calls: 1, mcp_ingests_per_agent: 1 };
    await using ledger = await openUsageLedger({ path: folder.file("usage.db"), limits });

    expect(await ledger.reserve(CALL)).toMatchObject({ outcome: "reserved" });
    expect(await ledger.reserve(CALL)).toEqual({ outcome: "full", cap: "provider_calls" });
    expect(await ledger.reserve({ ...CALL, provider: "ollama" })).toMatchObject({ outcome: "reserved" });
    expect(await ledger.reserve({ ...INGEST, actorHash: "a" })).toMatchObject({ outcome: "reserved" });
    expect(await ledger.reserve({ ...INGEST, actorHash: "a" })).toMatchObject({ cap: "mcp_ingests_per_agent" });
    expect(await ledger.reserve({ ...INGEST, actorHash: "b" })).toMatchObject({ outcome: "reserved" });
  });

  it("begins anew with each day of UTC", async () => {
    using folder = tempFolder();
    const clock = createFixedClock("2026-03-01T23:59:59Z");
    await using ledger = await openUsageLedger({ path: folder.file("usage.db"), limits: { llm_calls: 1 }, clock });
    await ledger.reserve(CALL);

    expect(await ledger.reserve(CALL)).toEqual(FULL_CALLS);
    clock.advance(1_000);
    expect(await ledger.reserve(CALL)).toMatchObject({ outcome: "reserved" });
  });

  it("writes down what was reserved and what was finished, and nothing for a refusal", async () => {
    using folder = tempFolder();
    const path = folder.file("usage.db");
    const clock = createFixedClock("2026-03-01T10:00:00Z");
    await using ledger = await openUsageLedger({ path, limits: { llm_calls: 2 }, clock, ids: createCountingIds() });

    const first = await ledger.reserve({ ...CALL, actorHash: "abc" });
    await ledger.reserve(CALL);
    await ledger.reserve(CALL);
    clock.advance(2_000);
    await ledger.finish(first.outcome === "reserved" ? first.reservationId : "");

    const rows = rawSql(path, "select * from usage_reservations order by created_at, reservation_id");
    const common = { window_key: "2026-03-01", operation: "llm_call", provider: "google", units: 1 };
    const created_at = "2026-03-01T10:00:00+00:00";
    expect(rows).toEqual([
      expect.objectContaining({
        ...common,
        created_at,
        actor_hash: "abc",
        outcome: "attempted",
        finished_at: "2026-03-01T10:00:02+00:00",
      }),
      expect.objectContaining({ ...common, created_at, actor_hash: "", outcome: "reserved", finished_at: null }),
    ]);
  });

  it("keeps what was used when it is opened again, also with other limits", async () => {
    using folder = tempFolder();
    const path = folder.file("usage.db");
    const clock = createFixedClock();
    await (await openUsageLedger({ path, limits: { llm_calls: 1 }, clock })).reserve(CALL);

    await using again = await openUsageLedger({ path, limits: { llm_calls: 2 }, clock });

    expect(await again.reserve(CALL)).toMatchObject({ outcome: "reserved" });
    expect(await again.reserve(CALL)).toEqual(FULL_CALLS);
  });

  it("refuses units that are none", async () => {
    using folder = tempFolder();
    await using ledger = await openUsageLedger({ path: folder.file("usage.db"), limits: {} });

    for (const units of [0, -1, 1.5, Number.NaN])
      await expect(ledger.reserve({ ...CALL, units })).rejects.toMatchObject({ code: "input.invalid" });
  });

  it("L32: processes that reserve at once go beyond no cap", async () => {
    using folder = tempFolder();
    const path = folder.file("usage.db");

    const children = [1, 2, 3].map(() => outcomeOf(startFixture("reserve-usage.mjs", [path, "25", "40"])));
    const outcomes = await Promise.all(children);

    expect(outcomes.map(({ code, stderr }) => [code, stderr])).toEqual(Array(3).fill([0, ""]));
    expect(outcomes.reduce((sum, { stdout }) => sum + Number(stdout), 0)).toBe(25);
    expect(rawSql(path, "select sum(units) as used from usage_reservations")).toEqual([{ used: 25 }]);
  });

  it("a folder in place of the file is told", async () => {
    using folder = tempFolder();

    await expect(openUsageLedger({ path: folder.path, limits: {} })).rejects.toMatchObject({
      code: "store.unavailable",
    });
  });
});
