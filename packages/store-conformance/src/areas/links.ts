import { LINK_TYPE_NAMES } from "@memorymaster/core";
import type { LinkType } from "@memorymaster/core";
import { expect } from "vitest";
import { AT, eventsOf, failure, failureCode, insertTexts, payloadOf } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { LINKS } from "../requirements/links.ts";

const edge = (sourceId: number, targetId: number, linkType: LinkType = "supports") =>
  ({ sourceId, targetId, linkType, createdAt: AT }) as const;

export const linkTests: AreaTests<typeof LINKS> = {
  "links.both_directions": async ({ store }) => {
    await insertTexts(store, "one", "two", "three");
    const { links } = store;

    const added = [await links.add(edge(1, 2)), await links.add(edge(1, 2, "blocks")), await links.add(edge(3, 1))];

    expect(added).toEqual([
      { id: 1, ...edge(1, 2) },
      { id: 2, ...edge(1, 2, "blocks") },
      { id: 3, ...edge(3, 1) },
    ]);
    expect(await links.listOf(1, undefined)).toEqual(added);
    expect(await links.listOf(2, "blocks")).toEqual([added[1]]);
    expect(await links.remove(1, 2, "blocks")).toEqual([added[1]]);
    expect(await links.remove(2, 1, undefined)).toEqual([]);
    expect(await links.remove(1, 2, undefined)).toEqual([added[0]]);
    expect(await links.listOf(1, undefined)).toEqual([added[2]]);
    expect(await links.listOf(2, undefined)).toEqual([]);
  },

  "links.types": async ({ store }) => {
    await insertTexts(store, "one", "two");

    for (const linkType of LINK_TYPE_NAMES) await store.links.add(edge(1, 2, linkType));

    const stored = await store.links.listOf(1, undefined);
    expect(stored.map(({ linkType }) => linkType)).toEqual(LINK_TYPE_NAMES);
    expect(await failureCode(store.links.add(edge(2, 1, "likes" as LinkType)))).toBe("store.constraint");
  },

  "links.duplicate": async ({ store }) => {
    await insertTexts(store, "one", "two");
    const first = await store.links.add(edge(1, 2));

    expect(await failure(store.links.add(edge(1, 2)))).toMatchObject({ name: "ConflictError", code: "link.duplicate" });
    await store.links.add(edge(2, 1));

    expect((await store.links.listOf(1, "supports")).length).toBe(2);
    expect(await store.links.remove(1, 2, "supports")).toEqual([first]);
  },

  "links.ends": async ({ store }) => {
    await insertTexts(store, "one");

    expect(await failureCode(store.links.add(edge(1, 1)))).toBe("store.constraint");
    expect(await failureCode(store.links.add(edge(1, 9)))).toBe("store.constraint");
    expect(await failureCode(store.links.add(edge(9, 1)))).toBe("store.constraint");
    expect(await store.links.listOf(1, undefined)).toEqual([]);
  },

  "links.same_id": async ({ store }) => {
    await insertTexts(store, "one", "two");
    const added = await store.links.add(edge(1, 2));
    await store.links.remove(1, 2, undefined);

    const again = await store.links.add({ ...edge(1, 2), id: added.id });
    const next = await store.links.add(edge(1, 2, "blocks"));

    expect([again, next.id]).toEqual([added, added.id + 1]);
  },

  "links.refusals": async ({ store, memory }) => {
    await insertTexts(store, "one", "two");
    const { links } = memory();
    await links.add(1, 2, "supports");

    expect(await failureCode(links.add(1, 2, "supports"))).toBe("link.duplicate");
    expect(await failureCode(links.add(1, 1, "supports"))).toBe("link.self");
    expect(await failureCode(links.add(1, 9, "supports"))).toBe("claim.not_found");
    expect(await failure(links.add(1, 2, "likes" as LinkType))).toMatchObject({
      code: "input.invalid",
      details: { field: "link_type", known: LINK_TYPE_NAMES },
    });
    expect(await eventsOf(store)).toHaveLength(1);
  },

  "links.events": async ({ store, memory }) => {
    await insertTexts(store, "one", "two");
    const { links } = memory();

    await links.add(1, 2, "supports");
    await links.add(1, 2, "blocks");
    await links.remove(1, 2);
    await links.remove(1, 2);

    const edges = { target_id: 2, link_type: "supports" };
    const events = await eventsOf(store);
    expect(events.map(({ eventType, claimId }) => [eventType, claimId])).toEqual([
      ["link", 1],
      ["link", 1],
      ["unlink", 1],
      ["unlink", 1],
    ]);
    expect([payloadOf(events[0]), payloadOf(events[2])]).toEqual([
      { ...edges, before: { link_id: null } },
      { ...edges, before: { link_id: 1, created_at: AT } },
    ]);
  },
};
