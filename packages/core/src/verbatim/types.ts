import type { Turn, TurnKind, TurnRole } from "../ports/verbatim-store.ts";
import type { PackedTurns } from "./pack-turns.ts";

/** Something that was said, as a reader of transcripts has it. */
export interface TurnInput {
  readonly sessionId: string;
  readonly role: TurnRole;
  readonly content: string;
  /** Order in the session, from 0. Default: behind what is stored of it. */
  readonly position?: number | undefined;
  /** Default: none but the role. */
  readonly speaker?: string | undefined;
  /** Default `prose`. */
  readonly kind?: TurnKind | undefined;
  /** ISO-8601. Default: now. */
  readonly timestamp?: string | undefined;
}

export interface StoreTurnsOptions {
  /** Absent, empty or `project` = the project at hand. */
  readonly scope?: string | undefined;
  /** Who brings them. Default: the caller's name, else the surface. */
  readonly sourceAgent?: string | undefined;
}

export interface StoreTurnsResult {
  readonly stored: number;
  /** Shorter than 20 characters, or with a field that cannot be stored. */
  readonly skipped: number;
  /** Stored without a secret that was said. */
  readonly redacted: number;
  /** Content that its session holds already. */
  readonly duplicates: number;
}

export const TURN_SEARCH_MODES = ["fts", "vector", "hybrid"] as const;
export type TurnSearchMode = (typeof TURN_SEARCH_MODES)[number];

export interface TurnSearchRequest {
  /** 1..10,000 code points; what follows is ignored. */
  readonly query: string;
  /** Absent or empty = the default read scopes; `project` = every project. */
  readonly scope?: string | undefined;
  /** 1..100, clamped. Default 10. */
  readonly limit?: number | undefined;
  /** Default `fts`, which answers for the others as long as turns have no vectors. */
  readonly mode?: TurnSearchMode | undefined;
  /** Turns before and after each row, 0..5, clamped. Default 0. */
  readonly window?: number | undefined;
  /** ISO-8601: what was said until then, and the day that `yesterday` counts from. Default: now. */
  readonly asOf?: string | undefined;
  /** Packs the best turns into a block of at most so many tokens too. */
  readonly tokenBudget?: number | undefined;
}

export interface TurnSearchRow extends Turn {
  readonly score: number;
  readonly matchedTerms: readonly string[];
  /** In order; there when a window was asked for. */
  readonly neighbours: readonly Turn[] | undefined;
}

export interface TurnSearchResult {
  /** Best first. */
  readonly rows: readonly TurnSearchRow[];
  readonly requestedMode: TurnSearchMode;
  readonly mode: "fts";
  /** Why the mode is not the one asked for. */
  readonly containmentReason: "not_configured" | undefined;
  /** As used. */
  readonly limit: number;
  /** There when a budget was given. */
  readonly block: PackedTurns | undefined;
}

export interface TurnAnalysis {
  readonly total: number;
  readonly distinctContents: number;
  readonly duplicates: number;
  readonly junk: number;
}

export interface TurnCleanupOptions {
  /** Only say what would go. Default true. */
  readonly dryRun?: boolean | undefined;
  /** Default true. */
  readonly dedup?: boolean | undefined;
  /** Whether turns that begin with what this program itself puts before a model go. Default false. */
  readonly purgeJunk?: boolean | undefined;
  /** Whether what is too old or too much goes; it is told in any case. Default false. */
  readonly retention?: boolean | undefined;
}

/** What goes for its age, or for what there is too much of, oldest first. */
export interface TurnRetention {
  readonly candidateRows: number;
  readonly retainedBytes: number;
  /** Whether what is left is neither too old nor too much. */
  readonly withinBounds: boolean;
  /** Whether there may be more than was looked at. */
  readonly truncated: boolean;
  readonly deleted: number;
}

export interface TurnCleanupResult {
  readonly dryRun: boolean;
  /** In a dry run what would be deleted; each turn counts once. */
  readonly dedupDeleted: number;
  readonly junkDeleted: number;
  readonly retention: TurnRetention;
  readonly beforeTotal: number;
  readonly afterTotal: number;
}
