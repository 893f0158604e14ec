import type { ClaimFilter, Store } from "@memorymaster/core";
import { cleanTurn, createCountingIds } from "@memorymaster/core/testing";
import { createSqlStore } from "@memorymaster/store-sql";
import type { Schema } from "@memorymaster/store-sql";
import Database from "better-sqlite3";
import { Kysely } from "kysely";
import type { CompiledQuery } from "kysely";
import { expect, it } from "vitest";
import { createSqliteDialect } from "../src/driver/sqlite-dialect.ts";
import { createSqliteFlavor } from "../src/flavor/sqlite-flavor.ts";
import { migrate } from "./support/bare-database.ts";
import { AT, claim, event, OPERATOR } from "./support/records.ts";
import { tempFolder } from "./support/temp-store.ts";

const LIVE: ClaimFilter = { scopes: ["project:demo", "user"], statuses: ["candidate", "confirmed"], validAt: AT };
const TEAM = { tenantId: "acme", agent: "ana", grantedScopes: ["project:demo"], allowSensitive: false };

/** What ingest and recall ask of a store for each claim and each question, and an undo for each 200 events of a job. */
async function ingestAndRecall(store: Store): Promise<void> {
  const given = claim({ subject: "api", predicate: "port" });
  await store.transaction(async () => {
    await store.claims.findIdentityMatches({
      idempotencyKeys: [given.idempotencyKey],
      contentHashes: [given.contentHash],
      nearHashes: [given.nearHash],
      twinHashes: [given.twinHash],
      tuples: [{ subject: "api", predicate: "port" }],
    });
    await store.claims.takenHumanIds({ ...given }, [given.humanId]);
    await store.claims.insert([given]);
    await store.events.append([event({ claimId: 1 }), event({ claimId: 1, tenantId: "acme" })]);
    await store.claims.update(1, 1, { pinned: true, updatedAt: AT });
  });
  for (const viewer of [OPERATOR, TEAM]) {
    await store.search.termCounts(viewer, ["port", "listen"], 100);
    await store.search.candidates(viewer, { terms: ["port", "listen"], filter: LIVE, limit: 60 });
    await store.claims.list(viewer, { ...LIVE, pinned: true }, { limit: 20 });
    await store.claims.getMany(viewer, [1], true);
    await store.claims.findByName(viewer, given.humanId);
    await store.events.ofRun(viewer, "run-1", { beforeId: 9, limit: 200 });
  }
  await store.verbatim.insert([cleanTurn({ content: "The API listens" }), cleanTurn({ content: "On which port?" })]);
  await store.verbatim.termCounts(["port", "listen"], 100);
  const said = { scopes: ["project:demo"], everyProject: true, until: AT };
  await store.verbatim.candidates({ terms: ["port", "listen"], filter: said, limit: 60 });
  await store.verbatim.candidates({ terms: ["port"], filter: said, limit: 60, newest: 5_000 });
  await store.verbatim.around([1, 2], 2, said);
  await store.verbatim.getMany([1, 2]);
  await store.verbatim.stats();
  await store.search.indexStats();
  await store.proposals.listOpen([1]);
  await store.events.history(1, 10);
  await store.links.listOf(1, undefined);
}

it("reads no table from end to end for what comes in or a question that is asked", async () => {
  using folder = tempFolder();
  const path = folder.file("memory.db");
  await migrate(path);
  const asked = new Map<string, CompiledQuery>();
  const database = new Kysely<Schema>({
    dialect: createSqliteDialect(new Database(path), { busyTimeoutMs: 0 }),
    log: ({ query }) => {
      // The plan of an insert that returns something calls its own new rows a scan.
      if (!query.sql.startsWith("insert")) asked.set(query.sql, query);
    },
  });

  const parts = {
    database,
    flavor: createSqliteFlavor(),
    ids: createCountingIds(),
    openSnapshot: async () => database,
  };
  const store = createSqlStore({ ...parts, readOnly: false });
  await ingestAndRecall(store);
  await store.close();

  const bare = new Database(path);
  const steps = [...asked.values()].flatMap(({ sql, parameters }) =>
    (bare.prepare(`explain query plan ${sql}`).all(parameters) as { detail: string }[]).map(({ detail }) => [
      detail,
      sql,
    ]),
  );
  bare.close();
  const ofTables = steps.filter(([detail = ""]) =>
    /^(SCAN|SEARCH) (claims|citations|claim_links|events|verbatim_memories|c|x|v|o)\b/.test(detail),
  );
  expect(ofTables.length).toBeGreaterThan(20);
  // The head of the event chain is the first entry of a walk from the end.
  const isHead = (sql = ""): boolean => sql.startsWith('select "event_hash" from "events" where "hash_algo" =');
  expect(
    ofTables.filter(([detail = "", sql]) => detail.startsWith("SCAN") && !detail.includes("VIRTUAL") && !isHead(sql)),
  ).toEqual([]);
});
