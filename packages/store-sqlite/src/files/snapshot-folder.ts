import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { createPrivateFolder } from "../connection/check-path.ts";

/** Where the snapshots of a database lie; databases of one folder share it. */
export function snapshotFolder(database: string): string {
  return join(dirname(database), ".memorymaster", "snapshots");
}

/** Makes the folder, for its owner alone; git leaves it out, since snapshots hold every claim. */
export function createSnapshotFolder(database: string): string {
  const folder = snapshotFolder(database);
  createPrivateFolder(folder);
  const ignore = join(dirname(folder), ".gitignore");
  if (!existsSync(ignore)) writeFileSync(ignore, "*\n", { flag: "a", mode: 0o600 });
  return folder;
}
