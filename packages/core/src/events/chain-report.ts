import type { ChainIssue } from "./chain.ts";

export interface ChainReport {
  readonly events: number;
  readonly valid: boolean;
  /** The newest event. */
  readonly headId: number | undefined;
  /** Its hash. */
  readonly head: string | undefined;
  /** The first 100. */
  readonly issues: readonly ChainIssue[];
}
