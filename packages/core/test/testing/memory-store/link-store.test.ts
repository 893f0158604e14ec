import { expect, test } from "vitest";

import { cleanClaim, createMemoryStore } from "../../../src/testing/index.ts";

const at = "2026-01-02T03:04:05+00:00";

test("links are unique, of different stored claims, and removed by type or all", async () => {
  const store = createMemoryStore();
  await store.claims.insert([cleanClaim(), cleanClaim({ text: "other" })]);
  const edge = { sourceId: 1, targetId: 2, createdAt: at } as const;

  const supports = await store.links.add({ ...edge, linkType: "supports" });
  const blocks = await store.links.add({ ...edge, linkType: "blocks" });

  await expect(store.links.add({ ...edge, linkType: "supports" })).rejects.toMatchObject({ code: "link.duplicate" });
  await expect(store.links.add({ ...edge, targetId: 1, linkType: "supports" })).rejects.toMatchObject({
    code: "store.constraint",
  });
  await expect(store.links.add({ ...edge, targetId: 9, linkType: "supports" })).rejects.toMatchObject({
    code: "store.constraint",
  });
  expect(await store.links.listOf(2, undefined)).toEqual([supports, blocks]);
  expect(await store.links.remove(2, 1, undefined)).toEqual([]);
  expect(await store.links.remove(1, 2, "blocks")).toEqual([blocks]);
  expect(await store.links.remove(1, 2, undefined)).toEqual([supports]);
});
