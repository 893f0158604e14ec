import { expect, it } from "vitest";
import { AT } from "../support/records.ts";
import { tempStore } from "../support/temp-store.ts";

it("remembers where a project was seen last, and when it was seen first", async () => {
  await using temp = await tempStore();
  const project = { scope: "project:demo", slug: "demo", keys: [] };

  await temp.store.projects.record({ ...project, lastPath: "/srv/demo", at: AT });
  await temp.store.projects.record({ ...project, lastPath: "/srv/moved", at: "2026-02-01T00:00:00+00:00" });

  expect(temp.sql("select last_path, first_seen, last_seen from projects")).toEqual([
    { last_path: "/srv/moved", first_seen: AT, last_seen: "2026-02-01T00:00:00+00:00" },
  ]);
});
