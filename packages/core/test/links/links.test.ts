import { describe, expect, test } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import { LINK_TYPE_NAMES } from "../../src/claims/link.ts";
import type { LinkType } from "../../src/claims/link.ts";
import { addLink } from "../../src/links/add-link.ts";
import { listLinks } from "../../src/links/list-links.ts";
import { removeLinks } from "../../src/links/remove-links.ts";
import { everything, openContext, seed } from "../support/open-context.ts";
import type { TestContext } from "../support/open-context.ts";

const AT = "2026-01-02T03:04:05+00:00";
const LATER = "2026-01-02T03:05:05+00:00";

async function twoClaims(): Promise<TestContext> {
  const context = openContext();
  await seed(context, { tenantId: "acme" }, { text: "other", tenantId: "acme" });
  return context;
}

async function payloads(context: TestContext, claimId: number): Promise<unknown[]> {
  const entries = await context.store.events.history(claimId, 10);
  return entries.map(({ event }) => [event.eventType, event.payloadJson, event.tenantId]);
}

describe("a link", () => {
  test.each(LINK_TYPE_NAMES)("of type %s is added with one event on its source", async (linkType) => {
    const context = await twoClaims();

    const link = await addLink(context, { source: "mm-ff61", target: 2, linkType });

    expect(link).toEqual({ id: 1, sourceId: 1, targetId: 2, linkType, createdAt: AT });
    expect([await payloads(context, 1), await payloads(context, 2)]).toEqual([
      [["link", `{"before":{"link_id":null},"link_type":"${linkType}","target_id":2}`, "acme"]],
      [],
    ]);
  });

  test("there are 14 types of", () => {
    expect(LINK_TYPE_NAMES).toHaveLength(14);
  });

  test("of each type may stand between two claims, and back", async () => {
    const context = await twoClaims();

    const a = await addLink(context, { source: 1, target: 2, linkType: "supports" });
    const b = await addLink(context, { source: 1, target: 2, linkType: "blocks" });
    const c = await addLink(context, { source: 2, target: 1, linkType: "supports" });

    expect([await listLinks(context, 2), await listLinks(context, 1, "supports")]).toEqual([
      [a, b, c],
      [a, c],
    ]);
  });

  test("is removed by type or altogether, with one event for each", async () => {
    const context = await twoClaims();
    const supports = await addLink(context, { source: 1, target: 2, linkType: "supports" });
    const blocks = await addLink(context, { source: 1, target: 2, linkType: "blocks" });
    const enables = await addLink(context, { source: 1, target: 2, linkType: "enables" });
    context.clock.advance(60_000);

    const one = await removeLinks(context, { source: 1, target: 2, linkType: "blocks" });
    const rest = await removeLinks(context, { source: 1, target: 2 });
    const none = await removeLinks(context, { source: 1, target: 2 });

    expect([one, rest, none, await listLinks(context, 1)]).toEqual([[blocks], [supports, enables], [], []]);
    const unlinked = (await context.store.events.history(1, 10)).filter(({ event }) => event.eventType === "unlink");
    expect(unlinked.map(({ event }) => [event.payloadJson, event.createdAt])).toEqual([
      [`{"before":{"created_at":"${AT}","link_id":2},"link_type":"blocks","target_id":2}`, LATER],
      [`{"before":{"created_at":"${AT}","link_id":1},"link_type":"supports","target_id":2}`, LATER],
      [`{"before":{"created_at":"${AT}","link_id":3},"link_type":"enables","target_id":2}`, LATER],
    ]);
  });

  test("to a claim that the caller may not see is not shown", async () => {
    const context = openContext();
    await seed(context, {}, { text: "hidden", visibility: "private", sourceAgent: "luis" });
    await addLink(context, { source: 1, target: 2, linkType: "supports" });
    const ana = { ...context, authority: { ...LOCAL_OPERATOR, principal: "ana" } };

    expect([await listLinks(ana, 1), (await listLinks(context, 1)).length]).toEqual([[], 1]);
    await expect(listLinks(ana, 2)).rejects.toMatchObject({ code: "claim.not_found" });
  });
});

describe("a link is refused and nothing is written", () => {
  async function refused(context: TestContext, act: () => Promise<unknown>): Promise<unknown> {
    const before = await everything(context);
    const error: unknown = await act().catch((thrown: unknown) => thrown);
    expect(await everything(context)).toEqual(before);
    return error;
  }
  const add =
    (context: TestContext, linkType: string, target = 2): (() => Promise<unknown>) =>
    () =>
      addLink(context, { source: 1, target, linkType: linkType as LinkType });

  test("for a type that is none, and the types are listed", async () => {
    const context = await twoClaims();

    for (const type of ["likes", "", "toString", "SUPPORTS"]) {
      const error = await refused(context, add(context, type));
      expect(error).toMatchObject({ code: "input.invalid", details: { field: "link_type", known: LINK_TYPE_NAMES } });
      expect(String(error)).toContain(LINK_TYPE_NAMES.join(", "));
    }
    await expect(listLinks(context, 1, "likes" as LinkType)).rejects.toMatchObject({ code: "input.invalid" });
    await expect(removeLinks(context, { source: 1, target: 2, linkType: "likes" as LinkType })).rejects.toMatchObject({
      code: "input.invalid",
    });
  });

  test("to itself", async () => {
    const context = await twoClaims();

    expect(await refused(context, add(context, "supports", 1))).toMatchObject({ code: "link.self" });
  });

  test("twice", async () => {
    const context = await twoClaims();
    await addLink(context, { source: 1, target: 2, linkType: "supports" });

    expect(await refused(context, add(context, "supports"))).toMatchObject({ code: "link.duplicate" });
  });

  test("to a claim that does not exist or that the caller may not see", async () => {
    const context = openContext();
    await seed(context, {}, { text: "hidden", visibility: "private", sourceAgent: "luis" });
    const ana = { ...context, authority: { ...LOCAL_OPERATOR, principal: "ana" } };

    for (const target of [2, 9]) {
      expect(await refused(ana, add(ana, "supports", target))).toMatchObject({ code: "claim.not_found" });
    }
  });

  test("for who may not govern", async () => {
    const context = { ...(await twoClaims()), authority: { ...LOCAL_OPERATOR, role: "writer" as const } };

    expect(await refused(context, add(context, "supports"))).toMatchObject({ code: "access.denied" });
    expect(await refused(context, () => removeLinks(context, { source: 1, target: 2 }))).toMatchObject({
      code: "access.denied",
    });
  });
});
