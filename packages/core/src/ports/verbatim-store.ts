import type { Clean } from "../security/clean.ts";

export const TURN_ROLES = ["user", "assistant"] as const;
export type TurnRole = (typeof TURN_ROLES)[number];

/** `prose` = what somebody said, `tool` = a call of a tool or its answer, `summary` = what a program said of a session. */
export const TURN_KINDS = ["prose", "tool", "summary"] as const;
export type TurnKind = (typeof TURN_KINDS)[number];

/** What was said in a conversation, word for word. */
export interface Turn {
  readonly id: number;
  readonly sessionId: string;
  /** Order in the session, from 0; gaps and equal ones may be. */
  readonly position: number;
  readonly role: TurnRole;
  readonly speaker: string | undefined;
  readonly kind: TurnKind;
  readonly content: string;
  readonly scope: string;
  /** When it was said, in stored form. */
  readonly timestamp: string;
  readonly sourceAgent: string;
}

/** A turn ready to be stored. */
export interface NewTurn extends Omit<Turn, "id" | "position"> {
  /** Absent = the next one of the session. */
  readonly position: number | undefined;
  readonly createdAt: string;
}

/** Conditions on turns, all of them to be met; an absent one does not restrict. */
export interface TurnFilter {
  /** Empty matches nothing. */
  readonly scopes?: readonly string[] | undefined;
  /** Whether every scope `project:…` counts as one of the scopes. Default false. */
  readonly everyProject?: boolean | undefined;
  /** Not said after this instant (stored form). */
  readonly until?: string | undefined;
}

export interface TurnRequest {
  readonly terms: readonly string[];
  readonly filter: TurnFilter;
  readonly limit: number;
  /** The store may leave the ranking at the newest so many turns that hold a term. Absent = all. */
  readonly newest?: number | undefined;
}

export interface TurnStats {
  readonly turns: number;
  /** Terms in the text index, repeated ones counted. */
  readonly terms: number;
}

export interface TurnCensus {
  readonly turns: number;
  readonly sessions: number;
  /** Of all contents in UTF-8. */
  readonly bytes: number;
  /** Different contents. */
  readonly contents: number;
}

/** What retention weighs of a turn. */
export interface TurnWeight extends Pick<Turn, "id" | "timestamp"> {
  /** Of the content in UTF-8. */
  readonly bytes: number;
  /** No turn of its session is younger. */
  readonly endsSession: boolean;
}

/** Turns that a cleanup may take: those whose session has the same content under a lower id, or that begin with a text. */
export type TurnSelection = "duplicates" | { readonly beginnings: readonly string[] };

/** The conversations as they were led. No viewer narrows it: it is for whoever may read the whole machine. */
export interface VerbatimStore {
  /**
   * Writes turns with their text index. One whose content its session holds already, or held earlier in the list, is
   * passed over and takes no position.
   *
   * @returns ids in the order of the turns; `undefined` for what was passed over
   */
  insert(turns: readonly Clean<NewTurn>[]): Promise<readonly (number | undefined)[]>;
  stats(): Promise<TurnStats>;
  /** Turns that hold each term, at most `cap`; a term of none is absent. */
  termCounts(terms: readonly string[], cap: number): Promise<ReadonlyMap<string, number>>;
  /** Turns that hold any of the terms and meet the filter: by the store's own rank, then id descending. */
  candidates(request: TurnRequest): Promise<readonly Turn[]>;
  /**
   * The turns of these ids, and those at most `distance` positions away in the same session; all meet the filter. By
   * session, position and id.
   */
  around(ids: readonly number[], distance: number, filter: TurnFilter): Promise<readonly Turn[]>;
  /** In the order of `ids`; unknown ones are absent. */
  getMany(ids: readonly number[]): Promise<readonly Turn[]>;
  census(): Promise<TurnCensus>;
  /** Ids behind `after`, rising. */
  select(selection: TurnSelection, after: number, limit: number): Promise<readonly number[]>;
  /** Oldest first, equal ones by id; behind `after`. */
  oldest(after: TurnWeight | undefined, limit: number): Promise<readonly TurnWeight[]>;
  /** Removes turns with their text index; returns how many there were. */
  remove(ids: readonly number[]): Promise<number>;
}
