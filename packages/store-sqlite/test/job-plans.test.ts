import { JOB_ORDERS } from "@memorymaster/core";
import type { JobSelection, Store, Viewer } from "@memorymaster/core";
import { createCountingIds } from "@memorymaster/core/testing";
import { createSqlStore } from "@memorymaster/store-sql";
import type { Schema } from "@memorymaster/store-sql";
import Database from "better-sqlite3";
import { Kysely } from "kysely";
import type { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSqliteDialect } from "../src/driver/sqlite-dialect.ts";
import { createSqliteFlavor } from "../src/flavor/sqlite-flavor.ts";
import { migrate } from "./support/bare-database.ts";
import { AT, OPERATOR } from "./support/records.ts";
import { tempFolder } from "./support/temp-store.ts";

const CLAIMS = 20_000;
const TEAM: Viewer = { tenantId: "acme", agent: "ana", grantedScopes: ["project:shop"], allowSensitive: false };

/** Four claims of five are confirmed, the others candidates and stale; each has a citation and three events. */
const FILL = [
  `with recursive n (id) as (select 1 union all select id + 1 from n where id < ${CLAIMS})
  insert into claims (uid, human_id, scope, tenant_id, source_agent, status, created_at, updated_at, subject, predicate,
      object_value, text)
    select 'uid-' || id, 'mm-0000~' || (id + 1), 'project:shop', 'acme', 'ana',
      case when id % 10 = 0 then 'candidate' when id % 10 = 5 then 'stale' else 'confirmed' end, '${AT}', '${AT}',
      'subject ' || id, 'port', id, 'Text ' || id || hex(zeroblob(120)) from n`,
  `insert into citations (claim_id, source, kind, created_at) select id, 'notes.md', 'file', created_at from claims`,
  ...["ingest", "decay", "validator"].map(
    (type) => `insert into events (claim_id, event_type, created_at, event_hash, hash_algo)
      select id, '${type}', created_at, 'hash', 'sha256-v1' from claims`,
  ),
];

const folder = tempFolder();
const path = folder.file("memory.db");
let store: Store;
let asked: CompiledQuery[] = [];

beforeAll(async () => {
  await migrate(path);
  const bare = new Database(path);
  for (const statement of FILL) bare.exec(statement);
  bare.close();
  const database = new Kysely<Schema>({
    dialect: createSqliteDialect(new Database(path), { busyTimeoutMs: 0 }),
    log: ({ query }) => void asked.push(query),
  });
  const parts = {
    database,
    flavor: createSqliteFlavor(),
    ids: createCountingIds(),
    openSnapshot: async () => database,
  };
  store = createSqlStore({ ...parts, readOnly: false });
});
afterAll(async () => {
  await store.close();
  folder[Symbol.dispose]();
});

/** How the database goes about what is asked of it, the look for evidence of what was found aside. */
async function planOf(ask: (store: Store) => Promise<unknown>): Promise<readonly string[]> {
  asked = [];
  await ask(store);
  const bare = new Database(path);
  const others = asked.filter(({ sql }) => !sql.includes('from "citations"'));
  const steps = others.flatMap(({ sql, parameters }) => bare.prepare(`explain query plan ${sql}`).all(parameters));
  bare.close();
  return steps.map((step) => (step as { detail: string }).detail);
}

/** Steps that read a table from end to end. */
const scansOf = (plan: readonly string[]): readonly string[] =>
  plan.filter((detail) => /^SCAN (?!json_each|\(|wanted)/.test(detail));
const sortsOf = (plan: readonly string[]): readonly string[] => plan.filter((detail) => detail.includes("ORDER BY"));

const select = (viewer: Viewer, selection: Pick<JobSelection, "filter" | "order" | "afterId">) => (from: Store) =>
  from.jobs.select(viewer, { ...selection, limit: 200 });

test.each(["newest", "oldest"] as const)(
  "claims of one state are read in the order of their ids: %s",
  async (order) => {
    for (const viewer of [OPERATOR, TEAM]) {
      for (const afterId of [undefined, CLAIMS / 2]) {
        const plan = await planOf(select(viewer, { filter: { statuses: ["candidate"] }, order, afterId }));

        expect(plan.filter((detail) => detail.includes("claims_status (status=?"))).toHaveLength(1);
        expect([scansOf(plan), sortsOf(plan)]).toEqual([[], []]);
      }
    }
  },
);

test("claims of several states, in any order, are those of the index alone", async () => {
  for (const order of JOB_ORDERS) {
    const plan = await planOf(select(OPERATOR, { filter: { statuses: ["candidate", "stale"] }, order }));

    expect(plan.some((detail) => detail.includes("claims_status (status=?"))).toBe(true);
    expect(scansOf(plan)).toEqual([]);
  }
});

test("what decays and who are rivals is found among claims of a state", async () => {
  const untouchedSince = { low: AT, medium: AT, high: AT };
  const plans = [
    await planOf(({ jobs }) => jobs.selectDecaying(OPERATOR, { untouchedSince, now: AT, limit: 200 })),
    await planOf(({ jobs }) => jobs.findRivals(OPERATOR, ["candidate"], 200)),
  ];

  for (const plan of plans) {
    expect(plan.some((detail) => detail.includes("claims_status (status=?"))).toBe(true);
    expect(scansOf(plan)).toEqual([]);
  }
});

test("the newest events of claims are found by the claims, not among all of their type", async () => {
  const plan = await planOf(({ jobs }) => jobs.latestEvents([1, 2, 3], "decay"));

  expect(plan.some((detail) => detail.includes("events_claim (claim_id=?"))).toBe(true);
  expect(plan.join()).not.toContain("events_type");
  expect(scansOf(plan)).toEqual([]);
});
