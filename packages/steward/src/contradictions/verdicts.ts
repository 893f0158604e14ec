import type { Severity } from "../probes/types.ts";

/** Two claims as they read, asked about with one prompt of one model. */
export interface VerdictKey {
  /** The lower id of the two. */
  readonly claimAId: number;
  readonly claimBId: number;
  /** `provider:model`. */
  readonly model: string;
  readonly promptVersion: string;
  /** 64 hex digits over both texts: an edit is a new question. */
  readonly pairHash: string;
}

export interface Verdict extends VerdictKey {
  readonly contradicts: boolean;
  readonly severity: Severity;
  /** The model's words; absent when they gave something away. */
  readonly reason: string | undefined;
  /** Stored form. */
  readonly createdAt: string;
}

/** What a model has said of pairs, so that no pair is paid for twice. */
export interface VerdictStore {
  /** Those that are known, in any order. */
  readVerdicts(keys: readonly VerdictKey[]): Promise<readonly Verdict[]>;
  /** Replaces what is stored under the same keys. */
  writeVerdicts(verdicts: readonly Verdict[]): Promise<void>;
}
