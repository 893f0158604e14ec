import type { LinkType } from "../claims/link.ts";
import type { DumpReader, DumpRow, DumpTable } from "../ports/dump-store.ts";
import type { HistoryLine } from "../ports/history-store.ts";

/** A claim of another store, to be taken in under its own uid. Nobody has filtered it yet. */
export interface ForeignClaim {
  /** Columns of `claims`; its id, pointers, version, counters, entity and article are ignored. */
  readonly row: DumpRow;
  /** Columns of `citations`; `id` and `claim_id` are ignored. */
  readonly citations: readonly DumpRow[];
  readonly supersedesUid: string | undefined;
  readonly replacedByUid: string | undefined;
  /** Its events in the other store, oldest first. */
  readonly history: readonly HistoryLine[];
}

export interface ForeignLink {
  readonly sourceUid: string;
  readonly targetUid: string;
  readonly linkType: LinkType;
  readonly createdAt: string;
}

/** A superseded claim and its replacement. */
export interface ForeignPair {
  readonly uid: string;
  readonly replacedByUid: string;
  /** Whether the one pointer that the replacement has names this claim. Default false. */
  readonly pointsBack?: boolean | undefined;
}

export interface ForeignRelations {
  readonly links: readonly ForeignLink[];
  readonly pairs: readonly ForeignPair[];
}

export interface AdoptOptions {
  /** `sync` settles claims that both sides hold, `import` leaves them alone. */
  readonly eventType: "sync" | "import";
  /** Whether status, pin and pointers are believed: for a store of the same owner. */
  readonly keepStatus: boolean;
  /** The other store, in the events. */
  readonly origin: string;
  /** One for each job, in all of its events. */
  readonly runId: string;
  /** Claims that this store holds under another uid: uid there → uid here. Default none. */
  readonly aliases?: ReadonlyMap<string, string> | undefined;
}

/** A claim that cannot be taken in; nothing of its words is told. */
export interface RefusedClaim {
  readonly uid: string;
  readonly outcome: "refused";
  readonly code: string;
  readonly field?: string | undefined;
  /** Kinds of secrets. */
  readonly findings?: readonly string[] | undefined;
}

export type AdoptOutcome =
  | {
      readonly uid: string;
      readonly outcome: "taken" | "updated";
      readonly claimId: number;
      /**
       * What is not as it was there: `redacted`, `tuple`, `human_id`, `idempotency_key`; of an updated one the columns
       * that changed here, `citations`, `redacted`, `erased`.
       */
      readonly changes: readonly string[];
    }
  /** Without an id: an archived claim that was not wanted. */
  | {
      readonly uid: string;
      readonly outcome: "skipped";
      readonly claimId: number | undefined;
      readonly changes: readonly string[];
    }
  | RefusedClaim;

/** A link or pair that could not be completed. */
export interface LeftPair {
  readonly uid: string;
  readonly other: string;
  readonly why: string;
}

/** `known` = it was there. */
export type RelationOutcome = "written" | "known" | LeftPair;

export interface AdoptedRelations {
  /** Written now. */
  readonly links: number;
  readonly pairs: number;
  readonly left: readonly LeftPair[];
}

/** Another store, read as one state. */
export interface MergeSource {
  readonly reader: DumpReader;
  /** Absent in a file that holds only changes. */
  readonly schemaVersion: number | undefined;
}

export interface MergeOptions {
  /** The source is a replica of this store: its states and pins count. Default false. */
  readonly keepStatus?: boolean | undefined;
  /** Only says what would happen. Default false. */
  readonly dryRun?: boolean | undefined;
  /** Called now and then with the claims looked at so far and those that there are. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface MergeResult {
  /** Claims of the source. */
  readonly scanned: number;
  /** New ones. */
  readonly merged: number;
  readonly updated: number;
  readonly skipped: number;
  readonly errors: number;
  readonly refused: readonly RefusedClaim[];
  readonly left: readonly LeftPair[];
}

/** Takes the rows of a delta; what it holds is a source for a merge. */
export interface DeltaSink {
  write(table: DumpTable, rows: readonly DumpRow[]): void;
  /** Uids of claims that rows name by id, whether or not they are in the delta. */
  name(uids: ReadonlyMap<number, string>): void;
}

export interface DeltaOptions {
  /** Claims that changed then or later; default all. */
  readonly since?: string | undefined;
}

export interface DeltaResult {
  /** Claims. */
  readonly exported: number;
  readonly citations: number;
  /** Claims with a secret where none can be taken out. */
  readonly rejected: number;
  /** Claims that lost secrets. */
  readonly redacted: number;
  readonly since: string | undefined;
  /** What the next delta begins with; `undefined` when nothing was exported. */
  readonly maxUpdatedAt: string | undefined;
}
