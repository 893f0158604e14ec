import type { ChainReport } from "../events/chain-report.ts";
import type { FileCheck } from "../ports/database-files.ts";
import type { IndexDrift, RowIssues } from "../ports/upkeep-store.ts";

/** The file as such; the text index; the record of events with all that must agree with it. */
export const INTEGRITY_PARTS = ["file", "index", "record"] as const;
export type IntegrityPart = (typeof INTEGRITY_PARTS)[number];

export interface CheckOptions {
  /** Compare the text index with every claim, not only with the newest 1,000. Default false. */
  readonly full?: boolean | undefined;
  /** Default: all. */
  readonly parts?: readonly IntegrityPart[] | undefined;
}

export type TransitionReason = "unknown_status" | "invalid_transition" | "status_differs";

/** A change of status that the lifecycle does not know, or a claim whose status its events do not explain. */
export interface TransitionIssue {
  readonly reason: TransitionReason;
  readonly claimId: number | undefined;
  /** The event with the change; absent when it is the claim that differs. */
  readonly eventId: number | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** A row of the open proposals that is not what the events say. */
export interface ProposalIssue {
  readonly eventId: number;
  readonly reason: "missing" | "leftover" | "changed";
}

/** What does not agree with each other; at most 500 of each kind. */
export interface ReconcileReport {
  readonly rows: RowIssues;
  readonly transitions: readonly TransitionIssue[];
  readonly openProposals: readonly ProposalIssue[];
}

export interface IntegrityReport {
  readonly checkedAt: string;
  /** Nothing that was looked at is wrong. */
  readonly ok: boolean;
  readonly readOnly: boolean;
  /** Absent when not asked for, and for a database that is no file. */
  readonly file: FileCheck | undefined;
  readonly index: IndexDrift | undefined;
  readonly chain: ChainReport | undefined;
  readonly reconcile: ReconcileReport | undefined;
  /** Whether a failed check, this one or one before, keeps claims from being promoted. */
  readonly promotionsFrozen: boolean;
  /** Parts that could not be looked at. */
  readonly failures: readonly { readonly part: IntegrityPart; readonly message: string }[];
}

/** What a repair did. */
export interface RepairAction {
  readonly action:
    | "deleted_orphan_citations"
    | "cleared_replaced_by"
    | "cleared_supersedes"
    | "completed_supersession"
    | "rebuilt_open_proposals";
  /** Of citations, claims or events that filed a proposal. */
  readonly ids: readonly number[];
}
