import { rmSync } from "node:fs";

import type { SnapshotPurpose } from "@memorymaster/core";
import { listSnapshots } from "./list-snapshots.ts";
import type { SnapshotOwner } from "./list-snapshots.ts";
import { sidecarPath } from "./sidecar.ts";

/** How many of each are kept. What a person asked for stays until a person removes it. */
const KEPT: Readonly<Record<SnapshotPurpose, number>> = {
  manual: Infinity,
  "pre-rollback": 5,
  "pre-migration": 3,
  "git-hook": 20,
};

/** What another process holds open cannot be removed everywhere: the next one tries again. */
export function removeIfAllowed(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
  }
}

/** Removes the oldest snapshots of this purpose beyond those that are kept. */
export function rotateSnapshots(owner: SnapshotOwner, purpose: SnapshotPurpose): void {
  if (KEPT[purpose] === Infinity) return;
  const ofPurpose = listSnapshots(owner).filter((snapshot) => snapshot.purpose === purpose);
  for (const { info } of ofPurpose.slice(KEPT[purpose])) {
    for (const path of [info.path, sidecarPath(info.path)]) removeIfAllowed(path);
  }
}
