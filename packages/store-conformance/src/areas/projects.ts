import { expect } from "vitest";
import { AT } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { PROJECTS } from "../requirements/projects.ts";

const ORIGIN = { kind: "origin", keyHash: "aa" } as const;
const PATH = { kind: "path", keyHash: "bb" } as const;
const DEMO = { scope: "project:demo", slug: "demo", lastPath: "/srv/demo", at: AT };
const OTHER = { ...DEMO, scope: "project:other", slug: "other" };
const LATER = "2026-02-01T00:00:00+00:00";

export const projectTests: AreaTests<typeof PROJECTS> = {
  "projects.keys": async ({ store: { projects } }) => {
    await projects.record({ ...DEMO, keys: [ORIGIN] });
    await projects.record({ ...DEMO, keys: [ORIGIN, PATH] });
    await projects.record({ ...OTHER, keys: [PATH] });

    expect(await projects.findKeys(["bb", "none", "aa", "bb"])).toEqual([
      { ...PATH, scope: "project:demo" },
      { ...ORIGIN, scope: "project:demo" },
    ]);
    expect(await projects.findKeys([])).toEqual([]);
  },

  "projects.refresh": async ({ store }) => {
    await store.projects.record({ ...DEMO, keys: [] });
    await store.projects.record({ ...DEMO, lastPath: "/srv/moved", at: LATER, keys: [] });

    expect(await store.dump.read("projects", undefined, 10)).toMatchObject([
      { scope: "project:demo", slug: "demo", first_seen: AT, last_seen: LATER },
    ]);
  },

  "projects.scopes": async ({ store: { projects } }) => {
    await projects.record({ ...DEMO, keys: [ORIGIN] });
    await projects.record({ ...OTHER, keys: [] });

    expect(await projects.takenScopes(["project:demo", "project:new", "project:other"])).toEqual(
      new Set(["project:demo", "project:other"]),
    );
    expect(await projects.takenScopes([])).toEqual(new Set());
  },

  "projects.with_the_write": async ({ store }) => {
    const broken = store.transaction(async () => {
      await store.projects.record({ ...DEMO, keys: [ORIGIN] });
      throw new TypeError("stop");
    });

    await expect(broken).rejects.toThrow("stop");
    expect(await store.projects.findKeys(["aa"])).toEqual([]);
    expect(await store.projects.takenScopes(["project:demo"])).toEqual(new Set());
  },
};
