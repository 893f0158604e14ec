import { describe, expect, it } from "vitest";
import { AT, failure, insertTexts } from "../support/records.ts";
import { tempStore } from "../support/temp-store.ts";

const edge = (sourceId: number, targetId: number, linkType: "supports" | "blocks" = "supports") =>
  ({ sourceId, targetId, linkType, createdAt: AT }) as const;

describe("links", () => {
  it("stand in both directions until they are removed", async () => {
    await using temp = await tempStore();
    await insertTexts(temp.store, "one", "two", "three");
    const { links } = temp.store;

    const added = [await links.add(edge(1, 2)), await links.add(edge(1, 2, "blocks")), await links.add(edge(3, 1))];

    expect(added.map((link) => link.id)).toEqual([1, 2, 3]);
    expect(await links.listOf(1, undefined)).toEqual(added);
    expect(await links.listOf(2, "blocks")).toEqual([added[1]]);
    expect(await links.remove(1, 2, "blocks")).toEqual([added[1]]);
    expect(await links.remove(2, 1, undefined)).toEqual([]);
    expect(await links.remove(1, 2, undefined)).toEqual([added[0]]);
    expect(await links.listOf(1, undefined)).toEqual([added[2]]);
  });

  it("refuse a second one of a type, and ends that are one claim or none", async () => {
    await using temp = await tempStore();
    await insertTexts(temp.store, "one", "two");
    await temp.store.links.add(edge(1, 2));

    expect((await failure(temp.store.links.add(edge(1, 2)))).code).toBe("link.duplicate");
    expect(await failure(temp.store.links.add(edge(1, 1)))).toMatchObject({ details: { constraint: "check" } });
    expect(await failure(temp.store.links.add(edge(1, 9)))).toMatchObject({ details: { constraint: "foreign_key" } });
  });
});

describe("projects", () => {
  const origin = { kind: "origin", keyHash: "aa" } as const;
  const path = { kind: "path", keyHash: "bb" } as const;
  const project = { scope: "project:demo", slug: "demo", lastPath: "/srv/demo", at: AT };

  it("are found by any key and keep the key's first owner", async () => {
    await using temp = await tempStore();
    const { projects } = temp.store;

    await projects.record({ ...project, keys: [origin] });
    await projects.record({
      ...project,
      lastPath: "/srv/moved",
      at: "2026-02-01T00:00:00+00:00",
      keys: [origin, path],
    });
    await projects.record({ ...project, scope: "project:other", slug: "other", keys: [path] });

    expect(await projects.findKeys(["bb", "none", "aa", "bb"])).toEqual([
      { ...path, scope: "project:demo" },
      { ...origin, scope: "project:demo" },
    ]);
    expect(await projects.takenScopes(["project:demo", "project:new"])).toEqual(new Set(["project:demo"]));
    expect(temp.sql("select last_path, first_seen, last_seen from projects where scope = 'project:demo'")).toEqual([
      { last_path: "/srv/moved", first_seen: AT, last_seen: "2026-02-01T00:00:00+00:00" },
    ]);
  });
});
