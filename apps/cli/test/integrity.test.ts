import { createRequire } from "node:module";

import { createRepository } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { createWorld, documentOf } from "./support/cli.ts";
import type { Envelope, RunOptions, World } from "./support/cli.ts";

type OpenDatabase = new (path: string) => {
  exec(script: string): unknown;
  pragma(text: string): unknown;
  close(): void;
};
const Database = createRequire(import.meta.url)("better-sqlite3") as OpenDatabase;

const PAGE = 4096;

async function withFacts(): Promise<World> {
  const world = createWorld();
  const facts = ["The build runs on Jenkins", "Backups run at midnight", "Postgres listens on 5433"];
  const input = facts.map((text) => JSON.stringify({ text })).join("\n");
  await world.data(["ingest", "--input", "-", "--db", "memory.db"], { input });
  return world;
}

/** Runs a script on the database as no program of ours would. */
function tamper(world: World, script: string): void {
  const database = new Database(world.temp.at("project", "memory.db"));
  database.pragma("foreign_keys = off");
  database.exec("drop trigger if exists events_refuse_delete");
  database.exec(script);
  database.close();
}

function overwrite(world: World, from: number, length: number): void {
  const bytes = world.temp.bytes("project/memory.db");
  world.temp.write("project/memory.db", bytes.fill(0, from, from + length));
}

interface Checked {
  readonly exitCode: number | null;
  readonly envelope: Envelope;
  readonly text: string;
  readonly stderr: string;
}

/** The same check as JSON and as text. */
async function integrity(world: World, ...options: readonly string[]): Promise<Checked> {
  const command = ["integrity", ...options, "--db", "memory.db"];
  const json = await world.run(command);
  const text = await world.run(["--text", ...command]);
  expect(text.exitCode).toBe(json.exitCode);
  return { exitCode: json.exitCode, envelope: documentOf(json), text: text.stdout, stderr: text.stderr };
}

test("a sound database passes every check", async () => {
  using world = await withFacts();

  const { exitCode, envelope, text } = await integrity(world);

  expect(exitCode).toBe(0);
  expect(envelope.data).toMatchObject({
    ok: true,
    quick_check: "ok",
    fk_check: { orphans: 0, by_table: {} },
    fts_drift: { checked: 3, counts_match: true },
    chain: { events: 3, valid: true, issues: [] },
    reconcile: { summary: { orphan_citations: 0, transition_issues: 0 } },
    promotions_frozen: false,
    failures: [],
  });
  expect(text).toBe(
    [
      "file          ok",
      "foreign keys  ok",
      "text index    ok (3 claims compared)",
      "event chain   ok (3 events)",
      "rows          ok\n",
    ].join("\n"),
  );
});

test("a text index that has drifted is named with what helps, and the repair helps", async () => {
  using world = await withFacts();
  tamper(world, "delete from claims_fts where rowid = 1; insert into claims_fts (rowid, text) values (2, 'gitlab')");

  const drifted = await integrity(world);
  const repaired = await world.run(["integrity", "--repair-fts", "--db", "memory.db"]);

  expect(drifted.exitCode).toBe(1);
  expect(drifted.envelope).toMatchObject({
    ok: false,
    code: "CHECK_FAILED",
    data: { fts_drift: { missing: [1], changed: [2] }, promotions_frozen: false },
  });
  expect(drifted.text).toContain("text index    1 missing: 1\n              1 with other words: 2\n");
  expect(drifted.text).toContain("what helps: memorymaster integrity --repair-fts --db memory.db");
  expect(drifted.stderr).toBe("error: The check found something wrong\n");
  expect(documentOf(repaired).data).toMatchObject({ ok: true, indexed_claims: 3, chain: null });
  expect(await world.data(["query", "Jenkins", "--db", "memory.db"])).toHaveLength(1);
  expect(await world.data(["query", "gitlab", "--db", "memory.db"])).toEqual([]);
});

test("rows are repaired where there is one right answer, and the record of events never", async () => {
  using world = await withFacts();
  await integrity(world);
  tamper(
    world,
    `update citations set claim_id = 99 where id = 1; update claims set status = 'stale' where id = 2;
     delete from events where id = (select max(id) from events)`,
  );

  const found = await integrity(world);
  const fixed = documentOf(await world.run(["integrity", "--fix", "--db", "memory.db"]));
  const verified = await world.run(["list-events", "--verify", "--db", "memory.db"]);

  expect(found.text).toContain("foreign keys  1 rows of citations point to nothing");
  expect(found.text).toContain("event chain   event 3: truncated_chain");
  expect(found.text).toContain("1 transition_issues: claim 2 status_differs");
  expect(fixed).toMatchObject({
    ok: false,
    data: {
      actions: [
        { action: "deleted_orphan_citations", count: 1, ids: [1] },
        { action: "skip_transition_issues_append_only", count: 1 },
        { action: "skip_chain_append_only", count: 1 },
      ],
      reconcile: { summary: { orphan_citations: 0, transition_issues: 1 } },
    },
  });
  expect([verified.exitCode, documentOf(verified).data]).toMatchObject([
    1,
    { valid: false, issues: [{ event_id: 3, reason: "truncated_chain" }] },
  ]);
});

test("a damaged page freezes promotions and keeps repairs away until the mark is removed", async () => {
  using world = await withFacts();
  overwrite(world, 16 * PAGE, PAGE);

  const { exitCode, text } = await integrity(world);
  const fix = await world.run(["--text", "integrity", "--fix", "--db", "memory.db"]);
  const status = await world.data<{ sentinel: string }>(["integrity", "--status", "--db", "memory.db"]);

  const sentinel = world.temp.at("project", "memory.db.integrity-failed");
  expect(exitCode).toBe(1);
  expect(text).toMatch(/^file {10}Tree \d+ page \d+: [^\n]+\ntext index/);
  expect(text).toContain("promotions    frozen, as a check found the file damaged\n");
  expect(text).toContain("states to go back to: memorymaster snapshots --db memory.db, then rollback <id>");
  expect(fix.exitCode).toBe(1);
  expect(fix.stderr).toMatch(/^error: The file was found damaged[^\n]+\n$/);
  expect(status).toMatchObject({
    promotions_frozen: true,
    sentinel,
    last_runs: { failed: expect.any(String) as unknown },
  });
});

test.each([
  ["another header", [0, 100], "The file is not a database"],
  [
    "a damaged schema",
    [100, PAGE - 100],
    "The database file is damaged; see memorymaster integrity; a file that cannot",
  ],
] as const)("a file with %s is refused in one line", async (_name, [from, length], reason) => {
  using world = await withFacts();
  overwrite(world, from, length);

  const { exitCode, envelope, text, stderr } = await integrity(world);

  expect([exitCode, text, envelope.code]).toEqual([2, "", "UNAVAILABLE"]);
  expect(stderr).toMatch(new RegExp(`^error: [^\\n]*memory\\.db: ${reason}[^\\n]*\\n$`));
});

test("a status tells what earlier checks have left, and looks at nothing", async () => {
  using world = await withFacts();
  const before = await world.data(["integrity", "--status", "--db", "memory.db"]);
  await integrity(world);
  await world.data(["snapshot", "--db", "memory.db"]);

  const after = await world.data(["integrity", "--status", "--db", "memory.db"]);
  const refused = await world.run(["integrity", "--status", "--full", "--db", "memory.db"]);

  const nothing = { wal_bytes: 0, promotions_frozen: false, last_runs: { sound: null, failed: null }, snapshots: 0 };
  expect(before).toMatchObject({ ...nothing, db: world.temp.at("project", "memory.db"), snapshot_dir: null });
  expect(after).toMatchObject({
    last_runs: { sound: expect.any(String) as unknown },
    snapshots: 1,
    snapshot_dir: world.temp.at("project", ".memorymaster", "snapshots"),
  });
  expect([refused.exitCode, documentOf(refused).code]).toEqual([2, "USAGE"]);
});

test("a checkpoint alone checks nothing", async () => {
  using world = await withFacts();

  const data = await world.data(["integrity", "--checkpoint", "--db", "memory.db"]);

  expect(data).toMatchObject({
    ok: true,
    quick_check: null,
    chain: null,
    checkpoint: { busy: false, log_frames: 0, checkpointed_frames: 0, wal_bytes: 0 },
  });
});

test("a check is no business of a tenant, and needs a database", async () => {
  using world = await withFacts();

  const missing = await world.run(["integrity", "--db", "other.db"]);

  for (const option of [[], ["--fix"], ["--repair-fts"], ["--status"]]) {
    const bound = await world.run(["integrity", ...option, "--tenant", "acme", "--db", "memory.db"]);
    expect([bound.exitCode, documentOf(bound).code]).toEqual([1, "PERMISSION_DENIED"]);
  }
  expect([missing.exitCode, documentOf(missing).code]).toEqual([2, "NOT_FOUND"]);
});

test("stealth-status names the private database of the folder, in use or not, and opens none", async () => {
  using world = createWorld();
  const status = (options: RunOptions = {}, ...args: readonly string[]) =>
    world.data<Record<string, unknown>>([...args, "stealth-status"], options);
  createRepository(world.temp.folder("project/repository"));

  const off = await status();
  const inUse = await status({}, "--stealth");
  const inRepository = await status({ cwd: world.temp.at("project", "repository") });
  await world.data(["init-db", "--stealth"]);
  const found = await status();
  const text = await world.run(["--text", "stealth-status", "--db", "other.db"]);

  const file = world.temp.at("project", ".memorymaster-stealth.db");
  const home = world.temp.at("home", ".memorymaster", "memory.db");
  const absent = { stealth_active: false, stealth_db_exists: false, stealth_db_path: file, gitignore_hint: null };
  expect(off).toEqual({ ...absent, effective_db: home });
  expect(inUse).toEqual({ ...absent, stealth_active: true, effective_db: file });
  expect(inRepository).toMatchObject({ gitignore_hint: ".memorymaster-stealth.db*" });
  expect(found).toEqual({ ...absent, stealth_active: true, stealth_db_exists: true, effective_db: file });
  expect(text.stdout).toBe(
    `stealth: off\nstealth database: ${file}\ndatabase in use: ${world.temp.at("project", "other.db")}\n`,
  );
  expect(world.temp.exists("home/.memorymaster")).toBe(false);
});

test("--vacuum-snapshot copies the database into the folder that the variable names, once a day", async () => {
  using world = createWorld();
  await world.data(["ingest", "--text", "Backups run at midnight", "--db", "memory.db"]);
  const env = { MEMORYMASTER_SNAPSHOT_DIR: "~/copies" };
  const call = ["integrity", "--vacuum-snapshot", "--db", "memory.db"];

  const first = documentOf(await world.run(call, { env })).data as { vacuum_snapshot: Record<string, unknown> };
  const second = await world.run(["--text", ...call], { env });

  const file = expect.stringMatching(/home[\\/]copies[\\/]memory-[0-9a-f]{12}[\\/]mm-\d{8}\.db$/) as unknown;
  expect(first.vacuum_snapshot).toEqual({ file, created: true, size_bytes: expect.any(Number) as unknown });
  expect(second.stdout).toMatch(/^copy without free space: .*mm-\d{8}\.db \(there already\)$/m);
  expect((await world.run([...call, "--tenant", "acme"], { env })).exitCode).toBe(1);
});
