import { embeddingSpec } from "@memorymaster/core";
import { expect, test } from "vitest";

import { createQdrantIndex } from "../src/index.ts";
import { openOnServer } from "./support/open-index.ts";
import { failureOf, point, QUERY, SPEC } from "./support/points.ts";

const OTHER = embeddingSpec({ provider: "test", model: "two", revision: "", dims: 4 });
const mismatch = { reason: "fingerprint_mismatch" };
const ALIASES = "POST /collections/aliases";

test("another model gets its own collection beside, and readers see it after one request", async () => {
  await using opened = await openOnServer();
  const { index, server } = opened;
  const { admin } = index;
  if (admin === undefined) throw new TypeError("no admin");
  await index.ensure(SPEC);
  await index.upsert([point(1)]);
  const [from, to] = [admin.nameFor(SPEC.fp), admin.nameFor(OTHER.fp)];

  const beside = admin.at(to);
  await beside.ensure(OTHER);
  await beside.upsert([point(2, { fp: OTHER.fp }), point(3, { fp: OTHER.fp })]);
  const before = [await admin.active(), (await index.describe()).points];
  const sent = server.requests.length;
  await admin.swap(to);
  const moves = server.requests.slice(sent).filter(({ route }) => route === ALIASES);

  expect(before).toEqual([from, 1]);
  expect(moves.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    {
      actions: [
        { delete_alias: { alias_name: "memorymaster-claims" } },
        { create_alias: { alias_name: "memorymaster-claims", collection_name: to } },
      ],
    },
  ]);
  expect([await admin.active(), await admin.list()]).toEqual([to, [from, to].sort()]);
  expect(await index.describe()).toMatchObject({ points: 2, fp: OTHER.fp, reason: undefined });
  await admin.drop(from);
  expect(await admin.list()).toEqual([to]);
});

test("a process that has not heard of the change reads nothing of the other model", async () => {
  await using opened = await openOnServer();
  const { index, server } = opened;
  const other = createQdrantIndex({ url: server.url });
  await index.ensure(SPEC);
  await index.upsert([point(1)]);
  await index.query(QUERY);
  const next = other.admin?.at(other.admin.nameFor(OTHER.fp));
  await next?.ensure(OTHER);
  await next?.upsert([point(1, { fp: OTHER.fp })]);
  await other.admin?.swap(other.admin.nameFor(OTHER.fp));
  await other.close();

  const hits = await index.query(QUERY);

  expect(hits.map(({ fp }) => fp)).toEqual([OTHER.fp]);
  expect((await failureOf(index.query(QUERY))).details).toEqual(mismatch);
  expect((await index.upsert([point(1)])).failed).toMatchObject([{ code: "fingerprint_mismatch" }]);
  expect((await failureOf(index.ensure(SPEC))).details).toEqual(mismatch);
});

test("a collection takes no other model, nor one that a stranger made", async () => {
  await using opened = await openOnServer();
  const { index, server } = opened;
  await index.ensure(SPEC);
  const physical = index.admin?.nameFor(SPEC.fp) ?? "";

  expect((await failureOf(index.ensure(OTHER))).details).toEqual(mismatch);
  const own = index.admin?.at(physical);
  expect((await failureOf(own?.ensure(OTHER) ?? Promise.resolve())).details).toEqual(mismatch);
  Object.assign(server.state.collections.get(physical) ?? {}, { metadata: { fp: SPEC.fp } });
  expect(await index.describe()).toMatchObject({ ...mismatch, reachable: true, fp: undefined });
  expect((await failureOf(index.ensure(SPEC))).details).toEqual(mismatch);
});

test("what an interrupted start left undone is done by the next, and two at once agree", async () => {
  await using opened = await openOnServer();
  const { index, server } = opened;
  await index.ensure(SPEC);
  server.state.aliases.clear();
  server.state.collections.get(index.admin?.nameFor(SPEC.fp) ?? "")?.indexes.delete("status");

  await index.ensure(SPEC);
  const info = await index.describe();
  await index.admin?.drop(index.admin.nameFor(SPEC.fp));
  await Promise.all([index.ensure(SPEC), index.ensure(SPEC), index.ensure(SPEC)]);

  expect(info).toMatchObject({ reason: undefined, fp: SPEC.fp });
  expect([...server.state.collections.values()].map(({ indexes }) => indexes.size)).toEqual([5]);
  expect(server.state.aliases.size).toBe(1);
});

test("collections of others are neither listed, shown nor dropped", async () => {
  await using opened = await openOnServer();
  const { index, server } = opened;
  await index.ensure(SPEC);
  const mine = createQdrantIndex({ url: server.url, collection: "memorymaster-claims-old" });
  await mine.ensure(SPEC);
  await mine.close();

  const missing = { reason: "collection_missing" };
  expect(await index.admin?.list()).toEqual([index.admin?.nameFor(SPEC.fp)]);
  for (const name of [mine.admin?.nameFor(SPEC.fp) ?? "", "memorymaster-claims", "photos"]) {
    expect((await failureOf(index.admin?.drop(name) ?? Promise.resolve())).details).toEqual(missing);
    expect((await failureOf(index.admin?.swap(name) ?? Promise.resolve())).details).toEqual(missing);
  }
  expect(server.state.collections.size).toBe(2);
});

test("a server before 1.16 is refused with the reason, and one that is not ready is told", async () => {
  await using opened = await openOnServer();
  const { index, server } = opened;
  for (const version of ["1.15.9", "0.20.0", "1.9.0"]) {
    server.state.version = version;
    const error = await failureOf(index.ensure(SPEC));
    expect([error.details, error.message]).toEqual([
      { reason: "index_error" },
      "Qdrant 1.16 or newer is needed; the server is older",
    ]);
    expect(await index.describe()).toMatchObject({ reachable: true, reason: "index_error", serverVersion: version });
  }
  for (const version of ["1.16.0", "1.20.1-dev", "2.0.0"]) {
    server.state.version = version;
    await index.ensure(SPEC);
    expect(await index.describe()).toMatchObject({ reason: undefined, serverVersion: version });
  }
  server.state.isReady = false;
  expect(await index.describe()).toMatchObject({ reachable: true, reason: "index_error" });
});
