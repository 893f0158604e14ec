import type { TurnKind, TurnRole } from "@memorymaster/core";

/** What a line of a transcript is. A line with several is counted as the first of them in this order. */
export const LINE_CLASSES = ["prose", "tool", "summary", "injected", "meta", "thinking", "metadata", "bad"] as const;
export type LineClass = (typeof LINE_CLASSES)[number];

/** Lines of each class that gave a turn, and that gave none. Their sum is the number of lines that are not blank. */
export type LineCounts = Readonly<Record<LineClass, { readonly kept: number; readonly dropped: number }>>;

/** One thing that was said, or done, in a session. */
export interface TranscriptTurn {
  /** `<session>#<agent>` for what a sub-agent said. */
  readonly sessionId: string;
  readonly agentId: string | undefined;
  /** `user` is the person alone: prompts for sub-agents, tools and summaries are the assistant's. */
  readonly role: TurnRole;
  /** A name that the transcript gives. */
  readonly speaker: string | undefined;
  /** What the assistant has asked of a sub-agent. */
  readonly isPrompt: boolean;
  readonly kind: TurnKind;
  /** Never blank; of a tool at most 2,000 UTF-16 units. */
  readonly content: string;
  /** In stored form. */
  readonly timestamp: string;
  /** Line of the file, from 1. */
  readonly line: number;
  readonly cwd: string | undefined;
}

export interface TranscriptOptions {
  /** Session of lines that name none: the name of the file without its ending. */
  readonly session: string;
  /** Time of lines before the first one that has a time; in stored form. */
  readonly fallbackTime: string;
}

/** The turns of some lines, and what became of the lines. */
export interface Transcript {
  readonly turns: readonly TranscriptTurn[];
  readonly lines: LineCounts;
}
