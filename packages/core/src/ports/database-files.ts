import type { ChainAnchor } from "./upkeep-store.ts";

/** A copy of the whole database beside it. */
export interface SnapshotInfo {
  /** `<8 hex of git HEAD or nogit>_<YYYYMMDD_HHMMSS_ffffff>` (UTC). */
  readonly snapshotId: string;
  readonly filename: string;
  readonly path: string;
  readonly commitHash: string | undefined;
  readonly timestamp: string;
  readonly message: string;
  readonly sizeBytes: number;
  /** How far the chain of events reached; absent when there was none, and for a snapshot of another store. */
  readonly anchor: Omit<ChainAnchor, "name"> | undefined;
}

export const SNAPSHOT_PURPOSES = ["manual", "pre-rollback", "pre-migration", "git-hook"] as const;
export type SnapshotPurpose = (typeof SNAPSHOT_PURPOSES)[number];

/** How a copy is followed and stopped. */
export interface CopyOptions {
  /** Called now and then with the pages done and those of the whole. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Ends the copy as if it had never begun: StoreError `store.unavailable` with the reason `stopped`. */
  readonly signal?: AbortSignal | undefined;
}

export interface SnapshotRequest extends CopyOptions {
  /** At most 500 code points; secrets are taken out. */
  readonly message?: string | undefined;
  /** git HEAD of the workspace. */
  readonly commit?: string | undefined;
  /** Decides how many are kept. Default `manual`: all. */
  readonly purpose?: SnapshotPurpose | undefined;
}

/** How the claims of a snapshot differ from those of the database now. */
export interface SnapshotDiff {
  readonly snapshotId: string;
  readonly added: readonly DiffRow[];
  readonly removed: readonly DiffRow[];
  readonly changed: readonly ChangedRow[];
  readonly unchanged: number;
}

export interface DiffRow {
  readonly id: number;
  readonly text: string;
  readonly status: string;
}

export interface ChangedRow {
  readonly id: number;
  readonly text: string;
  /** By wire name of the field. */
  readonly changes: Readonly<Record<string, { readonly old: unknown; readonly new: unknown }>>;
}

export interface RollbackResult {
  readonly restored: SnapshotInfo;
  /** What was there before. */
  readonly saved: SnapshotInfo;
  /** Claims whose words were erased after the snapshot was taken, and are back with it. */
  readonly revivedClaimIds: readonly number[];
}

export interface BackupInfo {
  readonly file: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** A copy of the whole database without its free space. */
export interface VacuumSnapshot {
  readonly file: string;
  /** False when there was one of this day. */
  readonly created: boolean;
  readonly sizeBytes: number;
}

export interface CheckpointResult {
  readonly busy: boolean;
  readonly logFrames: number;
  readonly checkpointedFrames: number;
  readonly walBytes: number;
}

export interface FileCheck {
  /** `ok`, or what the database says; the text index has a check of its own. */
  readonly quickCheck: string;
  /** Rows whose foreign key points nowhere, by table; absent when not looked at: in a damaged file, and for reading. */
  readonly foreignKeys: Readonly<Record<string, number>> | undefined;
}

/** When the content of the database was last replaced by a snapshot or backup. */
export interface RestoreMark {
  /** Another one for every replacement. */
  readonly mark: string;
  /** Snapshot id, or name of the backup file. */
  readonly source: string;
  readonly at: string;
}

/**
 * What is done to a database as files. Only a store on one file has it; a copy replaces the content inside the live
 * file, never the file, so that other processes go on with the new content.
 */
export interface DatabaseFiles {
  /** Absolute. */
  readonly path: string;
  snapshot(request?: SnapshotRequest): Promise<SnapshotInfo>;
  /** Of this database, newest first. */
  snapshots(): Promise<readonly SnapshotInfo[]>;
  /**
   * @throws InvalidInputError for a malformed id
   * @throws ConflictError `snapshot.ambiguous` for a prefix of several
   * @throws NotFoundError `snapshot.not_found`
   */
  findSnapshot(idOrPrefix: string): Promise<SnapshotInfo>;
  /** @throws as `findSnapshot` */
  diff(idOrPrefix: string): Promise<SnapshotDiff>;
  /**
   * Checks the snapshot, saves the present state as another one, and copies it into the live file in one step: no write
   * falls between the two.
   *
   * @throws as `findSnapshot`; StoreError when the snapshot is damaged or newer than this program
   */
  rollback(idOrPrefix: string, options?: CopyOptions & Pick<SnapshotRequest, "commit">): Promise<RollbackResult>;
  /** @throws InvalidInputError when the file exists, or its folder does not */
  backup(file: string, options?: CopyOptions): Promise<BackupInfo>;
  /**
   * Copies the database without its free space into a folder of its own below `parent`, once on a day (UTC); the newest
   * three stay. The process does nothing else meanwhile.
   */
  vacuumSnapshot(parent: string): Promise<VacuumSnapshot>;
  /**
   * Copies a checked backup into this database.
   *
   * @throws InvalidInputError when this database holds claims or events; StoreError when the backup cannot be used
   */
  restore(file: string, options?: CopyOptions): Promise<void>;
  lastRestore(): Promise<RestoreMark | undefined>;
  /** Moves the log into the database; waits at most 30 s for readers and writers to let it. */
  checkpoint(): Promise<CheckpointResult>;
  /** A store that is open for reading alone is checked more closely, and its foreign keys are not. */
  check(): Promise<FileCheck>;
  /** The same, less closely, from another process that is ended when the time is over; `undefined` then. */
  quickCheck(limitMs: number): Promise<FileCheck | undefined>;
  /** File whose presence says that a failed check has frozen promotions; the operator removes it. */
  readonly sentinel: string;
  isFrozen(): boolean;
  freeze(): Promise<void>;
}
