import type { OutboxEntry } from "@memorymaster/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTeamDatabase } from "./support/team.ts";
import type { TeamDatabase } from "./support/team.ts";

const AT = "2026-01-02T03:04:05+00:00";

let team: TeamDatabase;

beforeAll(async () => {
  team = await openTeamDatabase();
});
afterAll(() => team[Symbol.asyncDispose]());

const taken = (): Promise<readonly OutboxEntry[]> =>
  team.operator.vectors.lease("qdrant", { owner: "test", limit: 500, at: AT, until: AT });

it("notes what a team changes, and shows the team nothing of it but that there is an index", async () => {
  const { store, memory } = await team.serve("ana", "acme");
  await memory.claims.ingest({ text: "Before there is an index" });
  await team.operator.vectors.register("qdrant");

  const { claim } = await memory.claims.ingest({ text: "The api listens on port 8443" });
  const first = await taken();
  await memory.claims.archive([claim.id], { actor: "ana" });

  expect(first).toEqual([{ claimId: claim.id, changeNo: expect.any(Number) as number, attempts: 0 }]);
  await team.operator.vectors.finish("qdrant", first);
  expect((await taken()).map(({ claimId }) => claimId)).toEqual([claim.id]);
  const { vectors } = store;
  expect(await vectors.registered()).toEqual(["qdrant"]);
  const register = () => vectors.register("another");
  for (const ask of [register, () => vectors.depth("qdrant"), () => vectors.cursor("qdrant")]) {
    await expect(ask()).rejects.toMatchObject({ code: "access.denied" });
  }
});

it("gives a team the claims of its tenant that it sees", async () => {
  const { store, memory } = await team.serve("ana", "acme");
  const { claim } = await memory.claims.ingest({ text: "The shop opens at nine" });
  const other = await (await team.serve("ben", "other")).memory.claims.ingest({ text: "The shop opens at ten" });
  const viewer = { tenantId: "acme", agent: undefined, grantedScopes: undefined, allowSensitive: false };

  const found = await store.vectors.byUids(viewer, [claim.uid, other.claim.uid]);

  expect(found.map(({ id }) => id)).toEqual([claim.id]);
  expect(await store.vectors.storeId()).toBe(await team.operator.vectors.storeId());
  expect(
    (await store.vectors.page({ ...viewer, tenantId: undefined }, { afterId: 0, limit: 50 })).map(
      ({ tenantId }) => tenantId,
    ),
  ).not.toContain("other");
});

it("is not led astray by tables and a search path of the caller's own", async () => {
  const { memory } = await team.serve("ana", "acme");
  const { claim } = await memory.claims.ingest({ text: "The cache holds nine entries" });
  await team.operator.vectors.finish("qdrant", await taken());
  const client = await team.connect();
  await client.query("create temp table vector_indexes (name text)");
  await client.query("create temp table vector_outbox (index_name text, claim_id bigint, enqueued_at timestamptz)");
  await client.query("set search_path = pg_temp, public");
  const binding = { tenant_id: "acme", principal: "ana", allowed_scopes: '["project:shop","user"]' };
  for (const [name, value] of Object.entries(binding)) {
    await client.query("select set_config($1, $2, false)", [`memorymaster.${name}`, value]);
  }

  await client.query("update public.claims set status = 'stale' where id = $1", [claim.id]);

  expect((await taken()).map(({ claimId }) => claimId)).toEqual([claim.id]);
  await expect(client.query("select note_changed_claim()")).rejects.toThrow();
  await expect(client.query("delete from public.vector_outbox")).rejects.toThrow("permission denied");
});
