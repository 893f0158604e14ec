import type { Authority, ClaimFilter, Memory, Viewer } from "@memorymaster/core";
import { createTestDatabase } from "@memorymaster/test-support";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openPostgresStore } from "../src/open-postgres-store.ts";
import type { PostgresStore, TeamBinding } from "../src/index.ts";
import { rawSql } from "./support/bare-database.ts";
import { memoryOf } from "./support/team.ts";

const CLAIMS = 20_000;
/** Those that hold as many rows. */
const TABLES = ["claims", "claim_terms", "citations", "events"];
const BINDING: TeamBinding = { tenantId: "acme", principal: "ana", scopes: ["project:shop"] };
const OPERATOR: Viewer = { tenantId: undefined, agent: undefined, grantedScopes: undefined, allowSensitive: false };
const TEAM: Viewer = { tenantId: "acme", agent: "ana", grantedScopes: ["project:shop"], allowSensitive: false };
const CALLERS = [
  { who: "the operator, who is no superuser", viewer: OPERATOR, binding: undefined },
  { who: "a team", viewer: TEAM, binding: BINDING },
];
const LOOK_UPS = ["idempotency_key_public", "content", "near", "twin", "tuple", "human_id_suffix", "human_id_public"];
const LIVE: ClaimFilter = {
  scopes: ["project:shop"],
  statuses: ["candidate", "confirmed"],
  validAt: "2026-01-02T03:04:05+00:00",
};

/** Nobody analyzes the tables by himself, so that they can be looked at as they are right after a bulk. */
const FILL = [
  ...TABLES.map((table) => `alter table ${table} set (autovacuum_enabled = off)`),
  `insert into claims (uid, human_id, scope, tenant_id, source_agent, created_at, updated_at, idempotency_key,
      content_hash, near_hash, twin_hash, subject, predicate, text)
    select 'uid-' || n, 'mm-' || to_hex(n) || case when n % 50 = 0 then '~' || n else '' end, 'project:shop', 'acme',
      'ana', t, t, 'key-' || n, 'hash-' || lpad(to_hex(n), 16, '0'), 'near-' || n, 'twin-' || n % 5000,
      'subject ' || n % 5000, 'port', 'Text ' || n
    from generate_series(1, ${CLAIMS}) as n, (values ('2026-01-01T00:00:00Z'::timestamptz)) as one (t)`,
  `insert into claim_terms select id, array_to_tsvector(array['port', 'rare' || id % 500]), 2 from claims`,
  "insert into citations (claim_id, source, kind, created_at) select id, 'notes.md', 'file', created_at from claims",
  `insert into events (claim_id, event_type, created_at, event_hash, hash_algo, tenant_id, tenant_event_hash)
    select id, 'ingest', created_at, 'hash', case when id < 100 then 'sha256-v1' else 'sha256-tenant-v1' end, 'acme', 'hash'
    from claims`,
];

const texts = (prefix: string): readonly string[] => Array.from({ length: 200 }, (_, n) => `${prefix}${n * 7}`);

/** Who sees what a viewer sees. */
const callerOf = ({ tenantId, agent, grantedScopes }: Viewer): Partial<Authority> =>
  tenantId === undefined ? {} : { mode: "team", tenantId, principal: agent, grantedScopes };

/** What a claim that comes in, and one that is asked for, wants of a store. */
async function lookUp(store: PostgresStore, viewer: Viewer): Promise<void> {
  for (const count of [1, 200]) {
    const some = (prefix: string): readonly string[] => texts(prefix).slice(0, count);
    await store.claims.findIdentityMatches({
      idempotencyKeys: some("key-"),
      contentHashes: some("hash-000000000000"),
      nearHashes: some("near-"),
      twinHashes: some("twin-"),
      tuples: some("subject ").map((subject) => ({ subject, predicate: "port" })),
    });
    const namespace = { tenantId: "acme", scope: "project:shop", visibility: "public", sourceAgent: "ana" } as const;
    await store.claims.takenHumanIds(namespace, some("mm-"));
  }
  await store.claims.getMany(viewer, [7, 77, 777], true);
  await store.claims.findByName(viewer, "mm-77");
  await store.claims.list(viewer, { ...LIVE, pinned: true }, { limit: 20 });
  await store.events.history(7, 10);
}

async function search(store: PostgresStore, viewer: Viewer): Promise<void> {
  for (const newest of [undefined, 20]) {
    const found = await store.search.candidates(viewer, { terms: ["rare7", "rare9"], filter: LIVE, limit: 60, newest });
    expect(found).toHaveLength(newest ?? 60);
  }
  const counts = await store.search.termCounts(viewer, ["rare7", "rare8"], 100);
  expect(Object.fromEntries(counts)).toEqual({ rare7: CLAIMS / 500, rare8: CLAIMS / 500 });
}

async function ingest(memory: Memory, name: string): Promise<void> {
  const input = (n: number) => ({ text: `The ${name} number ${n * 31} is kept`, scope: "project:shop" });
  const { rejected } = await memory.claims.ingestMany(
    Array.from({ length: 200 }, (_, n) => ({ line: n, input: input(n) })),
  );
  await memory.claims.ingest(input(1000));
  expect(rejected).toBe(0);
}

interface Use {
  /** Those of the tables that were read from end to end. */
  readonly scanned: readonly string[];
  /** Indexes that were searched. */
  readonly searched: readonly string[];
}

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let owner: string;
let served: string;

/** What the server has counted when work is done and its connections are closed. */
async function useOf(binding: TeamBinding | undefined, work: (store: PostgresStore) => Promise<void>): Promise<Use> {
  await rawSql(database.url, "select pg_stat_reset()");
  const store = await openPostgresStore({ url: binding === undefined ? owner : served, binding });
  await work(store);
  await store.close();
  const open =
    "select 1 from pg_stat_activity where datname = current_database() and application_name = 'memorymaster'";
  await vi.waitFor(async () => expect(await rawSql(database.url, open)).toEqual([]), { timeout: 10_000 });
  const names = async (query: string): Promise<readonly string[]> =>
    ((await rawSql(database.url, query)) as { name: string }[]).map(({ name }) => name);
  const scanned = await names("select relname as name from pg_stat_user_tables where seq_scan > 0");
  return {
    scanned: scanned.filter((table) => TABLES.includes(table)),
    searched: await names("select indexrelname as name from pg_stat_user_indexes where idx_scan > 0"),
  };
}

beforeAll(async () => {
  database = await createTestDatabase();
  const [operator, team] = [await database.createRole(), await database.createRole()];
  [owner, served] = [operator.url, team.url];
  await rawSql(database.url, `alter database ${database.name} owner to ${operator.name}`);
  await using store = await openPostgresStore({ url: owner });
  await store.roles?.grant(team.name);
  await rawSql(database.url, ...FILL);
});
afterAll(() => database.drop());

describe.each(["right after a bulk", "analyzed"])(`${CLAIMS} claims, %s`, (state) => {
  beforeAll(async () => {
    if (state === "analyzed") await rawSql(database.url, "analyze");
  });

  it.each(CALLERS)("are looked up by indexes for $who", async ({ viewer, binding }) => {
    const { scanned, searched } = await useOf(binding, (store) => lookUp(store, viewer));

    expect(scanned).toEqual([]);
    expect(searched).toEqual(expect.arrayContaining(LOOK_UPS.map((name) => `claims_${name}`)));
  });

  it.each(CALLERS)("are searched by the index of their terms for $who", async ({ viewer, binding }) => {
    const { scanned, searched } = await useOf(binding, (store) => search(store, viewer));

    expect(scanned).toEqual([]);
    expect(searched).toContain("claim_terms_search");
  });

  it.each(CALLERS)("are joined by others of $who, and none is read for it", async ({ who, viewer, binding }) => {
    const { scanned } = await useOf(binding, (store) => ingest(memoryOf(store, callerOf(viewer)), `${state} ${who}`));

    expect(scanned).toEqual([]);
  });
});

it("pages of many claims follow the index that they are ordered by", async () => {
  await useOf(undefined, async (store) => {
    const { nextCursor: cursor } = await store.claims.list(OPERATOR, LIVE, { limit: 50 });
    const { items } = await store.claims.list(OPERATOR, LIVE, { limit: 50, cursor });
    expect(items).toHaveLength(50);
  });

  const [read] = (await rawSql(
    database.url,
    "select idx_scan::int as scans, idx_tup_read::int as rows from pg_stat_user_indexes where indexrelname = 'claims_page'",
  )) as { scans: number; rows: number }[];
  expect(read?.scans).toBe(2);
  expect(read?.rows).toBeLessThan(1000);
});
