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
  /** Only files whose names end so are met. Absent = all but binary ones. */
  readonly suffixes?: readonly string[] | undefined;
  /** Told when the walk ends before it has met every file: what was not found may still be there. */
  readonly onCut?: (() => void) | undefined;
}

/** What git says of a path or commit; `undefined` when it cannot be asked. Answers are kept: make one for each run. */
export interface GitReader {
  /** The commit that the work tree stands on; `undefined` before the first one. */
  headCommit(): string | undefined;
  /** Whether the commit is HEAD or one of its ancestors. */
  isAncestor(commitId: string): Promise<boolean | undefined>;
  /** Whether the object is in the repository; `undefined` also in a shallow clone that lacks it. */
  hasCommit(commitId: string): Promise<boolean | undefined>;
  /**
   * Where a file of that commit (an id, or `HEAD`) is now, work tree included, similarity ≥ 50 %; `undefined` when git
   * knows no new place.
   */
  renamedTo(path: string, since: string): Promise<string | undefined>;
  /** Whether the file is in the repository but left out of the work tree (sparse checkout). */
  isLeftOut(path: string): Promise<boolean | undefined>;
  /** Whether the file differs from HEAD; one that git does not track does. */
  isDirty(path: string): Promise<boolean | undefined>;
  /** Whether a commit has touched the file since that time (stored form). */
  changedSince(path: string, time: string): Promise<boolean | undefined>;
  /** Files of that name that git neither tracks nor ignores, in the order of their paths. */
  untrackedNamed(name: string): Promise<readonly string[]>;
}

export interface PathFacts {
  /** `other` = there, but neither: a pipe, a device, or a link that leads outside or to nothing. */
  readonly kind: "file" | "folder" | "other";
  /** Stored form. */
  readonly changedAt: string;
}

/** The folder whose files claims cite. Nothing outside it is read, or tested for existence. */
export interface WorkspaceReader {
  /** The scope of its claims. */
  readonly scope: string;
  /** A path relative to the root with `/` separators, or `undefined` when it lies outside; looks at no file. */
  relativePath(path: string): string | undefined;
  /** Text of a regular file inside, links followed; `undefined` = absent, outside, binary or over 1 MiB. */
  readText(relativePath: string): Promise<string | undefined>;
  /** `undefined` = not there. */
  stat(relativePath: string): Promise<PathFacts | undefined>;
  /**
   * Walks the files in the order of their names, links not followed; folders of dependencies and builds and files that
   * hold secrets are passed over. Ends at the limits, after 20,000 entries or with the signal.
   */
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
  /** Claims that one step takes at most; one that looks at two states, of each. */
  readonly limit: number;
  /** Says that the run is alive, now and then. @throws ConflictError `cycle.lease_lost` when another one has taken over */
  readonly beat?: (() => Promise<void>) | undefined;
}

/** What a step says of itself, in wire form. */
export type StepResult = JsonObject;
