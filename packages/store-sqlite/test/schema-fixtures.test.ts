import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

import { createMemory, createSealer, LOCAL_OPERATOR } from "@memorymaster/core";
import { MIGRATIONS } from "@memorymaster/store-sql";
import { expect, it } from "vitest";
import { openSqliteStore } from "../src/open-sqlite-store.ts";
import { rawSql, tempFolder } from "./support/temp-store.ts";

/** Databases as released programs left them, one for each version of the schema since 29: `v<version>.db.gz`. */
const FIXTURES = new URL("fixtures/schemas/", import.meta.url);
const VERSIONS = readdirSync(FIXTURES).map((name) => Number(/^v(\d+)\.db\.gz$/.exec(name)?.[1]));
const LATEST = MIGRATIONS.at(-1)?.version ?? 0;
/** The originals of what was redacted in them are sealed with this key. */
const SEALER = createSealer(Buffer.alloc(32, 7).toString("base64"), "KEY");

/** Tables whose rows an upgrade may add to, and never change. */
const TABLES = ["claims", "citations", "claim_links", "events", "event_contents", "open_proposals", "sealed_payloads"];

const rowsOf = (path: string): readonly Record<string, unknown>[][] =>
  TABLES.map((table) => rawSql(path, `select * from ${table} order by 1`) as Record<string, unknown>[]);

it("has a database of every version of the schema", () => {
  const from29 = MIGRATIONS.map(({ version }) => version).filter((version) => version >= 29);
  expect(VERSIONS.sort((a, b) => a - b)).toEqual(from29);
});

it.each(VERSIONS)(
  "takes a database of version %i over with every row, and finds nothing wrong with it",
  async (version) => {
    using folder = tempFolder();
    const path = folder.file("memory.db");
    writeFileSync(path, gunzipSync(readFileSync(new URL(`v${version}.db.gz`, FIXTURES))));
    const before = rowsOf(path);

    await using store = await openSqliteStore({ path });
    const memory = createMemory({ store, authority: LOCAL_OPERATOR, sealer: SEALER });
    const report = await memory.upkeep.check({ full: true });

    expect(before[0]?.length).toBeGreaterThan(5);
    for (const [at, rows] of rowsOf(path).entries()) expect(rows).toMatchObject(before[at] ?? []);
    expect(report.chain).toMatchObject({ valid: true, issues: [] });
    expect(report.index).toMatchObject({ missing: [], leftover: [], changed: [], countsMatch: true });
    expect((await store.schemaStatus()).at(-1)).toMatchObject({ version: LATEST, applied: true });
    const { rows } = await memory.recall.query({
      queryText: "which port does the api listen on",
      scopes: ["project:shop"],
    });
    expect(rows.map(({ claim }) => claim.text)).toContain("The api listens on port 9090");
    const turns = await store.verbatim.candidates({ terms: ["9090"], filter: { scopes: ["project:shop"] }, limit: 9 });
    expect(turns).toHaveLength(version < 31 ? 0 : 2);
    await expect(memory.claims.ingest({ text: "Written after the upgrade" })).resolves.toMatchObject({
      deduplicated: false,
    });
    expect((await store.vectors.depth("qdrant")).waiting).toBe(version < 32 ? 0 : 3);
    expect((await store.jobs.readLease("cycle"))?.owner).toBe(version < 33 ? undefined : "shop-01:4711");
  },
);
