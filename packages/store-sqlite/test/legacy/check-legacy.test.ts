import { checkLegacy, identifyLegacy } from "@memorymaster/core";
import type { LegacyReport, MemoryMasterError } from "@memorymaster/core";
import { expect, it } from "vitest";
import { openLegacySource } from "../../src/legacy/open-legacy-source.ts";
import { openSqliteStore } from "../../src/open-sqlite-store.ts";
import { createLegacyFile, THEN } from "../support/legacy-file.ts";
import type { LegacyFile, Values } from "../support/legacy-file.ts";
import { tempFolder } from "../support/temp-store.ts";

const SECRET = "AKIAQ3EGRKZ7LMNB2WXY";

/** What an empty store would take of a file. */
async function reportOf(fill: (file: LegacyFile) => void, version: "3.3" | "4.8" = "4.8"): Promise<LegacyReport> {
  using folder = tempFolder();
  using file = createLegacyFile(folder.file("old.db"), version);
  fill(file);
  using source = openLegacySource(file.path);
  return await checkLegacy(source);
}

/** The words about one claim that has these values beside those that all have. */
async function saidOf(values: Values): Promise<string | undefined> {
  const { rows } = await reportOf((file) => file.claim(values));
  const row = rows.find(({ table }) => table === "claims");
  return row === undefined ? undefined : `${row.outcome}: ${row.reason}`;
}

it("accounts for every row of every table", async () => {
  const { tables, rows } = await reportOf((file) => {
    file.claim();
    file.claim({ text: " " });
    file.row("citations", { claim_id: 9, source: "of no claim", created_at: THEN });
    file.row("mcp_usage", { tool_name: "query" });
  });

  for (const [table, { read, taken, changed, refused, notCarried }] of Object.entries(tables)) {
    expect([table, taken + changed + refused + notCarried]).toEqual([table, read]);
  }
  expect(tables["claims"]).toEqual({ read: 2, taken: 1, changed: 0, refused: 1, notCarried: 0 });
  expect(tables["citations"]).toEqual({ read: 3, taken: 1, changed: 0, refused: 2, notCarried: 0 });
  expect(tables["mcp_usage"]).toEqual({ read: 1, taken: 0, changed: 0, refused: 0, notCarried: 1 });
  expect(rows.filter(({ table }) => table !== "schema_versions" && table !== "sqlite_sequence")).toEqual([
    { table: "claims", id: 2, outcome: "refused", reason: "text is missing" },
    { table: "citations", id: 2, outcome: "refused", reason: "its claim was refused" },
    { table: "citations", id: 3, outcome: "refused", reason: "its claim is not in the file" },
    { table: "mcp_usage", id: undefined, outcome: "not_carried", reason: "no place in a store: 1 rows" },
  ]);
});

it.each<readonly [string, Values, string | undefined]>([
  ["of an unknown status", { status: "unheard-of" }, "refused: status is none of the known words"],
  ["of no known time", { created_at: "yesterday" }, "refused: created_at is not a time as it is stored"],
  ["of a day that never was", { valid_until: "2025-02-30" }, "refused: valid_until is not a time as it is stored"],
  ["with a long text", { text: "x".repeat(10_001) }, "refused: text is longer than 10000 characters"],
  ["with NUL", { text: "half\u0000" }, "refused: text holds a character that cannot be stored"],
  ["with bytes as text", { text: Buffer.from([1, 2]) }, "refused: text is not a text"],
  ["seen by nobody knows whom", { visibility: "odd" }, "refused: visibility is none of the known words"],
  ["too sure", { confidence: 1.5 }, "refused: confidence is not a number from 0 to 1"],
  ["with a secret as scope", { scope: SECRET }, "refused: scope holds a secret (aws_access_key)"],
  ["with a secret in the text", { text: `The key is ${SECRET}` }, "changed: text, redacted aws_access_key"],
  ["with a secret as agent", { source_agent: SECRET }, "changed: source_agent"],
  ["of nobody, yet private", { visibility: "private" }, "changed: source_agent"],
  ["with words that are not used", { volatility: "wild", tier: "x" }, "changed: volatility, tier"],
  ["with another kind of human id", { human_id: "old-7" }, "changed: human_id"],
  ["of a project as it is written", { scope: "project:My App" }, "changed: scope"],
  ["of the time in another form", { created_at: "2025-06-01 10:00:00.123", subject: " ", source_agent: "" }, undefined],
  ["with names of today", { claim_type: " Fact ", human_id: "mm-0a1b~12", idempotency_key: "mine" }, undefined],
])("a claim %s is told from others", async (...[, values, said]) => {
  expect(await saidOf(values)).toBe(said);
});

it("never repeats a word of what it refuses or changes", async () => {
  const report = await reportOf((file) => {
    file.claim({ text: `the key ${SECRET}`, scope: SECRET });
    file.claim({ status: SECRET, created_at: SECRET, subject: "s", predicate: "p" });
    file.row("citations", { claim_id: 1, source: SECRET, locator: SECRET, excerpt: SECRET, created_at: SECRET });
    file.row("claim_links", { source_id: 1, target_id: 2, link_type: SECRET, created_at: THEN });
    file.row("entities", { canonical_name: SECRET, created_at: SECRET, updated_at: THEN });
    file.event({ claim_id: 1, details: SECRET, event_type: SECRET });
  });

  expect(JSON.stringify(report)).not.toContain(SECRET);
});

it("says of links and entities why they are not taken", async () => {
  const { rows, tables } = await reportOf((file) => {
    for (const text of ["a", "b", " "]) file.claim({ text });
    const link = { source_id: 1, target_id: 2, link_type: "supports", created_at: THEN };
    for (const values of [{}, { link_type: "loves" }, { target_id: 1 }, { target_id: 9 }, { target_id: 3 }]) {
      file.row("claim_links", { ...link, ...values });
    }
    file.row("entities", { canonical_name: "billing", created_at: THEN, updated_at: THEN });
    file.row("entities", { canonical_name: " ", created_at: THEN, updated_at: THEN });
    const alias = { entity_id: 1, alias: "billing", original_form: "Billing", created_at: THEN };
    file.row("entity_aliases", alias);
    file.row("entity_aliases", { ...alias, entity_id: 2 });
    file.row("entity_edges", { source_id: 1, target_id: 2, created_at: THEN });
    file.row("claim_entity_links", { claim_id: 3, entity_id: 1 });
    file.row("entities", { canonical_name: "shop", created_at: THEN, updated_at: THEN });
    file.row("entity_edges", { source_id: 1, target_id: 3, claim_id: 3, created_at: THEN });
  });

  const said = rows
    .filter(({ table }) => /^claim_|^entit/.test(table))
    .map(({ table, id, reason }) => [table, id, reason]);
  expect(said).toEqual([
    ["entities", 2, "canonical_name is missing"],
    ["entity_aliases", 2, "entity_id is missing"],
    ["claim_links", 2, "link_type is none of the known words"],
    ["claim_links", 3, "target_id is missing"],
    ["claim_links", 4, "target_id is missing"],
    ["claim_links", 5, "the other claim was refused"],
    ["claim_entity_links", 1, "claim_id is missing"],
    ["entity_edges", 1, "target_id is missing"],
    ["entity_edges", 2, "claim_id"],
  ]);
  expect(tables["claim_links"]).toMatchObject({ taken: 1, refused: 4 });
});

it("follows the chain of events by the rules of then, and counts where two writers have met", async () => {
  const { chain } = await reportOf((file) => {
    const first = file.event({ payload_json: '{"b": 1.0, "a": []}', canonical: '{"a":[],"b":1.0}' });
    file.event({ claim_id: 1, details: "second" });
    file.event({ claim_id: 2, details: "second too", prev_event_hash: first });
    file.event({ claim_id: 3 });
  });

  expect(chain).toEqual({ algorithm: "sha256-v1", events: 4, valid: true, forks: 1, unverified: 0, issues: [] });
});

it("knows the hashes that the earlier product gave its events", async () => {
  const { chain } = await reportOf((file) => {
    const first = "0624f9a8e5f1624236c057caf7578fd434e856a28cca88794dace7194511943e";
    const given = { claim_id: 1, created_at: "2026-01-02T03:04:05+00:00", hash_algo: "sha256-v1" };
    file.row("events", {
      ...given,
      event_type: "ingest",
      to_status: "candidate",
      details: "claim_ingested",
      payload_json: '{"citation_count": 1}',
      event_hash: first,
      tenant_id: "acme",
      tenant_hash_algo: "sha256-tenant-v2",
      tenant_event_hash: "0b9c766c70a73049a526190cbc303681e6248921389f5867d6241743452e88a6",
    });
    file.row("events", {
      ...given,
      created_at: "2026-01-02T03:04:06+00:00",
      event_type: "transition",
      from_status: "candidate",
      to_status: "confirmed",
      details: "ok",
      prev_event_hash: first,
      event_hash: "d9883fc72901ebd8a21ff18ba6c7ac2991bf332357c42606682d1b2cf5aa2e7f",
    });
  });

  expect(chain).toEqual({ algorithm: "sha256-v1", events: 2, valid: true, forks: 0, unverified: 0, issues: [] });
});

it("names the events that were changed or taken away", async () => {
  const { chain } = await reportOf((file) => {
    for (let at = 0; at < 6; at += 1) file.event({ details: `event ${at}` });
    file.sql("update events set details = 'another' where id = 2; delete from events where id = 4");
  });

  expect(chain).toMatchObject({ valid: false, forks: 0 });
  expect(chain.issues).toEqual([
    { eventId: 2, reason: "event_hash_mismatch" },
    { eventId: 5, reason: "broken_prev_link" },
  ]);
});

it("cannot verify events of the time before the chain, and keeps them", async () => {
  const { chain, tables, version } = await reportOf((file) => {
    file.claim();
    file.row("events", { claim_id: 1, event_type: "ingest", created_at: THEN });
  }, "3.3");

  expect(chain).toMatchObject({ algorithm: undefined, events: 1, valid: true, unverified: 1 });
  expect(tables["events"]).toMatchObject({ taken: 1 });
  expect(version).toBeUndefined();
});

it("lets the lesser of two confirmed claims of one tuple arrive in conflict", async () => {
  const { rows } = await reportOf((file) => {
    const tuple = { subject: "API", predicate: "port", scope: "project:shop" };
    const later = "2025-07-01T00:00:00+00:00";
    file.claim({ ...tuple, text: "older, pinned", pinned: 1 });
    file.claim({ ...tuple, text: "newer", updated_at: later });
    file.claim({ ...tuple, text: "newer and surer", updated_at: later, confidence: 0.9 });
    file.claim({ ...tuple, text: "private", visibility: "private", source_agent: "ana" });
    file.claim({ ...tuple, text: "elsewhere", scope: "global" });
    file.claim({ ...tuple, text: "stale", status: "stale" });
  });

  expect(rows.filter(({ table }) => table === "claims")).toEqual(
    [2, 3].map((id) => ({ table: "claims", id, outcome: "changed", reason: "tuple" })),
  );
});

it("completes a supersession that one end knows of, and drops what points nowhere", async () => {
  const { rows } = await reportOf((file) => {
    const old = { status: "superseded" };
    file.claim({ ...old, text: "1", replaced_by_claim_id: 2 });
    file.claim({ text: "2" });
    file.claim({ ...old, text: "3" });
    file.claim({ text: "4", supersedes_claim_id: 3 });
    file.claim({ ...old, text: "5", replaced_by_claim_id: 6 });
    file.claim({ text: "6", supersedes_claim_id: 5 });
    file.claim({ ...old, text: "7", replaced_by_claim_id: 99 });
    file.claim({ text: "8", supersedes_claim_id: 8 });
    file.claim({ text: "9", supersedes_claim_id: 2 });
    file.claim({ ...old, text: "10", replaced_by_claim_id: 11 });
    file.claim({ text: " " });
    file.claim({ text: "12", replaced_by_claim_id: 2 });
    file.claim({ text: "13", supersedes_claim_id: 5 });
  });

  const end = "dropped: no claim of the file is its other end";
  expect(rows.filter(({ table }) => table === "claims").map(({ id, reason }) => [id, reason])).toEqual([
    [7, `replaced_by_claim_id ${end}`],
    [12, `replaced_by_claim_id ${end}`],
    [8, `supersedes_claim_id ${end}`],
    [9, `supersedes_claim_id ${end}`],
    [3, "replaced_by_claim_id completed"],
    [13, "supersedes_claim_id dropped: another claim has replaced that one"],
    [2, "supersedes_claim_id completed"],
    [11, "text is missing"],
    [10, "supersession dropped: the other claim was refused"],
  ]);
});

it("knows a store by its first event, whatever has happened since, and one without events by its first claim", async () => {
  using folder = tempFolder();
  using file = createLegacyFile(folder.file("old.db"));
  const originOf = (): string => {
    using source = openLegacySource(file.path);
    return identifyLegacy(source).origin;
  };

  const empty = originOf();
  file.claim();
  const withoutEvents = originOf();
  const first = file.event();
  file.event({ details: "later" });

  expect(new Set([empty, withoutEvents, first]).size).toBe(3);
  expect(withoutEvents).toMatch(/^[0-9a-f]{64}$/);
  expect(originOf()).toBe(first);
});

it.each<readonly [string, (path: string) => Promise<void> | void, RegExp]>([
  ["of another program", (path) => other(path, "drop table claims"), /no MemoryMaster database/],
  ["newer than the last release", (path) => other(path, "update schema_versions set version = 31"), /newer than/],
  ["of today", async (path) => (await openSqliteStore({ path })).close(), /export and import/],
])("refuses a database %s", async (_what, make, message) => {
  using folder = tempFolder();
  await make(folder.file("some.db"));
  using source = openLegacySource(folder.file("some.db"));

  const failure: unknown = await checkLegacy(source).catch((error: unknown) => error);

  expect(failure).toMatchObject({ code: "input.invalid", details: { field: "file" } });
  expect((failure as MemoryMasterError).message).toMatch(message);
});

function other(path: string, script: string): void {
  using file = createLegacyFile(path);
  file.sql(script);
}
