import { describe, expect, test } from "vitest";

import { ACTIONS, authorize, grantedScopes, LOCAL_OPERATOR, viewerOf } from "../../src/access/authority.ts";
import type { Authority, Role } from "../../src/access/authority.ts";
import { governingViewer } from "../../src/access/governing-viewer.ts";

const team: Authority = {
  mode: "team",
  principal: "ana",
  role: "writer",
  tenantId: "acme",
  grantedScopes: ["project:demo"],
  sensitiveBypass: false,
};

describe("a role", () => {
  test.each<[Role, readonly string[]]>([
    ["admin", ["ingest", "query", "delete", "configure", "export", "steward", "compact"]],
    ["writer", ["ingest", "query", "export"]],
    ["reader", ["query", "export"]],
  ])("%s may %j and nothing else", (role, allowed) => {
    const possible = ACTIONS.filter((action) => {
      try {
        authorize({ ...team, role }, action);
        return true;
      } catch {
        return false;
      }
    });

    expect(possible).toEqual(allowed);
  });

  test("that may not is named with caller and action, and nothing more", () => {
    expect(() => {
      authorize(team, "steward");
    }).toThrow(
      expect.objectContaining({
        code: "access.denied",
        details: { principal: "ana", role: "writer", action: "steward" },
      }),
    );
  });
});

describe("a reader", () => {
  test("is the caller with tenant and grant", () => {
    expect(viewerOf(team)).toEqual({
      tenantId: "acme",
      agent: "ana",
      grantedScopes: ["project:demo"],
      allowSensitive: false,
    });
  });

  test("sees sensitive claims only when asking for them and the operator allows it", () => {
    const bypass = { ...LOCAL_OPERATOR, sensitiveBypass: true };

    expect([viewerOf(bypass).allowSensitive, viewerOf(bypass, true).allowSensitive]).toEqual([false, true]);
    expect(() => viewerOf(LOCAL_OPERATOR, true)).toThrow(expect.objectContaining({ code: "access.sensitive" }));
  });

  test("of a team never sees them", () => {
    expect(() => viewerOf({ ...team, sensitiveBypass: true }, true)).toThrow(
      expect.objectContaining({ code: "access.sensitive" }),
    );
  });
});

test("who changes claims reaches sensitive ones exactly when the operator allows reading them", () => {
  expect([
    governingViewer(LOCAL_OPERATOR).allowSensitive,
    governingViewer({ ...LOCAL_OPERATOR, sensitiveBypass: true }).allowSensitive,
    governingViewer({ ...team, sensitiveBypass: true }).allowSensitive,
  ]).toEqual([false, true, false]);
});

describe("scopes asked for", () => {
  test("are all read by a local caller without a grant", () => {
    expect(grantedScopes(LOCAL_OPERATOR, ["a", "b"])).toEqual(["a", "b"]);
  });

  test("are refused as a whole when one is not granted", () => {
    expect(() => grantedScopes(team, ["project:demo", "global"])).toThrow(
      expect.objectContaining({ code: "access.denied", details: { scope: "global" } }),
    );
  });
});
