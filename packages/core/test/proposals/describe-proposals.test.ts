import { describe, expect, it } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import type { MemoryContext } from "../../src/memory-types.ts";
import { listProposals } from "../../src/proposals/list-proposals.ts";
import { resolveProposal } from "../../src/proposals/resolve-proposal.ts";
import type { ListProposalsRequest, Proposal } from "../../src/proposals/types.ts";
import { allClaims, ingest } from "../ingest/ingest-steps.ts";
import { openContext, seed } from "../support/open-context.ts";
import { fileProposal } from "./file-proposal.ts";

const list = async (context: MemoryContext, request?: ListProposalsRequest): Promise<readonly Proposal[]> =>
  (await listProposals(context, request)).items;

const standing = async (context: MemoryContext, request?: ListProposalsRequest): Promise<unknown[]> =>
  (await list(context, request)).map(({ eventId, status }) => [eventId, status]);

const as = (context: MemoryContext, authority: object): MemoryContext => ({
  ...context,
  authority: { ...LOCAL_OPERATOR, ...authority },
});

describe("the reason of a near-twin", () => {
  const TWINS = ["Release freeze starts on 15 October", "Release freeze starts on 16 October"] as const;

  it("names the values that differ, from the claims as they read now; the event holds none", async () => {
    const context = openContext();
    for (const text of TWINS) await ingest(context, text);

    const [proposal] = await list(context);

    expect(proposal?.reasons).toEqual([{ code: "near_twin", detail: "15 → 16" }]);
    expect(JSON.stringify(await context.store.events.scan(0, 100))).not.toMatch(/→|October/);
  });

  it("names the claims alone where the words of one are gone", async () => {
    const context = openContext();
    for (const text of TWINS) await ingest(context, text);
    const [older, newer] = await allClaims(context);
    const gone = { ...context.store.claims };
    const getMany: typeof gone.getMany = async (...args) =>
      (await gone.getMany(...args)).map((claim) => (claim.id === 1 ? { ...claim, contentHash: undefined } : claim));

    const erased = { ...context, store: { ...context.store, claims: { ...gone, getMany } } };

    expect((await list(erased))[0]?.reasons).toEqual([
      { code: "near_twin", detail: `${older?.humanId ?? ""} ${newer?.humanId ?? ""}` },
    ]);
  });
});

describe("a proposal about claims that the caller may not see", () => {
  it.each([
    ["another owner's private target", { visibility: "private", sourceAgent: "ana" }, {}],
    ["another owner's private candidate", {}, { visibility: "private", sourceAgent: "ana" }],
    ["a sensitive target", { visibility: "sensitive", sourceAgent: "luis" }, {}],
    ["a sensitive candidate", {}, { visibility: "sensitive", sourceAgent: "luis" }],
    ["a target of another tenant", { tenantId: "acme" }, { tenantId: "beta" }],
    ["a candidate of another tenant", { tenantId: "beta" }, { tenantId: "acme" }],
  ] as const)("is not there: %s", async (_, target, candidate) => {
    const context = openContext();
    await seed(context, { text: "alpha", ...target }, { text: "beta", ...candidate });
    await fileProposal(context, 1, { kind: "superseded_candidate", candidate: 2 });
    const luis = as(context, { principal: "luis", tenantId: _.includes("tenant") ? "beta" : undefined });

    expect(await list(luis, { includeResolved: true })).toEqual([]);

    const operator = as(context, { sensitiveBypass: true });
    await resolveProposal(operator, { action: "reject", proposalEventId: 1, actor: "ana" });
    expect(await standing(operator, { includeResolved: true })).toEqual([[1, "rejected"]]);
    expect(await listProposals(luis, { includeResolved: true })).toEqual({ items: [], hasMore: false });
  });

  it("hides the words of sensitive ones, and of those in other scopes, from whom may see that they exist", async () => {
    const context = openContext();
    const secret = { visibility: "sensitive", sourceAgent: "ana" } as const;
    await seed(
      context,
      { text: "Retry budget is 5 calls", ...secret },
      { text: "Retry budget is 6 calls", ...secret },
      { text: "alpha" },
      { text: "beta", scope: "project:other" },
    );
    await fileProposal(context, 1, { kind: "conflicted", candidate: 2, reason: "near_twin" });
    await fileProposal(context, 3, { kind: "superseded_candidate", candidate: 4 });

    const operator = as(context, { sensitiveBypass: true });
    const [cross, sensitive] = await list(operator, { scopes: ["project:demo"] });

    expect([sensitive?.claim, sensitive?.candidate]).toEqual([undefined, undefined]);
    expect(sensitive?.reasons).toEqual([{ code: "near_twin", detail: "1 2" }]);
    expect([cross?.claim?.id, cross?.candidate]).toEqual([3, undefined]);
  });

  it("is left out of a list of other scopes, and refused when the scope is not granted", async () => {
    const context = openContext();
    await seed(context, { text: "alpha", scope: "project:other" });
    await fileProposal(context, 1, { kind: "stale" });
    const bound = as(context, { grantedScopes: ["project:demo"] });

    expect(await standing(context, { scopes: ["project:other"] })).toEqual([[1, "pending"]]);
    expect(await standing(context, { scopes: [] })).toEqual([]);
    expect(await standing(bound)).toEqual([]);
    await expect(list(bound, { scopes: ["project:other"] })).rejects.toMatchObject({ code: "access.denied" });
  });
});
