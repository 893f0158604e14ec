import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";

import type { SnapshotInfo, SnapshotPurpose } from "@memorymaster/core";
import Database from "better-sqlite3";
import { commitOf, parseSnapshotName } from "./snapshot-name.ts";
import type { SnapshotName } from "./snapshot-name.ts";
import { snapshotFolder } from "./snapshot-folder.ts";
import { readStoreId } from "./database-facts.ts";
import { readSidecar } from "./sidecar.ts";
import type { SidecarFields } from "./sidecar.ts";

/** Whose snapshots: a folder may hold those of several databases. */
export interface SnapshotOwner {
  /** Of the database. */
  readonly path: string;
  readonly storeId: string | undefined;
}

export interface Snapshot {
  readonly info: SnapshotInfo;
  /** What nobody can tell any more counts as `manual`, and is kept. */
  readonly purpose: SnapshotPurpose;
  /** Of the newest event in it, whosever it is; absent when the file beside it does not say. */
  readonly headHash: string | undefined;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}

function storeIdIn(file: string): string | undefined {
  try {
    const snapshot = new Database(file, { readonly: true, fileMustExist: true });
    try {
      return readStoreId(snapshot);
    } finally {
      snapshot.close();
    }
  } catch {
    return undefined;
  }
}

function isOfStore({ storeId }: SnapshotOwner, path: string, sidecar: SidecarFields): boolean {
  return storeId !== undefined && (sidecar.storeId ?? storeIdIn(path)) === storeId;
}

function snapshotAt(path: string, name: SnapshotName, owner: SnapshotOwner): Snapshot | undefined {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts?.isFile() !== true) return undefined;
  const sidecar = readSidecar(path);
  const isOwn = isOfStore(owner, path, sidecar);
  // By its name too: a file that was lost and created anew is another store, and wants its old content back.
  if (!isOwn && sidecar.sourceDb !== basename(owner.path)) return undefined;
  const { commit, timestamp = name.timestamp, message = "", purpose = "manual" } = sidecar;
  const info = {
    snapshotId: name.snapshotId,
    filename: basename(path),
    path,
    commitHash: commitOf(commit),
    timestamp,
    message,
    sizeBytes: facts.size,
    anchor: isOwn ? sidecar.anchor : undefined,
  };
  return { info, purpose, headHash: sidecar.anchor?.headHash };
}

/** The snapshots of a database, newest first; what else lies in the folder is passed over. */
export function listSnapshots(owner: SnapshotOwner): readonly Snapshot[] {
  const folder = snapshotFolder(owner.path);
  const named = namesIn(folder).flatMap((filename) => {
    const name = parseSnapshotName(filename);
    return name === undefined ? [] : [{ filename, name }];
  });
  named.sort((one, other) => (one.name.stamp < other.name.stamp ? 1 : -1));
  return named.flatMap(({ filename, name }) => snapshotAt(join(folder, filename), name, owner) ?? []);
}
