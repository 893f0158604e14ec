import type { JsonObject, LanguageModel, MemoryContext, Viewer } from "@memorymaster/core";

/** A regular file of the workspace, as a scan meets it. */
export interface WorkspaceFile {
  /** With `/` separators. */
  readonly relativePath: string;
  /** Invalid bytes are replaced; absent = larger than the scan reads, or not readable. */
  readonly text: string | undefined;
}

export interface ScanLimits {
  readonly maxFiles: number;
  readonly maxFileBytes: number;
  /** Of files whose names do not end so nothing is read. Absent = any but binary ones. */
  readonly suffixes?: readonly string[] | undefined;
}

/** What git says of a path or commit; `undefined` when it cannot be asked. */
export interface GitReader {
  /** Whether the commit is HEAD or one of its ancestors. */
  isAncestor(commitId: string): Promise<boolean | undefined>;
  /** Whether the object is in the repository; `undefined` also in a shallow clone that lacks it. */
  hasCommit(commitId: string): Promise<boolean | undefined>;
  /** Where a file of that commit is now (work tree included, similarity ≥ 50 %); `undefined` when git knows no new place. */
  renamedTo(path: string, since: string): Promise<string | undefined>;
  /** Whether the file differs from HEAD. */
  isDirty(path: string): Promise<boolean | undefined>;
  /** Whether a commit has touched the file since that time (stored form). */
  changedSince(path: string, time: string): Promise<boolean | undefined>;
  /** Files of that name that git does not track. */
  untrackedNamed(name: string): Promise<readonly string[]>;
}

/** The folder whose files claims cite. Nothing outside it is read, or tested for existence. */
export interface WorkspaceReader {
  /** The scope of its claims. */
  readonly scope: string;
  /** A path relative to the root with `/` separators, or `undefined` when it lies outside. */
  relativePath(path: string): string | undefined;
  /** Text of a regular file inside, links followed; `undefined` = absent, outside, binary or over 1 MiB. */
  readText(relativePath: string): Promise<string | undefined>;
  /** `undefined` = not there, or no regular file or folder inside. */
  stat(relativePath: string): Promise<{ readonly kind: "file" | "folder"; readonly changedAt: string } | undefined>;
  /** Walks the files in the order of their names, links not followed; ends at the limits or with the signal. */
  scan(limits: ScanLimits, signal?: AbortSignal): AsyncIterable<WorkspaceFile>;
  /** Absent outside git. */
  readonly git?: GitReader | undefined;
}

/** What maintenance works with. */
export interface StewardContext extends MemoryContext {
  /** Absent = no workspace at hand: nothing is checked against files. */
  readonly workspace?: WorkspaceReader | undefined;
  /** Absent = no model: rules and words alone. */
  readonly model?: LanguageModel | undefined;
  /** Ends long work between two claims. */
  readonly signal?: AbortSignal | undefined;
  readonly log?: ((message: string) => void) | undefined;
}

/** One run of a job. */
export interface Job {
  readonly context: StewardContext;
  /** The operator of the store: sees what it may govern. */
  readonly viewer: Viewer;
  /** Names all events of the run. */
  readonly runId: string;
  /** Claims that one step takes at most. */
  readonly limit: number;
}

/** What a step says of itself, in wire form. */
export type StepResult = JsonObject;
