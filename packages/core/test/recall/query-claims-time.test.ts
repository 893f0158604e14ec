import { describe, expect, it } from "vitest";
import { idsOf, openMemory } from "./open-memory.ts";

const LONG_AGO = "2025-10-01T00:00:00+00:00";
const LAST_MONTH = "2025-12-01T00:00:00+00:00";
const YESTERDAY = "2026-01-01T00:00:00+00:00";
const TOMORROW = "2026-01-03T12:00:00+00:00";

describe("queryClaims: time", () => {
  it("answers with what holds now and, asked about the past, with what held then", async () => {
    const memory = openMemory();
    const old = await memory.add(
      {
        text: "Node version for CI is 18: the Node version that CI uses is Node 18 LTS",
        createdAt: LONG_AGO,
        validFrom: LONG_AGO,
      },
      { status: "superseded", validUntil: YESTERDAY },
    );
    const current = await memory.add("CI now runs Node 22");
    const query = "which Node version does CI use";

    const now = await memory.ask(query);
    const then = await memory.ask({ queryText: query, asOf: LAST_MONTH });

    expect(idsOf(now)).toEqual([current.id]);
    expect(idsOf(then)).toEqual([old.id]);
    expect(then.rows[0]).toMatchObject({
      status: "superseded",
      annotation: { status: "superseded", active: false },
      breakdown: { statusFactor: 1 },
    });
  });

  it("finds a fact whose writer had a clock that was ahead, and does not know it in the past", async () => {
    const memory = openMemory();
    const ahead = await memory.add({
      text: "The gateway moved to Lisbon",
      createdAt: TOMORROW,
      validFrom: TOMORROW,
    });

    const now = await memory.ask("where did the gateway move");
    const then = await memory.ask({ queryText: "where did the gateway move", asOf: LAST_MONTH });

    expect(idsOf(now)).toEqual([ahead.id]);
    expect(now.rows[0]?.freshnessScore).toBe(1);
    expect(idsOf(then)).toEqual([]);
  });

  it("leaves archived claims out of the past too", async () => {
    const memory = openMemory();
    await memory.add(
      { text: "CI runs Node 16", createdAt: LONG_AGO, validFrom: LONG_AGO },
      { status: "archived", archivedAt: YESTERDAY },
    );

    expect(idsOf(await memory.ask({ queryText: "CI Node", asOf: LAST_MONTH }))).toEqual([]);
  });

  it("leaves out claims that have ended or not begun, pinned or not, and finds them at their time", async () => {
    const memory = openMemory();
    const ended = await memory.add(
      { text: "The gateway freeze is on", validFrom: LONG_AGO, validUntil: YESTERDAY },
      { status: "confirmed", pinned: true },
    );
    const future = await memory.add(
      { text: "The gateway freeze comes back", validFrom: TOMORROW },
      { status: "confirmed" },
    );

    expect(idsOf(await memory.ask("gateway freeze"))).toEqual([]);
    expect(idsOf(await memory.ask({ queryText: "gateway freeze", asOf: LAST_MONTH }))).toEqual([ended.id]);
    expect(idsOf(await memory.ask({ queryText: "gateway freeze", asOf: TOMORROW }))).toEqual([future.id]);
  });

  it("takes the end of validity for excluded and its beginning for included", async () => {
    const memory = openMemory();
    const claim = await memory.add({ text: "The gateway freeze", validFrom: LAST_MONTH, validUntil: YESTERDAY });

    const at = async (asOf: string): Promise<readonly number[]> =>
      idsOf(await memory.ask({ queryText: "gateway freeze", asOf }));

    expect(await at(LAST_MONTH)).toEqual([claim.id]);
    expect(await at("2025-12-31T23:59:59+00:00")).toEqual([claim.id]);
    expect(await at(YESTERDAY)).toEqual([]);
  });

  it("prefers the fresher of two claims that match alike, more so in the profile fresh", async () => {
    const memory = openMemory();
    const sure = await memory.add({
      text: "Gateway owner: ana",
      createdAt: LONG_AGO,
      validFrom: LONG_AGO,
      confidence: 0.9,
    });
    const fresh = await memory.add({ text: "Gateway owner: luis", confidence: 0.5 });
    const query = "gateway owner";

    expect(idsOf(await memory.ask({ queryText: query, retrievalProfile: "precision" }))).toEqual([sure.id, fresh.id]);
    expect(idsOf(await memory.ask({ queryText: query, retrievalProfile: "fresh" }))).toEqual([fresh.id, sure.id]);
    expect(idsOf(await memory.ask({ queryText: `${query} since yesterday`, autoClassify: true }))).toEqual([
      fresh.id,
      sure.id,
    ]);
  });
});
