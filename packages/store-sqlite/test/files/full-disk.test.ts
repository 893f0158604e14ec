import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

import { outcomeOf } from "../support/child.ts";
import { tempFolder } from "../support/temp-store.ts";

const FIXTURE = fileURLToPath(new URL("../fixtures/copy-on-full-disk.mjs", import.meta.url));

/** A user namespace of its own needs no rights, but some machines forbid it. */
const canMount =
  process.platform === "linux" &&
  spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"], { stdio: "ignore" }).status === 0;

it.runIf(canMount)(
  "a full disk stops every copy without a trace, and a rollback leaves the content as it was",
  async () => {
    using folder = tempFolder();
    const script = 'mount -t tmpfs -o size=4m none "$1" && exec "$2" "$3" "$1/memory.db"';

    const args = ["-rm", "sh", "-c", script, "sh", folder.path, process.execPath, FIXTURE];
    const { code, stdout, stderr } = await outcomeOf(spawn("unshare", args, { stdio: ["ignore", "pipe", "pipe"] }));

    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toEqual({
      full: ["store.unavailable disk_full", "store.unavailable disk_full", "store.unavailable disk_full"],
      left: [],
      log: "store.unavailable disk_full",
      texts: ["Alpha", "Beta"],
      valid: true,
      later: "done",
    });
  },
);
