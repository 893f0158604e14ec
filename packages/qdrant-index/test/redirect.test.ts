import { expect, test } from "vitest";

import { createQdrantIndex } from "../src/index.ts";
import { failureOf, point, QUERY, SPEC } from "./support/points.ts";
import { refuse, startQdrantServer } from "./support/qdrant-server.ts";

test.each([301, 302, 303, 307, 308])("an answer %i takes neither request nor key to another host", async (status) => {
  await using first = await startQdrantServer();
  await using second = await startQdrantServer();
  const index = createQdrantIndex({ url: first.url, apiKey: "key-of-a-test" });
  Object.assign(first, { lasts: true }).faults.push(refuse(status, { location: `${second.url}/collections` }));

  const info = await index.describe();
  const calls = [index.query(QUERY), index.ensure(SPEC), index.upsert([point(1)]), index.delete([point(1)])];
  const errors = await Promise.all(calls.map(failureOf));
  await index.close();

  expect(info).toMatchObject({ reachable: true, reason: "index_error" });
  expect(errors.map(({ details }) => [details["reason"], details["status"]])).toEqual(
    Array(4).fill(["index_error", status]),
  );
  // Three of `describe`, one of each call: none was sent again.
  expect(first.requests.map(({ headers }) => headers["api-key"])).toEqual(Array(7).fill("key-of-a-test"));
  expect(second.requests).toEqual([]);
});
