import type { CheckStatus, Citation, Claim } from "@memorymaster/core";
import type { WorkspaceReader } from "../types.ts";
import type { UrlReader } from "./check-url.ts";

/** What citations without words are judged by; those with words always by them. */
export type StalenessMode = "content" | "mtime" | "git";

/** Where evidence is looked for. */
export interface Sources {
  readonly workspace: WorkspaceReader;
  readonly mode: StalenessMode;
  /** In the form in which evidence is compared; `undefined` = no text at hand. */
  readonly linesOf: (path: string) => Promise<readonly string[] | undefined>;
  /** Absent = no URL is asked. */
  readonly readUrl?: UrlReader | undefined;
}

/** What a check says; the place is where the text was looked for, or, of what moved, where it is now. */
export interface Verdict {
  readonly outcome: CheckStatus;
  readonly path?: string | undefined;
  readonly lineStart?: number | undefined;
  readonly lineEnd?: number | undefined;
  /** The commit that the new path belongs to. */
  readonly commitId?: string | undefined;
  /** Of a file: it differs from HEAD. */
  readonly dirty?: boolean | undefined;
  /** What stands at the cited lines instead. */
  readonly instead?: string | undefined;
}

/** Of the claim that cites. */
export type Asked = Pick<Claim, "scope" | "status" | "lastValidatedAt" | "updatedAt">;

/** What a check says of one stored citation. */
export interface Finding extends Verdict {
  readonly citation: Citation;
}
