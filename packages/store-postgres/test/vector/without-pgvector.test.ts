import { embeddingSpec } from "@memorymaster/core";
import { createTestDatabase } from "@memorymaster/test-support";
import { Client } from "pg";
import { expect, test } from "vitest";
import { openPostgresStore } from "../../src/open-postgres-store.ts";

const SPEC = embeddingSpec({ provider: "test", model: "one", revision: "", dims: 4 });

test("a server without the extension says what to do, and everything else works", async () => {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const known = await client.query("select 1 from pg_available_extensions where name = 'vector'");
  await client.end();
  const store = await openPostgresStore({ url: database.url, connections: 2 });
  const index = store.vectorIndex;

  const told = await index?.describe();
  const ensured = await index?.ensure(SPEC).then(
    () => "made",
    (error: unknown) => (error as { details: unknown }).details,
  );
  const claims = await store.vectors.count({
    tenantId: undefined,
    agent: undefined,
    grantedScopes: undefined,
    allowSensitive: true,
  });
  const purged = await store.purge?.();
  await store.close();
  await database.drop();

  // Of two kinds of servers that tests may run on, one has it.
  const isThere = known.rows.length > 0;
  expect(told).toMatchObject({ reachable: false, reason: "index_error", points: undefined });
  expect(ensured).toEqual(isThere ? "made" : { reason: "index_error" });
  expect([claims, purged]).toEqual([0, "done"]);
});
