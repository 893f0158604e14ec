/** A file as the workspace holds it now, uncommitted edits included. */
export interface EvidenceFile {
  readonly text: string;
  /** Git object id of exactly this content; absent outside git. */
  readonly gitBlob: string | undefined;
  /** HEAD; absent outside git or before the first commit. */
  readonly commitId: string | undefined;
}

/** Reads cited files of the workspace at hand. */
export interface EvidenceReader {
  /** A path relative to the repository root with `/` separators, or `undefined` when the path lies outside it. */
  relativePath(path: string): string | undefined;
  /** `undefined` when there is no such readable text file of at most 1 MiB inside the workspace. */
  read(relativePath: string): Promise<EvidenceFile | undefined>;
}
