import { readFileSync, writeFileSync } from "node:fs";

import { SNAPSHOT_PURPOSES } from "@memorymaster/core";
import type { SnapshotInfo, SnapshotPurpose } from "@memorymaster/core";

type Json = Readonly<Record<string, unknown>>;

/** What stands beside a snapshot as JSON. */
export interface Sidecar {
  readonly commit: string | undefined;
  readonly timestamp: string;
  readonly message: string;
  /** Name of the file without its folder. */
  readonly sourceDb: string;
  readonly purpose: SnapshotPurpose;
  readonly storeId: string | undefined;
  readonly anchor: SnapshotInfo["anchor"];
}

export function sidecarPath(snapshot: string): string {
  return snapshot.replace(/\.db$/, ".meta");
}

function anchorJson({ eventCount, headId, headHash, recordedAt }: NonNullable<Sidecar["anchor"]>): Json {
  return { event_count: eventCount, head_id: headId, head_hash: headHash, recorded_at: recordedAt };
}

export function writeSidecar(snapshot: string, sidecar: Sidecar): void {
  const { commit = null, timestamp, message, purpose, anchor } = sidecar;
  const value = {
    commit,
    timestamp,
    message,
    source_db: sidecar.sourceDb,
    purpose,
    store_id: sidecar.storeId ?? null,
    anchor: anchor === undefined ? null : anchorJson(anchor),
  };
  writeFileSync(sidecarPath(snapshot), `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function anchorOf(value: unknown): Sidecar["anchor"] {
  const { event_count: eventCount, head_id: headId, head_hash: headHash, recorded_at: at } = (value ?? {}) as Json;
  if (typeof eventCount !== "number" || typeof headId !== "number" || typeof headHash !== "string") return undefined;
  return { eventCount, headId, headHash, recordedAt: textOf(at) ?? "" };
}

function parsed(snapshot: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(sidecarPath(snapshot), "utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

export type SidecarFields = { readonly [Field in keyof Sidecar]: Sidecar[Field] | undefined };

/** What can be read of it; a file that is missing or no JSON says nothing, and a snapshot is whole without it. */
export function readSidecar(snapshot: string): SidecarFields {
  const value = parsed(snapshot) ?? {};
  return {
    commit: textOf(value["commit"]),
    timestamp: textOf(value["timestamp"]),
    message: textOf(value["message"]),
    sourceDb: textOf(value["source_db"]),
    purpose: SNAPSHOT_PURPOSES.find((purpose) => purpose === value["purpose"]),
    storeId: textOf(value["store_id"]),
    anchor: anchorOf(value["anchor"]),
  };
}
