import { sha256Hex } from "@memorymaster/core";
import type { VectorPoint } from "@memorymaster/core";
import { expect, test } from "vitest";

import { pointIdOf } from "../src/point-id.ts";
import type { IndexOnServer } from "./support/open-index.ts";
import { openOnServer } from "./support/open-index.ts";
import { failureOf, point, QUERY, SPEC, STORE, uidOf } from "./support/points.ts";
import type { StoredPoint } from "./support/collections.ts";

const ALIAS = "memorymaster-claims";
const PHYSICAL = `${ALIAS}-${SPEC.fp}`;
const UPSERT = "PUT /collections/{collection_name}/points";
const FILTER = { storeId: STORE };
const SEVEN = ["claim_uid", "fp", "hash", "scope", "status", "store_id", "tenant_id"];

async function ready(): Promise<IndexOnServer> {
  const opened = await openOnServer();
  await opened.index.ensure(SPEC);
  return opened;
}

const storedIn = ({ server }: IndexOnServer): Map<string, StoredPoint> =>
  server.state.collections.get(PHYSICAL)?.points ?? new Map<string, StoredPoint>();

const bodies = ({ server }: IndexOnServer, route: string): unknown[] =>
  server.requests.filter((request) => request.route === route).map(({ body }) => JSON.parse(body) as unknown);

test("a point carries exactly seven keys, and nothing of the text", async () => {
  await using opened = await ready();
  const text = "The ledger lies in the red cabinet";

  await opened.index.upsert([point(1, { hash: sha256Hex(text) })]);

  const [body] = bodies(opened, UPSERT) as [{ points: { id: string; vector: number[]; payload: object }[] }];
  expect(Object.keys(body)).toEqual(["points"]);
  expect(body.points.map(({ payload }) => Object.keys(payload).sort())).toEqual([SEVEN]);
  expect(body.points[0]).toMatchObject({ id: pointIdOf(point(1)), vector: [0.125, 1, 1, -2] });
  expect(opened.server.requests.map(({ body: sent }) => sent).join()).not.toMatch(/ledger|cabinet/);
});

test("a point with any other field is refused before anything is sent", async () => {
  await using opened = await ready();
  const leaky = { ...point(2), text: "The ledger lies in the red cabinet" } as VectorPoint;

  const error = await failureOf(opened.index.upsert([point(1), leaky]));

  expect([error.name, error.code, error.details]).toEqual(["InternalError", "internal.unexpected", { field: "text" }]);
  expect(bodies(opened, UPSERT)).toEqual([]);
  expect(storedIn(opened).size).toBe(0);
});

test("the key stands in its header and nowhere else", async () => {
  await using opened = await openOnServer({ apiKey: "key-of-a-test" });
  const { index, server } = opened;

  await index.ensure(SPEC);
  await index.upsert([point(1)]);
  await index.query(QUERY);

  for (const { headers, ...rest } of server.requests) {
    const { "api-key": key, ...others } = headers;
    expect(key).toBe("key-of-a-test");
    expect(JSON.stringify([others, rest])).not.toContain("key-of-a-test");
  }
});

test("a collection is made with strict mode, indexes and what it is for, before the first point and the alias", async () => {
  await using opened = await ready();
  await opened.index.upsert([point(1)]);

  const made = opened.server.requests.map(({ route }) => route).filter((route) => !route.startsWith("GET"));
  const index = "PUT /collections/{collection_name}/index";
  expect(made).toEqual([
    "PUT /collections/{collection_name}",
    ...Array<string>(5).fill(index),
    "POST /collections/aliases",
    UPSERT,
  ]);
  expect(bodies(opened, "PUT /collections/{collection_name}")).toEqual([
    {
      vectors: { size: 4, distance: "Cosine" },
      strict_mode_config: { enabled: true, unindexed_filtering_retrieve: false, unindexed_filtering_update: false },
      metadata: { product: "memorymaster", fp: SPEC.fp, model: "one", dims: 4, inputFormat: 1 },
    },
  ]);
  expect(bodies(opened, index)).toEqual([
    { field_name: "store_id", field_schema: { type: "keyword" } },
    { field_name: "tenant_id", field_schema: { type: "keyword", is_tenant: true } },
    { field_name: "scope", field_schema: { type: "keyword" } },
    { field_name: "status", field_schema: { type: "keyword" } },
    { field_name: "claim_uid", field_schema: { type: "keyword" } },
  ]);
  expect(opened.server.state.aliases).toEqual(new Map([[ALIAS, PHYSICAL]]));
});

test("strict mode refuses a filter without an index, and none of ours is one", async () => {
  await using opened = await ready();
  const { index, server } = opened;
  await index.upsert([point(1)]);
  const whole = { ...FILTER, tenantId: "local", scopes: ["project:demo"], statuses: ["confirmed"] } as const;
  const ask = { method: "POST", headers: { "content-type": "application/json" } };
  const filter = { must: [{ key: "hash", match: { value: point(1).hash } }] };

  const bare = await fetch(`${server.url}/collections/${ALIAS}/points/count`, {
    ...ask,
    body: JSON.stringify({ filter }),
  });

  expect([bare.status, await bare.text()]).toEqual([400, expect.stringContaining("Index required") as string]);
  expect(await index.query({ ...QUERY, filter: whole })).toHaveLength(1);
  expect(await index.count(whole)).toBe(1);
  expect((await index.scan({ filter: whole, limit: 1 })).points).toHaveLength(1);
  expect((await index.setPolicy([point(1, { scope: "user" })])).ok).toEqual([uidOf(1)]);
  expect(await index.count({ ...whole, scopes: ["user"] })).toBe(1);
  expect((await index.delete([point(1)])).ok).toEqual([uidOf(1)]);
});

test("two stores in one collection have the same claim twice, and each is deleted alone", async () => {
  await using opened = await ready();
  const { index } = opened;
  const [own, others] = [point(1), point(1, { storeId: "99999999-8a4b-4f5e-9d3a-1b2c3d4e5f60" })];
  await index.upsert([own, others]);

  const { points } = await index.scan({ filter: FILTER, limit: 10 });
  await index.deletePoints(points.map(({ pointId }) => pointId));

  expect([await index.count(FILTER), await index.count({ storeId: others.storeId })]).toEqual([0, 1]);
});

/** Damage to a point, by what it is. */
const DAMAGE: Readonly<Record<string, (stored: StoredPoint) => StoredPoint>> = {
  "a key too many": (stored) => ({ ...stored, payload: { ...stored.payload, text: "The ledger" } }),
  "a key too few": (stored) => ({ ...stored, payload: { ...stored.payload, hash: undefined } }),
  "a uid in capitals": (stored) => ({ ...stored, payload: { ...stored.payload, claim_uid: uidOf(1).toUpperCase() } }),
  "a number for a scope": (stored) => ({ ...stored, payload: { ...stored.payload, scope: 7 } }),
  "an unknown status": (stored) => ({ ...stored, payload: { ...stored.payload, status: "superb" } }),
  "the id of another claim": (stored) => ({ ...stored, id: pointIdOf(point(9)) }),
  "a number for an id": (stored) => ({ ...stored, id: 42 }),
};

test.each(Object.entries(DAMAGE))("%s makes a point malformed; its id deletes it", async (_, damage) => {
  await using opened = await ready();
  const { index } = opened;
  const points = storedIn(opened);
  await index.upsert([{ ...point(1), claimUid: "aaaaaaaa-0000-7000-8000-00000000000a" }, point(2)]);
  const [first] = points.values();
  if (first === undefined) throw new TypeError("nothing stored");
  const damaged = damage(first);
  points.delete(String(first.id));
  points.set(String(damaged.id), damaged);

  const page = await index.scan({ filter: FILTER, limit: 10 });
  await index.deletePoints(page.malformed);

  expect(page.malformed).toEqual([String(damaged.id)]);
  expect(page.points.map(({ claimUid }) => claimUid)).toEqual([uidOf(2)]);
  expect([...points.keys()]).toEqual([pointIdOf(point(2))]);
});

test("pages go on from a number as from a UUID", async () => {
  await using opened = await ready();
  const { index } = opened;
  await index.upsert([point(1)]);
  const points = storedIn(opened);
  const [first] = points.values();
  for (const id of [1, 2, 3]) points.set(String(id), { vector: [], ...first, id, payload: { store_id: STORE } });

  const malformed: string[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await index.scan({ filter: FILTER, limit: 1, cursor });
    malformed.push(...page.malformed);
    cursor = page.next;
  }

  expect(malformed).toEqual(["1", "2", "3"]);
});

test("a server that keeps what it says it deleted is found out", async () => {
  await using opened = await ready();
  const { index, server } = opened;
  await index.upsert([point(1)]);
  server.state.keepsDeleted = true;

  const report = await index.delete([point(1), point(2)]);
  const error = await failureOf(index.deletePoints([pointIdOf(point(1))]));

  expect(report).toEqual({
    ok: [uidOf(2)],
    failed: [{ claimUid: uidOf(1), code: "not_deleted", retryable: true }],
  });
  expect([error.details["reason"], error.retryable]).toEqual(["index_error", true]);
});

test("hits come as they are, for the reader to judge", async () => {
  await using opened = await ready();
  const { index, server } = opened;
  const hits = [
    { id: 1, score: "nan", payload: { claim_uid: true, hash: 7, fp: "x" } },
    { id: 2, score: 0.5, payload: null },
    { id: 3 },
    null,
  ];
  await index.query(QUERY);
  server.faults.push((response) => {
    response.end(JSON.stringify({ result: { points: hits }, status: "ok" }));
  });

  const none = { claimUid: undefined, hash: undefined, fp: undefined };
  expect(await index.query(QUERY)).toEqual([
    { claimUid: true, hash: 7, fp: "x", score: "nan" },
    { ...none, score: 0.5 },
    { ...none, score: undefined },
    { ...none, score: undefined },
  ]);
});
