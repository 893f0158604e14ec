import type { SnapshotInfo } from "@memorymaster/core";

import { cleanLine } from "./clean-text.ts";
import type { Paint } from "./paint.ts";

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

/** `1.5 MiB` */
export function sizeText(bytes: number): string {
  const step = bytes < 1024 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** step;
  return `${step === 0 ? value : value.toFixed(1)} ${UNITS[step] ?? ""}`;
}

/** A snapshot on one line. */
export function snapshotText({ snapshotId, timestamp, sizeBytes, message }: SnapshotInfo, paint: Paint): string {
  const text = message === "" ? "" : `  ${cleanLine(message)}`;
  return `${paint.strong(snapshotId)}  ${timestamp}  ${sizeText(sizeBytes)}${text}`;
}

export function snapshotToWire(info: SnapshotInfo): Readonly<Record<string, unknown>> {
  return {
    snapshot_id: info.snapshotId,
    filename: info.filename,
    path: info.path,
    commit_hash: info.commitHash ?? null,
    timestamp: info.timestamp,
    message: info.message,
    size_bytes: info.sizeBytes,
  };
}
