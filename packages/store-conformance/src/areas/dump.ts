import { DUMP_COLUMNS, DUMP_KEYS, DUMP_TABLES } from "@memorymaster/core";
import type { Memory, Store } from "@memorymaster/core";
import { expect } from "vitest";
import { append, AT, eventsOf, EVERYTHING, failure, failureCode, idsOf, insertOne, insertTexts } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { DUMP } from "../requirements/dump.ts";
import { dumpOfClaimsTests } from "./dump-of-claims.ts";
import { allRows, exported, fill, pieces } from "./dump-support.ts";

async function copy(from: Store, to: Store): Promise<void> {
  const tables = await allRows(from.dump);
  const pointers = { supersedes_claim_id: null, replaced_by_claim_id: null };
  await to.transaction(async () => {
    for (const table of DUMP_TABLES) {
      const rows = table === "claims" ? tables.claims.map((row) => ({ ...row, ...pointers })) : tables[table];
      await to.dump.write(table, rows);
    }
    for (const { id, supersedes_claim_id, replaced_by_claim_id } of tables.claims) {
      const ends = {
        supersedes_claim_id: supersedes_claim_id ?? null,
        replaced_by_claim_id: replaced_by_claim_id ?? null,
      };
      await to.dump.amend(Number(id), ends);
    }
  });
}

/** A key that is taken, as the use cases know it or as any other rule of the tables. */
const TAKEN = /^(store\.constraint|claim\.duplicate)$/;

export const dumpTests: AreaTests<typeof DUMP> = {
  ...dumpOfClaimsTests,

  "dump.tables": async ({ store, memory }) => {
    await fill(store, memory());

    const tables = await allRows(store.dump);

    for (const table of DUMP_TABLES) {
      const rows = tables[table];
      const keys = rows.map((row) => row[DUMP_KEYS[table]]);
      expect([table, rows.length > 0, await store.dump.count(table)]).toEqual([table, true, rows.length]);
      expect([table, ...keys]).toEqual([table, ...keys.toSorted((a, b) => ((a ?? 0) < (b ?? 0) ? -1 : 1))]);
      for (const row of rows) {
        expect([table, Object.keys(row).sort()]).toEqual([table, Object.keys(DUMP_COLUMNS[table]).sort()]);
      }
    }
    expect(tables.claims[2]).toMatchObject({ text: 'Ana\'s "añejo" 🧾 note', pinned: false, subject: null });
    expect(tables.claims[1]).toMatchObject({ confidence: 0.1 + 0.2, valid_until: "2030-01-01T00:00:00+00:00" });
  },

  "dump.code_points": async ({ store }) => {
    const scopes = ["Z", "a", "ä", "z", "\u{1f600}", "\uffee"];
    for (const scope of scopes) await store.projects.record({ scope, slug: "x", lastPath: "/", keys: [], at: AT });

    const { projects } = await allRows(store.dump);

    expect(projects.map(({ scope }) => scope)).toEqual(["Z", "a", "z", "ä", "\uffee", "\u{1f600}"]);
  },

  "dump.copy": async ({ store, memory, another }) => {
    await fill(store, memory());
    const target = await another();

    await copy(store, target.store);

    expect(await allRows(target.store.dump)).toEqual(await allRows(store.dump));
    expect(await target.store.search.indexStats()).toEqual(await store.search.indexStats());
    expect(await target.store.claims.stats(EVERYTHING, undefined)).toEqual(
      await store.claims.stats(EVERYTHING, undefined),
    );
    const found = (world: Memory) => world.recall.query({ queryText: "buildkite" });
    expect(await found(target.memory())).toEqual(await found(memory()));
    expect((await target.memory().events.verify()).valid).toBe(true);
    expect((await insertOne(target.store, { text: "The next one" })).id).toBe(4);
    expect(await append(target.store, {})).toEqual(await append(store, {}));
  },

  "dump.write_refusals": async ({ store, memory, another }) => {
    await fill(store, memory());
    const rows = await allRows(store.dump);
    const { store: empty } = await another();

    for (const table of ["project_keys", "citations", "claim_links", "events", "event_contents"] as const) {
      const orphans = rows[table].filter((row) => table !== "events" || row["claim_id"] !== null);
      expect([table, await failureCode(empty.dump.write(table, orphans))]).toEqual([table, "store.constraint"]);
    }
    for (const table of DUMP_TABLES) {
      expect([table, await failureCode(store.dump.write(table, rows[table].slice(0, 1)))]).toEqual([
        table,
        expect.stringMatching(TAKEN),
      ]);
    }
    expect(await allRows(store.dump)).toEqual(rows);
    expect((await empty.claims.stats(EVERYTHING, undefined)).claims).toBe(0);
  },

  "dump.large_ids": async ({ store, another }) => {
    await insertOne(store, { validUntil: "9999-12-31T23:59:59+00:00" });
    const { claims } = await allRows(store.dump);
    const { store: target } = await another();
    const id = 9_007_199_254_740_000;

    await target.dump.write(
      "claims",
      claims.map((row) => ({ ...row, id })),
    );
    const [next] = await insertTexts(target, "the next one");

    expect(next?.id).toBe(id + 1);
    const page = await target.claims.list(EVERYTHING, { ids: [id, id + 1], validAt: AT }, { limit: 1 });
    const rest = await target.claims.list(EVERYTHING, {}, { limit: 1, cursor: page.nextCursor });
    expect([page.total, ...idsOf(page.items), ...idsOf(rest.items)]).toEqual([2, id + 1, id]);
  },

  "dump.amend": async ({ store }) => {
    await insertTexts(store, "old", "new");
    const { claims: before } = await allRows(store.dump);

    await store.dump.amend(1, { replaced_by_claim_id: 2, idempotency_key: "given" });
    await store.dump.amend(99, { replaced_by_claim_id: 1 });

    const { claims } = await allRows(store.dump);
    expect(claims).toEqual([{ ...before[0], replaced_by_claim_id: 2, idempotency_key: "given" }, before[1]]);
    expect(await failureCode(store.dump.amend(1, { replaced_by_claim_id: 1 }))).toBe("store.constraint");
    expect(await failureCode(store.dump.amend(2, { idempotency_key: "given" }))).toMatch(TAKEN);
  },

  "dump.uids": async ({ store }) => {
    const [one, two] = await insertTexts(store, "one", "two");

    expect([...(await store.dump.uidsOf([2, 99, 1]))].sort()).toEqual([
      [1, one?.uid],
      [2, two?.uid],
    ]);
    const { claims } = await allRows(store.dump);
    expect(await store.dump.claimsByUid([one?.uid ?? "", "other"])).toEqual(new Map([[one?.uid, claims[0]]]));
    expect([await store.dump.uidsOf([]), await store.dump.claimsByUid([])]).toEqual([new Map(), new Map()]);
  },

  "dump.head": async ({ store }) => {
    expect(await store.dump.headHash()).toBeUndefined();
    await append(store, {}, {});

    expect(await store.dump.headHash()).toBe((await eventsOf(store))[1]?.eventHash);
  },

  "dump.snapshot": async ({ store, memory }) => {
    await fill(store, memory());
    const before = await allRows(store.dump);

    const snapshot = await store.dump.snapshot();
    await memory().claims.ingest({ text: "Written meanwhile" });
    const seen = await allRows(snapshot);
    const facts = [await snapshot.headHash(), await snapshot.count("claims"), (await snapshot.uidsOf([4])).size];
    await snapshot.close();

    expect(seen).toEqual(before);
    expect(facts).toEqual([before.events.at(-1)?.["event_hash"], 3, 0]);
    expect(await store.dump.count("claims")).toBe(4);
    expect(await failureCode(store.transaction(() => store.dump.snapshot()))).toBe("store.unavailable");
  },

  "dump.round_trip": async ({ store, memory, another }) => {
    await fill(store, memory());
    const target = await another();
    const text = await exported(memory());

    const first = await target.memory().transfer.importLines(pieces(text));
    const again = await exported(target.memory());
    const second = await target.memory().transfer.importLines(pieces(text));

    expect(again).toBe(text);
    expect(Object.values(first.inserted).reduce((sum, rows) => sum + rows, 0)).toBe(first.rows);
    expect([second.skipped, Object.values(second.inserted)]).toEqual([first.rows, DUMP_TABLES.map(() => 0)]);
    expect(await exported(target.memory())).toBe(text);
    expect(await target.store.proposals.listAll()).toEqual(await store.proposals.listAll());
    expect(text).toMatch(/^\{"counts":\{[^}]*\},"format":"memorymaster-export",[^\n]*\n(\{[^\n]*\}\n)+$/);
  },

  "dump.damaged": async ({ store, memory, another }) => {
    await fill(store, memory());
    const text = await exported(memory());
    const lines = text.split("\n").length - 1;
    const damaged: readonly (readonly [text: string, line: number])[] = [
      [text.slice(0, -20), lines],
      [text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1), lines],
      [text.replace("Buildkite", "Buildkits"), lines],
      [
        text.replace('"table":"citations"', '"table":"citation"'),
        text.split('"table":"citations"')[0]?.split("\n").length ?? 0,
      ],
    ];

    for (const [given, line] of damaged) {
      const target = await another();
      const refused = await failure(target.memory().transfer.importLines(pieces(given)));
      expect([refused.code, refused.details["line"]]).toEqual(["input.invalid", line]);
      expect((await target.store.claims.stats(EVERYTHING, undefined)).claims).toBe(0);
      expect(await target.store.dump.headHash()).toBeUndefined();
    }
  },

  "dump.secrets": async ({ another }) => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    const source = await another();
    await source.memory().claims.ingest({ text: `Deploy with PLACE${"x".repeat(token.length - 5)} only` });
    const { claims, ...others } = await allRows(source.store.dump);
    const dirty = await another();
    const leaked = claims.map((row) => ({ ...row, text: `Deploy with ${token} only` }));
    await dirty.store.dump.write("claims", leaked);
    await dirty.store.dump.write("citations", others.citations);
    const text = await exported(dirty.memory());
    const target = await another();

    const refused = await target.memory().transfer.importLines(pieces(text));
    expect(refused.refused).toMatchObject([{ line: 2, code: "sensitive.content", findings: ["github_token"] }]);
    expect(await target.store.dump.count("claims")).toBe(0);
    const taken = await target.memory().transfer.importLines(pieces(text), { redact: true });

    expect(taken.redacted).toEqual([{ line: 2, findings: ["github_token"] }]);
    expect((await allRows(target.store.dump)).claims).toMatchObject([
      { text: "Deploy with [REDACTED:github_token] only" },
    ]);
  },
};
