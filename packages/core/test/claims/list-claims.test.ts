import { describe, expect, test } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import type { Authority } from "../../src/access/authority.ts";
import type { ClaimStatus } from "../../src/claims/claim.ts";
import { listClaims } from "../../src/claims/list-claims.ts";
import { transitionClaim } from "../../src/claims/transition.ts";
import type { ListClaimsRequest } from "../../src/memory-types.ts";
import { openContext, seed } from "../support/open-context.ts";
import type { TestContext } from "../support/open-context.ts";

async function inAllScopes(authority: Authority = LOCAL_OPERATOR): Promise<TestContext> {
  const context = openContext({ authority });
  const scopes = ["project:demo", "user", "global", "project", "project:other", "team:core"];
  await seed(context, ...scopes.map((scope) => ({ scope, text: `in ${scope}` })));
  return context;
}

const scopesOf = async (context: TestContext, request: ListClaimsRequest): Promise<readonly string[]> =>
  (await listClaims(context, request)).items.map((claim) => claim.scope).sort();

describe("a list of claims covers", () => {
  const DEFAULT = ["global", "project", "project:demo", "user"];

  test.each<[string, ListClaimsRequest, readonly string[]]>([
    ["the default read scopes when none is named", {}, DEFAULT],
    ["the same when the list of scopes is empty or blank", { scopes: ["", " "] }, DEFAULT],
    ["the scopes named, in canonical form", { scopes: [" project:Other ", "project:other"] }, ["project:other"]],
    [
      "every scope when asked for all",
      { scopes: "all" },
      ["global", "project", "project:demo", "project:other", "team:core", "user"],
    ],
    ["claims asked for by id, wherever they are", { ids: [5, 6, 99] }, ["project:other", "team:core"]],
    [
      "claims asked for by id within scopes that are named",
      { ids: [1, 5], scopes: ["project:other"] },
      ["project:other"],
    ],
    ["nothing for an empty list of ids", { ids: [] }, []],
  ])("%s", async (_rule, request, scopes) => {
    expect(await scopesOf(await inAllScopes(), request)).toEqual(scopes);
  });

  test("for a team the granted part of the defaults, and all of the grant when asked for all", async () => {
    const context = await inAllScopes({
      ...LOCAL_OPERATOR,
      principal: "ana",
      grantedScopes: ["project:demo", "team:core"],
    });

    expect([
      await scopesOf(context, {}),
      await scopesOf(context, { scopes: "all" }),
      await scopesOf(context, { ids: [2, 6] }),
    ]).toEqual([["project:demo"], ["project:demo", "team:core"], ["team:core"]]);
    await expect(listClaims(context, { scopes: ["global"] })).rejects.toMatchObject({ code: "access.denied" });
  });
});

describe("archived claims", () => {
  async function oneArchived(): Promise<TestContext> {
    const context = openContext();
    await seed(context, { text: "kept" }, { text: "gone" });
    await transitionClaim(context, 2, { to: "archived" });
    return context;
  }

  test.each<[string, ListClaimsRequest, readonly number[]]>([
    ["are left out", {}, [1]],
    ["are left out by id too", { ids: [1, 2] }, [1]],
    ["are shown on demand", { includeArchived: true }, [1, 2]],
    ["are shown when their status is asked for", { status: "archived" }, [2]],
    ["do not come with another status", { status: "candidate", includeArchived: true }, [1]],
  ])("%s", async (_rule, request, ids) => {
    const { items } = await listClaims(await oneArchived(), request);

    expect(items.map((claim) => claim.id).sort()).toEqual(ids);
  });
});

describe("a list of claims", () => {
  test("is cut into pages by a clamped limit, 50 by default", async () => {
    const context = openContext();
    await seed(
      context,
      ...Array.from({ length: 60 }, (_, index) => ({ text: `claim ${index}`, humanId: `mm-00${index + 10}` })),
    );

    const first = await listClaims(context);
    const rest = await listClaims(context, { cursor: first.nextCursor, limit: 5_000 });
    const one = await listClaims(context, { limit: 0 });

    expect([first.items.length, rest.items.length, one.items.length]).toEqual([50, 10, 1]);
    expect([first.total, rest.nextCursor]).toEqual([60, undefined]);
  });

  test.each<[ListClaimsRequest, string]>([
    [{ cursor: "no cursor" }, "cursor"],
    [{ status: "gone" as ClaimStatus }, "status"],
    [{ ids: [1, 0] }, "ids"],
    [{ ids: [1.5] }, "ids"],
    [{ ids: [true as unknown as number] }, "ids"],
  ])("refuses %j", async (request, field) => {
    await expect(listClaims(openContext(), request)).rejects.toMatchObject({
      code: "input.invalid",
      details: { field },
    });
  });

  test("shows sensitive claims only to an operator who asks and is allowed", async () => {
    const allowed = openContext({ authority: { ...LOCAL_OPERATOR, sensitiveBypass: true } });
    await seed(allowed, { visibility: "sensitive" });

    expect([(await listClaims(allowed)).total, (await listClaims(allowed, { allowSensitive: true })).total]).toEqual([
      0, 1,
    ]);
    await expect(listClaims(openContext(), { allowSensitive: true })).rejects.toMatchObject({
      code: "access.sensitive",
    });
  });
});
