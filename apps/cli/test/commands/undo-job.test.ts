import { setImmediate as nextTurn } from "node:timers/promises";

import { cleanEvent } from "@memorymaster/core/testing";
import { openMemoryMaster } from "@memorymaster/runtime";
import type { MemoryMaster } from "@memorymaster/runtime";
import { expect, test } from "vitest";

import { createWorld, documentOf, finished } from "../support/cli.ts";
import type { Envelope, World } from "../support/cli.ts";

const AT = "2026-01-02T03:04:05+00:00";
const DB = ["--db", "memory.db"] as const;

interface UndoData {
  readonly undo_event_ids: readonly number[];
  readonly restored: readonly { readonly claim_id: number; readonly to_status: string }[];
  readonly blocked: readonly object[];
}

async function opened(world: World): Promise<MemoryMaster> {
  const db = world.temp.at("project", "memory.db");
  return openMemoryMaster({ db, workspace: world.project, surface: "test", env: { HOME: world.home } });
}

/** Brings claims in as one import does, with the events that tell of them; the number of the first event. */
async function importInto(world: World, count: number): Promise<string> {
  const facts = Array.from({ length: count }, (_, place) =>
    JSON.stringify({ text: `Fact of the number ${place * 13}` }),
  );
  await world.data(["ingest", "--input", "-", ...DB], { input: facts.join("\n") });
  await using master = await opened(world);
  const payload = { run_id: "run-1", origin: "o", claim_uid: "u", events: 0 };
  const events = Array.from({ length: count }, (_, place) =>
    cleanEvent({ claimId: place + 1, eventType: "import", payload, createdAt: AT }),
  );
  const [first] = await master.store.events.append(events);
  return String(first);
}

async function archivedOf(world: World): Promise<number> {
  const { by_status: byStatus } = await world.data<{ by_status: Record<string, number> }>(["stats", ...DB]);
  return byStatus["archived"] ?? 0;
}

test("undo --run takes back a whole import, and undo --run of that brings it back", async () => {
  using world = createWorld();
  const first = await importInto(world, 3);

  const text = await world.runProgram(["--text", "undo", first, "--run", "--yes", ...DB]);
  const last = Number(first) + 5;

  expect([text.exitCode, text.stderr, text.stdout.split("\n")]).toEqual([
    0,
    "",
    [
      `the job of event ${first} is undone: 3 events`,
      ...[3, 2, 1].map((id) => expect.stringMatching(`^claim_id=${id} candidate -> archived archived_at=`) as string),
      `do again with: memorymaster undo ${last} --run --db memory.db`,
      "",
    ],
  ]);
  const again = documentOf(await world.runProgram(["undo", String(last), "--run", "--yes", ...DB])).data as UndoData;
  expect(again).toMatchObject({ undo_event_ids: [last + 1, last + 2, last + 3], blocked: [] });
  expect(again.restored.map(({ claim_id: id, to_status: to }) => [id, to])).toEqual([
    [1, "candidate"],
    [2, "candidate"],
    [3, "candidate"],
  ]);
});

test("without --yes and a terminal it tells what it would do, and does nothing", async () => {
  using world = createWorld();
  const first = await importInto(world, 2);

  const json = await world.run(["undo", first, "--run", ...DB]);
  const text = await world.run(["--text", "undo", first, "--run", ...DB]);
  const dry = await world.json(["undo", first, "--run", "--dry-run", ...DB]);

  expect([json.exitCode, documentOf(json)]).toMatchObject([
    1,
    { ok: false, code: "NOT_CONFIRMED", data: { dry_run: true, undo_event_ids: [], restored: [{}, {}], blocked: [] } },
  ]);
  expect(text.stdout).toMatch(new RegExp(`^\\[DRY RUN\\]\nthe job of event ${first} would be undone: 2 events\n`));
  expect(text.stderr).toBe("error: Nothing was changed: --yes confirms it\n");
  expect(dry).toMatchObject({ ok: true, data: { dry_run: true, undo_event_ids: [], restored: [{}, {}] } });
  expect(await archivedOf(world)).toBe(0);
});

test("what later events block keeps all of it from being done, unless --partial leaves it out", async () => {
  using world = createWorld();
  await world.data(["ingest", "--text", "CI runs on Jenkins", ...DB]);
  await world.data(["ingest", "--text", "Backups run at night", ...DB]);
  {
    await using master = await opened(world);
    const payload = { run_id: "run-1", before: { pinned: true } };
    await master.store.events.append(
      [1, 2].map((claimId) => cleanEvent({ claimId, eventType: "unpin", payload, createdAt: AT })),
    );
  }
  await world.data(["pin", "1", ...DB]);
  await world.data(["pin", "1", "--unpin", ...DB]);

  const refused = await world.run(["undo", "3", "--run", "--yes", ...DB]);
  const partial = await world.run(["--text", "undo", "3", "--run", "--partial", "--yes", ...DB]);

  const blocked = [{ claim_id: 1, event_ids: [5, 6] }];
  expect([refused.exitCode, documentOf(refused)]).toMatchObject([
    1,
    { ok: false, code: "CONFLICT", blocked } as Envelope,
  ]);
  expect([partial.exitCode, partial.stderr, partial.stdout]).toEqual([
    1,
    "error: Left out, since later events block them: 1 claim\n",
    "the job of event 3 is undone: 1 event\nclaim_id=2 candidate pinned=true\nleft out: claim_id=1 blocked by 5, 6\n" +
      "do again with: memorymaster undo 7 --run --db memory.db\n",
  ]);
});

test.skipIf(process.platform === "win32")(
  "Ctrl-C leaves whole batches, and the same command completes them",
  async () => {
    using world = createWorld();
    const first = await importInto(world, 1_500);
    const command = ["undo", first, "--run", "--yes", "--partial", ...DB];
    const child = world.start(command);
    const end = finished(child);

    while ((await archivedOf(world)) === 0) await nextTurn();
    child.kill("SIGINT");
    const cut = await end;

    const archived = await archivedOf(world);
    expect([cut.exitCode, cut.stderr, archived % 200 === 0 || archived === 1_500]).toEqual([130, "", true]);
    expect(documentOf(cut)).toMatchObject({ ok: false, code: "PARTIAL" });
    expect((documentOf(cut).data as UndoData).undo_event_ids).toHaveLength(archived);
    const rest = documentOf(await world.runProgram(command)).data as UndoData;
    expect([rest.undo_event_ids.length, await archivedOf(world)]).toEqual([1_500 - archived, 1_500]);
  },
);

test.each([
  [["undo", "1", "--partial"], "option '--partial' needs '--run'"],
  [["undo", "--run"], "missing required argument 'event'"],
])("%j makes no sense and is explained", async (args, message) => {
  using world = createWorld();

  const { exitCode, stderr } = await world.run([...args, "--json"]);

  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
});
