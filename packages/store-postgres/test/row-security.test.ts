import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresStore } from "../src/open-postgres-store.ts";
import { memoryOf, openTeamDatabase } from "./support/team.ts";
import type { TeamDatabase } from "./support/team.ts";

let team: TeamDatabase;

/** Bare connections stand for raw SQL; only what is set on them differs. */
async function bound(settings: Readonly<Record<string, string>>): Promise<Client> {
  const client = await team.connect();
  for (const [name, value] of Object.entries(settings)) {
    await client.query("select set_config($1, $2, false)", [`memorymaster.${name}`, value]);
  }
  return client;
}

const ACME = { tenant_id: "acme", principal: "ana", allowed_scopes: '["project:shop","user"]' };

async function tableNames(): Promise<readonly string[]> {
  const client = new Client({ connectionString: team.url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  );
  await client.end();
  return rows.map(({ name }) => name);
}

/** Rows of each table that a connection can count; `undefined` where it may not even ask. */
async function countsOf(client: Client): Promise<Readonly<Record<string, number | undefined>>> {
  const counts: Record<string, number | undefined> = {};
  for (const table of await tableNames()) {
    const answer = await client.query<{ n: string }>(`select count(*) as n from ${table}`).catch(() => undefined);
    counts[table] = answer === undefined ? undefined : Number(answer.rows[0]?.n);
  }
  return counts;
}

/** The same rows for each tenant, in another scope and in another's private claims too. */
async function fill(tenantId: string | undefined): Promise<void> {
  const memory = memoryOf(team.operator, { tenantId });
  for (const scope of ["project:shop", "project:other"]) {
    const { claim } = await memory.claims.ingest({
      text: `The port of ${scope} is 8080`,
      subject: scope,
      predicate: "port",
      objectValue: "8080",
      scope,
    });
    const other = await memory.claims.ingest({
      text: `The port of ${scope} is 9090`,
      subject: scope,
      predicate: "port",
      objectValue: "9090",
      scope,
    });
    await memory.links.add(claim.id, other.claim.id, "contradicts");
  }
  await memory.claims.ingest({
    text: "Ben keeps this for himself",
    scope: "user",
    visibility: "private",
    sourceAgent: "ben",
  });
  await memory.claims.ingest({
    text: "Ana keeps this for herself",
    scope: "user",
    visibility: "private",
    sourceAgent: "ana",
  });
}

beforeAll(async () => {
  team = await openTeamDatabase();
  for (const tenant of ["acme", "other", undefined]) await fill(tenant);
});
afterAll(() => team[Symbol.asyncDispose]());

describe("raw SQL under the role of a team", () => {
  it("finds every table but the list of versions behind forced policies of every command", async () => {
    const client = new Client({ connectionString: team.url });
    await client.connect();
    const { rows } = await client.query(`
      select relname as table, relrowsecurity and relforcerowsecurity as forced,
        (select count(*)::int from pg_policy where polrelid = pg_class.oid and polpermissive) as permissive,
        (select count(*)::int from pg_policy where polrelid = pg_class.oid and not polpermissive) as restrictive
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_versions'`);
    await client.end();

    expect(rows.length).toBeGreaterThan(15);
    for (const row of rows) expect(row).toMatchObject({ forced: true, permissive: 4, restrictive: 4 });
  });

  it("counts the rows of its tenant, scopes and principal alone", async () => {
    const counts = await countsOf(await bound(ACME));

    expect(counts).toMatchObject({ claims: 3, citations: 3, claim_links: 1, claim_terms: 3, chain_anchor: undefined });
    expect(counts).toMatchObject({ sealed_payloads: undefined, projects: undefined, project_keys: undefined });
    expect(counts).toMatchObject({
      verbatim_memories: undefined,
      verbatim_terms: undefined,
      verbatim_delta: undefined,
    });
    const all = await countsOf(await bound({ ...ACME, allowed_scopes: '["project:shop","project:other","user"]' }));
    expect(all).toMatchObject({ claims: 5, claim_links: 2 });
  });

  it.each([
    ["nothing is set", {}],
    ["a tenant has no rows", { ...ACME, tenant_id: "nobody" }],
    ["no scope is granted", { ...ACME, allowed_scopes: "[]" }],
    ["it calls itself the operator", { mode: "operator" }],
  ])("sees no row when %s", async (_, settings) => {
    const counts = await countsOf(await bound(settings));
    // How many terms the tenant has in all, the average length of its claims is made from.
    const seen = Object.keys(counts).filter((table) => table !== "index_delta" && (counts[table] ?? 0) > 0);

    expect(seen).toEqual(["schema_versions", "store_meta"]);
  });

  it("gains nothing by calling itself the operator beside its binding", async () => {
    expect(await countsOf(await bound({ ...ACME, mode: "operator" }))).toEqual(await countsOf(await bound(ACME)));
  });

  it("gains nothing from the functions of the owner", async () => {
    const client = await bound({ ...ACME, mode: "operator" });
    const matches = await client.query("select id from claim_matches($1::tsquery, null)", ["'port' | '8080' | 'ben'"]);
    const heads = await client.query<{ tenant_id: string }>("select tenant_id from tenant_head()");
    const unbound = await bound({ mode: "operator" });

    expect(matches.rows).toHaveLength(2);
    expect(heads.rows).toEqual([{ tenant_id: "acme" }]);
    expect((await unbound.query("select 1 from claim_matches($1::tsquery, null)", ["'port'"])).rows).toEqual([]);
    expect((await unbound.query("select 1 from tenant_head()")).rows).toEqual([]);
  });

  it("changes and removes no foreign row, and can write none", async () => {
    const client = await bound(ACME);
    const before = await countsOf(await bound({ ...ACME, tenant_id: "other" }));

    expect((await client.query("update claims set confidence = 0.1 where tenant_id = 'other'")).rowCount).toBe(0);
    expect(
      (await client.query("delete from citations where claim_id in (select id from claims where tenant_id = 'other')"))
        .rowCount,
    ).toBe(0);
    expect(
      (await client.query("delete from claims where tenant_id = 'acme'").catch(() => ({ rowCount: 0 }))).rowCount,
    ).toBe(0);
    const foreign = client.query(
      `insert into claims (uid, human_id, scope, tenant_id, source_agent, created_at, updated_at, text)
        values ('u', 'mm-0000', 'project:shop', 'other', 'ana', now(), now(), 'x')`,
    );
    await expect(foreign).rejects.toMatchObject({ code: "42501" });
    await expect(client.query("update claims set tenant_id = 'other'")).rejects.toMatchObject({ code: "42501" });
    await expect(client.query("update events set details = 'x'")).rejects.toMatchObject({
      code: expect.stringMatching(/42501|MM001/) as unknown,
    });
    expect(await countsOf(await bound({ ...ACME, tenant_id: "other" }))).toEqual(before);
  });

  it("is not fooled by a table of the same name in its own temporary schema", async () => {
    const client = await bound({ mode: "operator" });
    await client.query("create temp table claims (id bigint, uid text, tenant_id text)").catch(() => undefined);

    expect((await client.query("select count(*)::int as n from public.claims")).rows).toEqual([{ n: 0 }]);
    expect((await client.query("select count(*)::int as n from public.events")).rows).toEqual([{ n: 0 }]);
  });
});

describe("a store that serves a team", () => {
  it("does all that a writer does, within its tenant", async () => {
    const { memory, store } = await team.serve("ana", "acme");
    const { claim } = await memory.claims.ingest({
      text: "The shop opens at nine",
      subject: "shop",
      predicate: "opens",
      objectValue: "9",
    });
    await memory.claims.confirm([claim.id], { actor: "ana" });
    await memory.claims.pin(claim.id, true);
    const { rows } = await memory.recall.query({ queryText: "when does the shop open" });

    expect(rows[0]?.claim.id).toBe(claim.id);
    expect((await memory.claims.stats("project:shop")).claims).toBe(3);
    expect((await store.search.indexStats()).claims).toBe(7);
    const check = await memoryOf(team.operator, {}).upkeep.check({ full: true });
    expect(check.chain?.issues).toEqual([]);
    expect(check).toMatchObject({ ok: true });
  });

  it("writes beside another tenant, and its chain goes on from its own events", async () => {
    const [ana, eva] = await Promise.all([team.serve("ana", "acme"), team.serve("eva", "other")]);
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (at % 2 === 0 ? ana : eva).memory.claims.ingest({ text: `Note number ${at} of the shop` }),
      ),
    );

    const check = await memoryOf(team.operator, {}).upkeep.check({ full: true });
    expect(check.chain?.issues).toEqual([]);
  });
});

describe("roles", () => {
  it("that are not the owner serve no operator", async () => {
    const opened = openPostgresStore({ url: team.role.url });
    await expect(opened).rejects.toMatchObject({
      code: "access.denied",
      message: expect.stringContaining("does not own") as unknown,
    });
  });

  it.each([
    ["superuser", "nosuperuser"],
    ["bypassrls", "nobypassrls"],
    ["replication", "noreplication"],
    ["createrole", "nocreaterole"],
    ["createdb", "nocreatedb"],
  ])("that are %s serve no team", async (right, without) => {
    const client = new Client({ connectionString: team.url });
    await client.connect();
    await client.query(`alter role ${team.role.name} ${right}`);
    try {
      await expect(team.serve("ana", "acme")).rejects.toMatchObject({ code: "access.denied" });
    } finally {
      await client.query(`alter role ${team.role.name} ${without}`);
      await client.end();
    }
  });

  it("that may create objects in the schema serve no team", async () => {
    const client = new Client({ connectionString: team.url });
    await client.connect();
    await client.query(`grant create on schema public to ${team.role.name}`);
    try {
      await expect(team.serve("ana", "acme")).rejects.toMatchObject({ code: "access.denied" });
    } finally {
      await client.query(`revoke create on schema public from ${team.role.name}`);
      await client.end();
    }
  });

  it("serve no team when somebody has changed a policy", async () => {
    const client = new Client({ connectionString: team.url });
    await client.connect();
    await client.query("create policy everything on claims for select using (true)");
    try {
      await expect(team.serve("ana", "acme")).rejects.toMatchObject({
        code: "store.unavailable",
        details: { reason: "row_security" },
      });
    } finally {
      await client.query("drop policy everything on claims");
      await client.end();
    }
  });
});
