import { describe, expect, test } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import { defaultReadScopes, normalizeScopes, resolveReadScopes } from "../../src/access/default-scopes.ts";
import { SETTINGS_DEFAULTS } from "../../src/config/settings.ts";
import { openContext } from "../support/open-context.ts";

describe("the default read scopes", () => {
  test("are project, person, everywhere and the old bare project", () => {
    expect([defaultReadScopes("project:demo", true), defaultReadScopes("project:demo", false)]).toEqual([
      ["project:demo", "user", "global", "project"],
      ["project:demo", "user", "global"],
    ]);
  });

  test("hold nothing twice without a project", () => {
    expect(defaultReadScopes("user", true)).toEqual(["user", "global", "project"]);
  });
});

describe("the scopes of a read", () => {
  test("are trimmed, canonical, each once, in the given order", () => {
    expect(normalizeScopes([" global", "project:Shop (1)", "", "project:shop", "global", " team:Core "])).toEqual([
      "global",
      "project:shop",
      "team:Core",
    ]);
  });

  test.each([[undefined], [[]], [["", "  "]]])("are the default ones for %j", async (requested) => {
    expect(await resolveReadScopes(openContext(), requested)).toEqual(["project:demo", "user", "global", "project"]);
  });

  test("leave the old bare project out when so configured", async () => {
    const context = openContext({ settings: { ...SETTINGS_DEFAULTS, includeLegacyProjectScope: false } });

    expect(await resolveReadScopes(context, undefined)).toEqual(["project:demo", "user", "global"]);
  });

  test("are narrowed to the grant only when none was named", async () => {
    const context = openContext({ authority: { ...LOCAL_OPERATOR, grantedScopes: ["global", "team:core"] } });

    expect([await resolveReadScopes(context, undefined), await resolveReadScopes(context, ["team:core"])]).toEqual([
      ["global"],
      ["team:core"],
    ]);
    await expect(resolveReadScopes(context, ["global", "user"])).rejects.toMatchObject({
      code: "access.denied",
      details: { scope: "user" },
    });
  });
});
