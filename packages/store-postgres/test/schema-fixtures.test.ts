import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

import { MIGRATIONS } from "@memorymaster/store-sql";
import { createTestDatabase } from "@memorymaster/test-support";
import { Client } from "pg";
import { expect, it } from "vitest";
import { openPostgresStore } from "../src/open-postgres-store.ts";
import { migrate } from "./support/bare-database.ts";
import { memoryOf } from "./support/team.ts";

type Rows = Readonly<Record<string, readonly Record<string, unknown>[]>>;

/** Rows as released programs left them, a file for each version of the schema since Postgres is served. */
const FIXTURES = new URL("fixtures/schemas/", import.meta.url);
const VERSIONS = readdirSync(FIXTURES).map((name) => Number(/^v(\d+)\.json\.gz$/.exec(name)?.[1]));
const FIRST = 30;

/** What a row points at comes before it. */
const ORDER = ["entities", "claims", "events", "verbatim_memories"];
/** Columns that the database numbers. */
const IDS = ["id", "change_no"];
const rank = (table: string): number => (ORDER.includes(table) ? ORDER.indexOf(table) : ORDER.length);

async function fill(client: Client, rows: Rows): Promise<void> {
  await client.query("begin; set memorymaster.mode = 'operator'");
  for (const table of Object.keys(rows).sort((a, b) => rank(a) - rank(b))) {
    const names = Object.keys(rows[table]?.[0] ?? {});
    const columns = names.join(", ");
    await client.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows[table])],
    );
    const id = names.find((name) => IDS.includes(name));
    if (id === undefined) continue;
    await client.query(`select setval(pg_get_serial_sequence('${table}', '${id}'), (select max(${id}) from ${table}))`);
  }
  await client.query("commit");
}

async function storedRows(client: Client, tables: readonly string[]): Promise<Rows> {
  const rows: Record<string, readonly Record<string, unknown>[]> = {};
  for (const table of tables) {
    const answer = await client.query<{ all: Record<string, unknown>[] }>(
      `select json_agg(t order by t.*) as all from ${table} as t`,
    );
    rows[table] = answer.rows[0]?.all ?? [];
  }
  return rows;
}

it("has rows of every version of the schema", () => {
  const since = MIGRATIONS.map(({ version }) => version).filter((version) => version >= FIRST);
  expect(VERSIONS.sort((a, b) => a - b)).toEqual(since);
});

it.each(VERSIONS)(
  "takes a database of version %i over with every row, and finds nothing wrong with it",
  async (version) => {
    const rows = JSON.parse(gunzipSync(readFileSync(new URL(`v${version}.json.gz`, FIXTURES))).toString()) as Rows;
    await using database = await createTestDatabase();
    await migrate(
      database.url,
      MIGRATIONS.filter((migration) => migration.version <= version),
    );
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await fill(client, rows);
    const before = await storedRows(client, Object.keys(rows));

    await using store = await openPostgresStore({ url: database.url });
    const memory = memoryOf(store, {});
    const after = await storedRows(client, Object.keys(rows));
    const report = await memory.upkeep.check({ full: true });
    await client.end();

    expect(before["claims"]?.length).toBeGreaterThan(5);
    for (const table of Object.keys(rows)) expect([table, after[table]]).toMatchObject([table, before[table]]);
    expect(report.chain).toMatchObject({ valid: true, issues: [] });
    expect(report.index).toMatchObject({ missing: [], leftover: [], changed: [], countsMatch: true });
    const found = await memory.recall.query({
      queryText: "which port does the api listen on",
      scopes: ["project:shop"],
    });
    expect(found.rows.map(({ claim }) => claim.text)).toContain("The api listens on port 9090");
    const turns = await store.verbatim.candidates({ terms: ["9090"], filter: { scopes: ["project:shop"] }, limit: 9 });
    expect(turns).toHaveLength(version < 31 ? 0 : 2);
    await expect(memory.claims.ingest({ text: "Written after the upgrade" })).resolves.toMatchObject({
      deduplicated: false,
    });
    expect((await store.vectors.depth("qdrant")).waiting).toBe(version < 32 ? 0 : 3);
    expect((await store.jobs.readLease("cycle"))?.owner).toBe(version < 33 ? undefined : "shop-01:4711");
  },
);
