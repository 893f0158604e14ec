import { describe, expect, test } from "vitest";

import { canSee } from "../../src/access/viewer.ts";
import type { Viewer } from "../../src/access/viewer.ts";
import { VISIBILITIES } from "../../src/claims/claim.ts";
import type { Visibility } from "../../src/claims/claim.ts";

const operator: Viewer = { tenantId: undefined, agent: undefined, grantedScopes: undefined, allowSensitive: false };
const own: Viewer = { ...operator, agent: "ana" };
const other: Viewer = { ...operator, agent: "luis" };

const seen = (viewer: Viewer): Visibility[] =>
  VISIBILITIES.filter((visibility) =>
    canSee(viewer, { tenantId: undefined, scope: "global", visibility, sourceAgent: "ana" }),
  );

describe("of one agent's claims", () => {
  test.each<[string, Viewer, Visibility[]]>([
    ["the agent itself sees public and private ones", own, ["public", "private"]],
    [
      "the agent itself sees sensitive ones when allowed",
      { ...own, allowSensitive: true },
      ["public", "private", "sensitive"],
    ],
    ["another agent sees public ones alone", other, ["public"]],
    ["another agent sees no sensitive one, even when allowed", { ...other, allowSensitive: true }, ["public"]],
    ["the local operator sees public and private ones", operator, ["public", "private"]],
    [
      "the local operator sees sensitive ones when allowed",
      { ...operator, allowSensitive: true },
      ["public", "private", "sensitive"],
    ],
  ])("%s", (_rule, viewer, visible) => {
    expect(seen(viewer)).toEqual(visible);
  });
});

describe("a claim is absent", () => {
  const claim = { tenantId: "acme", scope: "project:demo", visibility: "public", sourceAgent: "ana" } as const;

  test("for another tenant, and for a tenant when it has none", () => {
    const viewer = { ...operator, tenantId: "acme" };

    expect([
      canSee(viewer, claim),
      canSee({ ...operator, tenantId: "beta" }, claim),
      canSee(viewer, { ...claim, tenantId: undefined }),
    ]).toEqual([true, false, false]);
  });

  test("outside of the granted scopes, whoever wrote it", () => {
    expect([
      canSee({ ...own, grantedScopes: ["project:demo"] }, claim),
      canSee({ ...own, grantedScopes: ["global"] }, claim),
      canSee({ ...own, grantedScopes: [] }, claim),
    ]).toEqual([true, false, false]);
  });
});
