import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { createMemory, deriveCitation } from "@memorymaster/core";
import type { DumpRow, LegacyReport, Store } from "@memorymaster/core";
import { createFixedClock } from "@memorymaster/core/testing";
import { describe, expect, it } from "vitest";
import { openLegacySource } from "../../src/legacy/open-legacy-source.ts";
import { openSqliteStore } from "../../src/open-sqlite-store.ts";
import { expectToSurviveKills, rowsOf } from "../support/imported.ts";
import { rawSql, tempFolder } from "../support/temp-store.ts";

const FOLDER = fileURLToPath(new URL("../../../../../shared/data/legacy/", import.meta.url));

interface Facts {
  readonly claims: Readonly<Record<string, number>>;
  readonly claims_rows: number;
  readonly citations_rows: number;
  readonly events_rows: number;
  readonly claim_links_rows: number;
  readonly entities_rows: number;
  readonly entity_aliases_rows: number;
  readonly pinned: number;
  readonly tables: readonly string[];
}

interface Target extends AsyncDisposable {
  readonly store: Store;
}

/** Opens an empty store of each kind. */
const TARGETS: readonly (readonly [kind: string, open: () => Promise<Target>])[] = [
  [
    "SQLite",
    async () => {
      const folder = tempFolder();
      const store = await openSqliteStore({ path: folder.file("memory.db"), synchronous: "normal" });
      const close = async (): Promise<void> => {
        await store.close();
        folder[Symbol.dispose]();
      };
      return { store, [Symbol.asyncDispose]: close };
    },
  ],
];

const VERSIONS = ["v3.3.0", "v4.8.4"];

interface Taken extends Target {
  readonly facts: Facts;
  readonly report: LegacyReport;
  /** Rows of the file. */
  readonly old: (table: string) => readonly DumpRow[];
  readonly again: () => Promise<LegacyReport>;
}

/** Takes a copy of one of the files into an empty store. */
async function take(version: string, open: () => Promise<Target>): Promise<Taken> {
  if (!existsSync(FOLDER)) throw new TypeError(`The files of the earlier product are missing: ${FOLDER}`);
  const folder = tempFolder();
  const path = folder.file("old.db");
  copyFileSync(`${FOLDER}${version}.db`, path);
  const target = await open();
  const memory = createMemory({ store: target.store, clock: createFixedClock() });
  const again = async (): Promise<LegacyReport> => {
    using source = openLegacySource(path);
    return await memory.transfer.importLegacy(source);
  };
  return {
    store: target.store,
    facts: JSON.parse(readFileSync(`${FOLDER}${version}.json`, "utf8")) as Facts,
    report: await again(),
    old: (table) => rawSql(path, `select * from ${table} order by id`) as readonly DumpRow[],
    again,
    [Symbol.asyncDispose]: async () => {
      await target[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** Columns of claims that arrive as they stand in the file. */
const SAME = [
  ...["text", "normalized_text", "claim_type", "subject", "predicate", "object_value", "scope", "volatility", "status"],
  ...["confidence", "created_at", "updated_at", "last_validated_at", "archived_at", "human_id", "tier", "access_count"],
  ...["last_accessed", "event_time", "valid_from", "valid_until", "tenant_id", "source_agent", "visibility"],
  ...["idempotency_key", "wiki_article", "holder"],
];

const pick = (row: DumpRow, columns: readonly string[]): DumpRow =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));

/** Ids in the store by ids in the file: rows come in the order of the file. */
const places = (old: readonly DumpRow[], taken: readonly DumpRow[]): ReadonlyMap<unknown, unknown> =>
  new Map(old.map((row, at) => [row["id"], taken[at]?.["id"]]));

describe.each(TARGETS)("into %s", (_kind, open) => {
  it.each(VERSIONS)("%s arrives whole, by the counts beside it", async (version) => {
    await using taken = await take(version, open);
    const { facts, report } = taken;

    const claims = await rowsOf(taken.store, "claims");
    const byStatus = Object.fromEntries(
      Object.keys(facts.claims).map((status) => [status, claims.filter((row) => row["status"] === status).length]),
    );
    expect(byStatus).toEqual(facts.claims);
    expect(claims.filter(({ pinned }) => pinned === true)).toHaveLength(facts.pinned);
    for (const [table, stored] of [
      ["claims", "claims"],
      ["citations", "citations"],
      ["events", "event_history"],
      ["claim_links", "claim_links"],
      ["entities", "entities"],
      ["entity_aliases", "entity_aliases"],
    ] as const) {
      expect([table, report.tables[table]?.read]).toEqual([table, facts[`${table}_rows`]]);
      // A link of a supersession is one that the file had as a pointer.
      const rows = (await rowsOf(taken.store, stored)).filter(({ link_type: type }) => type !== "supersedes");
      expect([table, rows.length]).toEqual([table, facts[`${table}_rows`]]);
    }
    const virtual = "claims_fts";
    expect(facts.tables.filter((table) => !(table in report.tables))).toEqual([virtual]);
    for (const { read, taken: kept, changed, refused, notCarried } of Object.values(report.tables)) {
      expect(kept + changed + refused + notCarried).toBe(read);
    }
    expect(report.rows.filter(({ outcome }) => outcome === "refused")).toEqual([]);
  });

  it.each(VERSIONS)("%s arrives row by row as it was", async (version) => {
    await using taken = await take(version, open);
    const { store, old } = taken;
    const [oldClaims, claims] = [old("claims"), await rowsOf(store, "claims")];
    const [oldEntities, entities] = [old("entities"), await rowsOf(store, "entities")];
    const claimAt = places(oldClaims, claims);
    const entityAt = places(oldEntities, entities);

    expect(claims.map((row) => pick(row, SAME))).toEqual(oldClaims.map((row) => pick(row, SAME)));
    expect(claims.map(({ pinned, entity_id: entity }) => [pinned, entity])).toEqual(
      oldClaims.map(({ pinned, entity_id: entity }) => [pinned === 1, entityAt.get(entity)]),
    );
    const citation = (row: DumpRow, claim: unknown): unknown => [
      claim,
      ...Object.values(pick(row, ["source", "locator", "excerpt", "created_at"])),
    ];
    const citations = await rowsOf(store, "citations");
    expect(citations.map((row) => citation(row, row["claim_id"]))).toEqual(
      old("citations").map((row) => citation(row, claimAt.get(row["claim_id"]))),
    );
    expect(citations.map(({ kind }) => kind)).toEqual(
      old("citations").map(({ source }) => deriveCitation({ source: String(source) }).kind),
    );
    const links = (await rowsOf(store, "claim_links")).filter(({ link_type: type }) => type !== "supersedes");
    expect(links.map((row) => [row["source_id"], row["target_id"], row["link_type"], row["created_at"]])).toEqual(
      old("claim_links").map((row) => [
        claimAt.get(row["source_id"]),
        claimAt.get(row["target_id"]),
        row["link_type"],
        row["created_at"],
      ]),
    );
    const names = ["canonical_name", "entity_type", "scope", "created_at", "updated_at"];
    expect(entities.map((row) => pick(row, names))).toEqual(oldEntities.map((row) => pick(row, names)));
    const alias = (row: DumpRow, entity: unknown): unknown => [
      entity,
      row["alias"],
      row["original_form"],
      row["created_at"],
    ];
    expect((await rowsOf(store, "entity_aliases")).map((row) => alias(row, row["entity_id"]))).toEqual(
      old("entity_aliases").map((row) => alias(row, entityAt.get(row["entity_id"]))),
    );
  });

  it.each(VERSIONS)("%s keeps who replaced whom, on both sides", async (version) => {
    await using taken = await take(version, open);
    const { store, old } = taken;
    const [oldClaims, claims] = [old("claims"), await rowsOf(store, "claims")];
    const claimAt = places(oldClaims, claims);
    const byId = new Map(claims.map((row) => [row["id"], row]));
    const links = new Set(
      (await rowsOf(store, "claim_links")).map(
        (row) => `${row["source_id"] as number} ${row["link_type"] as string} ${row["target_id"] as number}`,
      ),
    );

    const pairs = oldClaims.filter(({ replaced_by_claim_id: by }) => by !== null);
    expect(pairs.length).toBeGreaterThan(4);
    for (const row of pairs) {
      const [older, newer] = [claimAt.get(row["id"]), claimAt.get(row["replaced_by_claim_id"])] as [number, number];
      expect(byId.get(older)).toMatchObject({ replaced_by_claim_id: newer });
      const isAnswered =
        byId.get(newer)?.["supersedes_claim_id"] === older || links.has(`${newer} supersedes ${older}`);
      expect([row["id"], isAnswered]).toEqual([row["id"], true]);
    }
    for (const row of oldClaims.filter(({ supersedes_claim_id: older }) => older !== null)) {
      expect(byId.get(claimAt.get(row["id"]) as number)).toMatchObject({
        supersedes_claim_id: claimAt.get(row["supersedes_claim_id"]),
      });
    }
  });

  it.each(VERSIONS)("%s keeps its history, whose chain holds, and all checks pass", async (version) => {
    await using taken = await take(version, open);
    const { store, facts, report, old } = taken;

    expect(report.chain).toEqual({
      algorithm: "sha256-v1",
      events: facts.events_rows,
      valid: true,
      forks: 0,
      unverified: 0,
      issues: [],
    });
    const lines = (await rowsOf(store, "event_history")).toSorted(
      (a, b) => Number(a["origin_id"]) - Number(b["origin_id"]),
    );
    const values = [
      "id",
      "claim_id",
      "event_type",
      "from_status",
      "to_status",
      "details",
      "payload_json",
      "created_at",
    ];
    const words = lines.map(({ line }) =>
      pick((JSON.parse(String(line)) as { row: DumpRow }).row, [...values, "event_hash", "prev_event_hash"]),
    );
    expect(words).toEqual(old("events").map((row) => pick(row, [...values, "event_hash", "prev_event_hash"])));
    const { ok, chain } = await createMemory({ store }).upkeep.check({ full: true });
    expect([ok, chain?.issues]).toEqual([true, []]);
    const events = await rowsOf(store, "events");
    expect(events.filter(({ event_type: type }) => type === "import")).toHaveLength(facts.claims_rows);
  });

  it.each(VERSIONS)("%s adds nothing the second time", async (version) => {
    await using taken = await take(version, open);
    const content = async (): Promise<string> => {
      const lines: string[] = [];
      for await (const line of createMemory({ store: taken.store }).transfer.exportLines()) lines.push(line);
      return lines.join("");
    };
    const before = await content();

    const report = await taken.again();

    expect(report.newClaims).toBe(0);
    expect(await content()).toBe(before);
  });
});

it.each(VERSIONS)(
  "%s is taken in to the end when the first runs were killed",
  { timeout: 240_000 },
  async (version) => {
    await expectToSurviveKills(`${FOLDER}${version}.db`, 4);
  },
);
