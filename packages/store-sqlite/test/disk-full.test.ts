import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

import { outcomeOf } from "./support/child.ts";
import { rawSql, tempFolder } from "./support/temp-store.ts";

const FIXTURE = fileURLToPath(new URL("fixtures/fill-disk.mjs", import.meta.url));

/** A user namespace of its own needs no rights, but some machines forbid it. */
const canMount =
  process.platform === "linux" &&
  spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"], { stdio: "ignore" }).status === 0;

/** What the writer says; it must have ended by itself. */
async function report(command: string, ...args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await outcomeOf(spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] }));
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout) as Record<string, unknown>;
}

it.runIf(canMount)("says that the disk is full, loses nothing and goes on when there is room again", async () => {
  using folder = tempFolder();
  const script = `mount -t tmpfs -o size=6m none "$1" &&
    dd if=/dev/zero of="$1/ballast" bs=1M count=2 status=none && exec "$2" "$3" "$1/memory.db" "$1/ballast"`;

  const told = await report("unshare", "-rm", "sh", "-c", script, "sh", folder.path, process.execPath, FIXTURE);

  expect(told).toEqual({
    failure: { code: "store.unavailable", reason: "disk_full" },
    bulk: "store.unavailable",
    whileFull: true,
    acknowledged: told["kept"],
    kept: told["kept"],
    valid: true,
    indexed: true,
  });
  expect(told["kept"]).toBeGreaterThan(10);
});

it.skipIf(process.platform === "win32")("loses nothing when the file may not grow any more", async () => {
  using folder = tempFolder();
  const path = folder.file("memory.db");

  const told = await report("sh", "-c", 'ulimit -f 4000; exec "$0" "$1" "$2" ""', process.execPath, FIXTURE, path);

  expect(told).toMatchObject({ failure: { code: "store.unavailable" }, bulk: "store.unavailable", valid: true });
  expect(told["acknowledged"]).toBe(told["kept"]);
  expect(told["kept"]).toBeGreaterThan(10);
  expect(rawSql(path, "pragma integrity_check")).toEqual([{ integrity_check: "ok" }]);
});
