import type { NewClaim, Viewer, Visibility } from "@memorymaster/core";
import { expect } from "vitest";
import { compareAnswers } from "../access/compare.ts";
import { setStage } from "../access/stage.ts";
import { TABLE } from "../access/table.ts";
import type { Row } from "../access/row.ts";
import { append, EVERYTHING, idsOf, insertOne, OPERATOR, proposal } from "../records.ts";
import { methodsOf } from "../record-calls.ts";
import type { AreaTests } from "../requirement.ts";
import type { ACCESS } from "../requirements/access.ts";
import type { World } from "../world.ts";

async function wrongAnswers(
  world: World,
  visibility: Visibility,
  isWanted: (row: Row) => boolean,
): Promise<readonly string[]> {
  const target = await setStage(world, visibility);
  const absent = await world.another();
  await setStage(absent, undefined);
  return compareAnswers({ shown: world, absent, target, visibility }, isWanted);
}

const isWholeStore = ({ reach }: Row): boolean => reach === "operator";

async function isHidden(world: World, visibility: Visibility): Promise<void> {
  expect(await wrongAnswers(world, visibility, (row) => !isWholeStore(row))).toEqual([]);
}

const ROWS: readonly Partial<NewClaim>[] = [
  { scope: "a" },
  { scope: "b", sourceAgent: "ana", visibility: "private" },
  { scope: "a", sourceAgent: "luis", visibility: "sensitive" },
  { scope: "b", tenantId: "acme", sourceAgent: "ana", visibility: "private" },
  { scope: "a", tenantId: "acme" },
];

const SEEN: readonly (readonly [viewer: Partial<Viewer>, ids: readonly number[]])[] = [
  [{}, [1, 2, 4, 5]],
  [{ allowSensitive: true }, [1, 2, 3, 4, 5]],
  [{ agent: "ana" }, [1, 2, 4, 5]],
  [{ agent: "luis" }, [1, 5]],
  [{ agent: "luis", allowSensitive: true }, [1, 3, 5]],
  [{ tenantId: "acme" }, [4, 5]],
  [{ tenantId: "acme", agent: "ana", grantedScopes: ["b"] }, [4]],
  [{ tenantId: "acme", agent: "luis", allowSensitive: true }, [5]],
  [{ tenantId: "other" }, []],
  [{ grantedScopes: [] }, []],
];

async function insertRows({ store }: World): Promise<void> {
  for (const [index, row] of ROWS.entries()) await insertOne(store, { text: `the shared word ${index}`, ...row });
}

export const accessTests: AreaTests<typeof ACCESS> = {
  "access.every_method": async ({ memory }) => {
    expect(Object.keys(TABLE).sort()).toEqual(methodsOf(memory()));
  },

  "access.public": (world) => isHidden(world, "public"),
  "access.private": (world) => isHidden(world, "private"),
  "access.sensitive": (world) => isHidden(world, "sensitive"),
  "access.whole_store": async (world) => {
    expect(await wrongAnswers(world, "private", isWholeStore)).toEqual([]);
  },

  "access.named_by_others": async (world) => {
    const target = await setStage(world, "private");
    const owner = world.memory({ caller: { principal: "ana", tenantId: "acme" } });
    const other = world.memory({ caller: { principal: "luis", tenantId: "acme" } });
    const told = async () => [
      await other.claims.detail(1),
      await other.events.history(1),
      await other.events.list({ scopes: "all" }),
      await other.claims.stats(),
      await other.governance.proposals(),
    ];
    const before = await told();

    await owner.links.add(1, target.id, "blocks");
    await owner.links.remove(1, target.id);
    await owner.claims.ingest({ text: "Another word of it", visibility: "private", supersedes: 1 });

    expect(await told()).toEqual(before);
  },

  "access.namesake": async ({ store, memory }) => {
    await insertOne(store, { humanId: "mm-0001" });
    const hidden = { humanId: "mm-0001", visibility: "private", sourceAgent: "ana" } as const;
    await insertOne(store, { ...hidden, scope: "user" });
    await insertOne(store, { ...hidden, text: "of another tenant", tenantId: "acme" });
    const luis = memory({ caller: { principal: "luis" } });

    expect(await luis.claims.get("mm-0001")).toMatchObject({ id: 1 });
    expect(await luis.claims.pin("mm-0001", true)).toMatchObject({ id: 1, pinned: true });
  },

  "access.claims": async (world) => {
    await insertRows(world);
    const { claims, search } = world.store;

    for (const [narrow, ids] of SEEN) {
      const viewer = { ...OPERATOR, ...narrow };
      const listed = await claims.list(viewer, {}, { limit: 10 });
      const found = await search.candidates(viewer, { terms: ["word"], filter: {}, limit: 10 });
      const gotten = await claims.getMany(viewer, [1, 2, 3, 4, 5], false);
      const uids = (await claims.getMany(EVERYTHING, [1, 2, 3, 4, 5], false)).map(({ uid }) => uid);
      const named = await Promise.all(uids.map((uid) => claims.findByName(viewer, uid)));
      const ways = [idsOf(listed.items).sort(), idsOf(found).sort(), idsOf(gotten), idsOf(named.flat())];
      expect([narrow, ...ways]).toEqual([narrow, ids, ids, ids, ids]);
      expect([listed.total, (await claims.stats(viewer, undefined)).claims]).toEqual([ids.length, ids.length]);
    }
  },

  "access.events": async (world) => {
    const { store } = world;
    await insertRows(world);
    await append(store, ...ROWS.map(({ tenantId }, index) => ({ claimId: index + 1, tenantId })));
    await append(store, {}, { tenantId: "acme" });

    for (const [narrow, ids] of SEEN) {
      const viewer = { ...OPERATOR, ...narrow };
      const ofNoClaim = viewer.tenantId === undefined ? [6, 7] : [7].filter(() => viewer.tenantId === "acme");
      const expected = [...ids, ...ofNoClaim];
      const { items, total } = await store.events.list(viewer, {}, { limit: 20 });
      expect([narrow, idsOf(items).sort(), total]).toEqual([narrow, expected, expected.length]);
      expect((await store.claims.stats(viewer, undefined)).events).toBe(expected.length);
      const read = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((id) => store.events.get(viewer, id)));
      expect(read.flatMap((entry) => entry?.event.id ?? [])).toEqual(expected);
    }
  },

  "access.proposals": async (world) => {
    const { store } = world;
    await insertRows(world);
    await append(store, proposal("stale", 1), proposal("stale", 2), proposal("conflicted", 5, { related_claim_id: 4 }));
    const seenBy = async (viewer: Partial<Viewer>) =>
      (await store.proposals.list({ ...OPERATOR, ...viewer }, 9)).map(({ eventId }) => eventId);

    expect(await seenBy({})).toEqual([3, 2, 1]);
    expect(await seenBy({ agent: "luis" })).toEqual([1]);
    expect(await seenBy({ tenantId: "acme" })).toEqual([3]);
    expect(await seenBy({ tenantId: "acme", grantedScopes: ["a"] })).toEqual([]);
    expect(await seenBy({ tenantId: "other" })).toEqual([]);
    expect((await store.proposals.list(OPERATOR, 2)).map(({ eventId }) => eventId)).toEqual([3, 2]);
  },
};
