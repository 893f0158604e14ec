import { describe, expect, it } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import type { Authority } from "../../src/access/authority.ts";
import { SETTINGS_DEFAULTS } from "../../src/config/settings.ts";
import type { IntakeSettings } from "../../src/config/settings.ts";
import type { MemoryContext } from "../../src/memory-types.ts";
import { openContext } from "../support/open-context.ts";
import { allClaims, allEvents, ingest, refusal } from "./ingest-steps.ts";

const TEAM: Authority = {
  mode: "team",
  principal: "ana",
  role: "writer",
  tenantId: "acme",
  grantedScopes: ["project:demo"],
  sensitiveBypass: false,
};

const withIntake = (intake: Partial<IntakeSettings>): MemoryContext =>
  openContext({ settings: { ...SETTINGS_DEFAULTS, intake: { ...SETTINGS_DEFAULTS.intake, ...intake } } });

describe("a claim about a state that passes", () => {
  const quota = "The OpenAI quota is currently exhausted";

  it("is highly volatile unless it says when it ends", async () => {
    const context = openContext();

    const { claim, warnings } = await ingest(context, quota);

    expect([claim.volatility, warnings]).toEqual(["high", ["mutable_state:forced_high_volatility"]]);
    expect(await allEvents(context)).toMatchObject([
      { eventType: "ingest" },
      {
        claimId: 1,
        eventType: "policy_decision",
        details: "mutable_state:forced_high_volatility",
        payload: { rule: "quota", requested_volatility: "medium", effective_volatility: "high" },
      },
    ]);
  });

  it.each([
    ["it has an end", { validUntil: "2026-02-01" }, "medium"],
    ["it is highly volatile already", { volatility: "high" }, "high"],
    ["its type states no fact", { claimType: "preference" }, "medium"],
  ] as const)("is left alone when %s", async (_, fields, volatility) => {
    const { claim, warnings } = await ingest(openContext(), { text: quota, ...fields });

    expect([claim.volatility, warnings]).toEqual([volatility, []]);
  });

  it("is refused in the scope that everyone reads", async () => {
    const context = openContext();

    expect(await refusal(context, { text: quota, scope: "global", validUntil: "2026-02-01" })).toEqual({
      code: "input.intake_rejected",
      rule: "mutable_state_scope",
      reason: "global_mutable_state",
    });
    expect(await allClaims(context)).toEqual([]);
    expect(await allEvents(context)).toEqual([
      {
        claimId: undefined,
        eventType: "policy_decision",
        details: "intake_rejected:mutable_state_scope",
        payload: { rule: "mutable_state_scope", reason: "global_mutable_state" },
      },
    ]);
  });

  it("is met again as the same claim, its forced volatility no difference", async () => {
    const context = openContext();
    await ingest(context, { text: quota, volatility: "low" });

    expect((await ingest(context, { text: quota, volatility: "low" })).warnings).toEqual([]);
  });
});

describe("the state of a session", () => {
  it("is refused and leaves an event", async () => {
    const context = openContext();

    expect(await refusal(context, "session alive 12:00")).toEqual({
      code: "input.intake_rejected",
      rule: "session_state",
      reason: "heartbeat_shaped",
    });
    expect(await allEvents(context)).toEqual([
      {
        claimId: undefined,
        eventType: "policy_decision",
        details: "intake_rejected:session_state",
        payload: { rule: "session_state", reason: "heartbeat_shaped" },
      },
    ]);
  });

  it("is refused also where the event cannot be written", async () => {
    const context = openContext();
    await context.store.close();

    expect(await refusal(context, { text: "x y", claimType: "heartbeat" })).toMatchObject({ reason: "heartbeat_type" });
  });
});

describe("the owner of a claim", () => {
  it.each([
    ["the named agent", { principal: "luis", sourceAgent: "ana", expected: "ana" }],
    ["the principal", { principal: "luis", sourceAgent: undefined, expected: "luis" }],
    ["the surface", { principal: undefined, sourceAgent: undefined, expected: "library" }],
    [
      "the surface where the name says that there is none",
      { principal: undefined, sourceAgent: "unknown", expected: "library" },
    ],
  ])("is %s", async (_, { principal, sourceAgent, expected }) => {
    const context = openContext({ authority: { ...LOCAL_OPERATOR, principal } });

    expect((await ingest(context, { text: "x y", sourceAgent })).claim.sourceAgent).toBe(expected);
  });

  it("is what the settings say when nobody is named", async () => {
    const tagged = await ingest(withIntake({ defaultSourceAgent: "nightly" }), "x y");
    const left = await ingest(withIntake({ defaultSourceAgent: "nightly", requireSourceAgent: "off" }), "x y");
    const strict = withIntake({ requireSourceAgent: "strict" });

    expect([tagged.claim.sourceAgent, left.claim.sourceAgent]).toEqual(["nightly", "library"]);
    expect(await refusal(strict, "x y")).toEqual({
      code: "input.intake_rejected",
      rule: "source_agent",
      reason: "missing_source_agent",
    });
    expect((await ingest(strict, { text: "x y", sourceAgent: "ana" })).claim.sourceAgent).toBe("ana");
  });

  it("must be known for a claim that is not public", async () => {
    const context = openContext({ surface: "unknown" });

    expect(await refusal(context, { text: "x y", visibility: "private" })).toEqual({
      code: "input.invalid",
      field: "source_agent",
    });
  });

  it("may store a sensitive claim and gets it back", async () => {
    const { claim } = await ingest(openContext(), { text: "x y", visibility: "sensitive", sourceAgent: "ana" });

    expect(claim.visibility).toBe("sensitive");
  });
});

describe("a team member", () => {
  it("writes in the own name, tenant and scopes", async () => {
    const { claim } = await ingest(openContext({ authority: TEAM }), "x y");

    expect([claim.sourceAgent, claim.tenantId, claim.scope]).toEqual(["ana", "acme", "project:demo"]);
  });

  it("leaves events in the chain of the tenant", async () => {
    const context = openContext({ authority: TEAM });
    await ingest(context, "x y");
    await refusal(context, { text: "x y", claimType: "heartbeat" });

    const entries = await context.store.events.scan(0, 10);

    expect(entries.map(({ event }) => [event.details, event.tenantId])).toEqual([
      ["claim_ingested", "acme"],
      ["intake_rejected:session_state", "acme"],
    ]);
  });

  it.each([
    ["another agent's name", { sourceAgent: "luis" }, TEAM],
    ["a sensitive claim", { visibility: "sensitive" }, TEAM],
    ["a scope outside the grant", { scope: "user" }, TEAM],
    ["anything without a principal", {}, { ...TEAM, principal: undefined }],
    ["anything as a reader", {}, { ...TEAM, role: "reader" }],
  ] as const)("may not write %s", async (_, fields, authority) => {
    const context = openContext({ authority });

    expect(await refusal(context, { text: "x y", ...fields })).toMatchObject({ code: "access.denied" });
    expect(await allEvents(context)).toEqual([]);
  });
});
