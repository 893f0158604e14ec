import { SETTINGS_DEFAULTS } from "@memorymaster/core";
import type { MemorySettings } from "@memorymaster/core";
import { describe, expect, it } from "vitest";

import { selectDue, urgency } from "../../src/policy/select-due.ts";
import { validatorJob } from "../../src/validator/validator-job.ts";
import { portClaim } from "../support/evidence.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";

const CADENCE: MemorySettings = {
  ...SETTINGS_DEFAULTS,
  maintenance: { ...SETTINGS_DEFAULTS.maintenance, policyMode: "cadence" },
};

describe("the urgency of a claim", () => {
  const NOW = Date.parse("2026-03-10T00:00:00Z");
  const FIELDS = {
    claimType: undefined,
    volatility: "medium",
    status: "confirmed",
    confidence: 1,
    createdAt: "2026-03-01T00:00:00+00:00",
    updatedAt: "2026-03-01T00:00:00+00:00",
    lastValidatedAt: "2026-03-07T00:00:00+00:00",
  } as const;
  const of = (changes: Partial<Parameters<typeof urgency>[0]>): number | undefined =>
    urgency({ ...FIELDS, ...changes }, NOW, SETTINGS_DEFAULTS.maintenance);

  it.each([
    ["at the end of its cadence", {}, 1.1],
    ["before it", { lastValidatedAt: "2026-03-07T00:00:01+00:00" }, undefined],
    ["of low volatility", { volatility: "low" }, undefined],
    ["of high volatility, three times over", { volatility: "high" }, 3.2],
    ["of security, after half the time", { claimType: "security_fact" }, 2.1],
    ["of infrastructure", { claimType: "infra_fact" }, 1 / 0.7 + 0.1],
    ["stale", { status: "stale" }, 1 / 0.55 + 0.35],
    ["conflicted", { status: "conflicted" }, 1 / 0.35 + 0.5],
    ["in doubt", { confidence: 0.5 }, 1.2],
    ["never validated, since it changed", { lastValidatedAt: undefined }, 3.1],
    ["without a usable time", { lastValidatedAt: "?", updatedAt: "?", createdAt: "?" }, undefined],
  ] as const)("%s", (_, changes, expected) => {
    const found = of(changes);
    if (expected === undefined) expect(found).toBeUndefined();
    else expect(found).toBeCloseTo(expected, 9);
  });

  it("no cadence is shorter than an hour", () => {
    const settings = { cadenceHours: { low: 0.1, medium: 0.1, high: 0.1 } };
    const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

    expect(urgency({ ...FIELDS, lastValidatedAt: ago(59) }, NOW, settings)).toBeUndefined();
    expect(urgency({ ...FIELDS, lastValidatedAt: ago(60) }, NOW, settings)).toBeCloseTo(1.1, 9);
  });
});

describe.each(STORE_KINDS)("claims that are due (%s)", (kind) => {
  it("are none in legacy mode, the default", async () => {
    const world = await stewardWorld(kind);
    await world.ingest(portClaim("5432"));
    await validatorJob(world.job());
    world.wait(30);

    expect(await selectDue(world.job(), { limit: 10 })).toEqual({
      mode: "legacy",
      considered: 0,
      due: 0,
      selected: [],
    });
  });

  it("come with citations, the most urgent first, and no more than asked for", async () => {
    const world = await stewardWorld(kind);
    for (const volatility of ["low", "medium", "high"] as const) {
      await world.ingest({ ...portClaim("5432"), subject: `${volatility} database`, volatility });
    }
    const { id: candidate } = await world.ingest({ text: "Shelf" });
    await validatorJob(world.job());
    world.wait(4);

    const { mode, considered, due, selected } = await selectDue(world.job(), { mode: "cadence", limit: 10 });
    const one = await selectDue(world.job(), { mode: "cadence", limit: 1 });

    expect({ mode, considered, due }).toEqual({ mode: "cadence", considered: 3, due: 2 });
    expect(selected.map(({ volatility }) => volatility)).toEqual(["high", "medium"]);
    expect(selected.every(({ id, citations }) => id !== candidate && citations.length === 1)).toBe(true);
    expect(one).toMatchObject({ considered: 3, due: 2, selected: [{ volatility: "high" }] });
  });

  it.each([0, -1])("are none for a limit of %i", async (limit) => {
    const world = await stewardWorld(kind);

    expect(await selectDue(world.job(), { mode: "cadence", limit })).toMatchObject({ mode: "cadence", selected: [] });
  });
});

describe("the mode", () => {
  it("F36: that is named is never replaced by the setting; one that is not comes from it", async () => {
    const world = await stewardWorld("model", { settings: CADENCE });
    const modes = [];
    for (const mode of ["legacy", "cadence", undefined]) {
      modes.push((await selectDue(world.job(), { mode, limit: 5 })).mode);
    }

    expect(modes).toEqual(["legacy", "cadence", "cadence"]);
  });

  it("must exist", async () => {
    const world = await stewardWorld();

    await expect(selectDue(world.job(), { mode: "weekly", limit: 5 })).rejects.toMatchObject({
      code: "input.invalid",
      details: { field: "policy_mode" },
    });
  });
});
