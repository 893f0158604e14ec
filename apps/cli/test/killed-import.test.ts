import { once } from "node:events";

import { expect, test } from "vitest";

import { createWorld, finished } from "./support/cli.ts";
import type { World } from "./support/cli.ts";
import { unrelatedClaims } from "./support/unrelated-claims.ts";

const CLAIMS = 600;
/** No pipe holds more: when more was taken, the program has read what came before. */
const PIPE_BYTES = 64 * 1024;

/** Fills `a.db` and returns its export. */
async function exportedFile(world: World): Promise<string> {
  await world.data(["ingest", "--db", "a.db", "--input", "-"], { input: unrelatedClaims(CLAIMS) });
  return (await world.run(["export", "--db", "a.db"])).stdout;
}

/** Starts an import and hands it a part of the file. */
async function startedImport(world: World, part: string) {
  const child = world.start(["import", "-", "--db", "b.db"]);
  const end = finished(child);
  child.stdin?.on("error", () => undefined);
  await new Promise<void>((taken) => child.stdin?.write(part, () => taken()));
  return { child, end };
}

/** Claims in a database that may not be there. */
async function claimsIn(world: World, db: string): Promise<number> {
  if (!world.temp.exists(`project/${db}`)) return 0;
  return (await world.data<{ claims: number }>(["stats", "--db", db])).claims;
}

test.each([0.1, 0.4, 0.7, 0.95])(
  "killed when %d of the file were read, an import has written nothing",
  async (share) => {
    using world = createWorld();
    const file = await exportedFile(world);
    const part = file.slice(0, Math.max(2 * PIPE_BYTES, Math.floor(share * file.length)));

    const { child, end } = await startedImport(world, part);
    child.kill("SIGKILL");
    await end;
    const claims = await claimsIn(world, "b.db");
    const again = await world.run(["import", "-", "--db", "b.db"], { input: file });

    expect(claims).toBe(0);
    expect(again.exitCode).toBe(0);
    expect((await world.run(["export", "--db", "b.db"])).stdout).toBe(file);
  },
);

test("killed when it has the whole file, an import has written everything or nothing", async () => {
  using world = createWorld();
  const file = await exportedFile(world);

  const { child, end } = await startedImport(world, file);
  child.stdin?.end();
  child.kill("SIGKILL");
  const { stdout } = await end;

  const claims = await claimsIn(world, "b.db");
  expect(stdout === "" ? [0, CLAIMS] : [CLAIMS]).toContain(claims);
  if (claims > 0) expect((await world.run(["export", "--db", "b.db"])).stdout).toBe(file);
});

test("killed, an import into a store with claims has added everything or nothing, and again adds nothing twice", async () => {
  using world = createWorld();
  const file = await exportedFile(world);
  await world.data(["ingest", "--db", "b.db", "--text", "Ana owns the billing queue"]);

  const { child, end } = await startedImport(world, file);
  child.stdin?.end();
  child.kill("SIGKILL");
  await end;
  const claims = await claimsIn(world, "b.db");
  const again = await world.run(["import", "-", "--db", "b.db"], { input: file });

  expect([1, CLAIMS + 1]).toContain(claims);
  expect(again.exitCode).toBe(0);
  expect(await claimsIn(world, "b.db")).toBe(CLAIMS + 1);
  const third = await world.data<{ skipped: number; rows: number }>(["import", "-", "--db", "b.db"], { input: file });
  expect(third.skipped).toBe(third.rows);
  expect((await world.run(["integrity", "--db", "b.db"])).exitCode).toBe(0);
});

test("an interrupted import says so, and has written nothing", async () => {
  using world = createWorld();
  const file = await exportedFile(world);

  const { child, end } = await startedImport(world, file.slice(0, 4 * PIPE_BYTES));
  child.kill("SIGINT");
  const { exitCode, stdout } = await end;

  expect(exitCode).toBe(130);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, code: "PARTIAL", error: "Interrupted" });
  expect(await claimsIn(world, "b.db")).toBe(0);
});

test("a reader that goes away ends an export quietly", async () => {
  using world = createWorld();
  await exportedFile(world);
  const child = world.start(["export", "--db", "a.db"]);
  const end = finished(child);

  await once(child.stdout ?? child, "data");
  child.stdout?.destroy();

  expect(await end).toMatchObject({ exitCode: 0, stderr: "" });
});
