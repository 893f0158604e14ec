import type { TurnRole } from "@memorymaster/core";

import type { LineClass } from "./types.ts";

/** A piece of a line. Without text nothing of it is kept, and it only says what the line is. */
export interface LinePart {
  readonly class: LineClass;
  readonly role: TurnRole;
  readonly text: string;
  readonly speaker?: string | undefined;
  /** Written by the assistant for a sub-agent. */
  readonly isPrompt?: boolean | undefined;
}

/** What a line says, in one form for all kinds of transcript. */
export interface ParsedLine {
  readonly parts: readonly LinePart[];
  /** Absent where the line names none. */
  readonly sessionId?: string | undefined;
  /** The line begins a file and names its session; later ones in a file are copies from other sessions. */
  readonly isHead?: boolean;
  readonly agentId?: string | undefined;
  readonly cwd?: string | undefined;
  /** As the line has it. */
  readonly timestamp?: unknown;
  /** Lines with the same one are parts of one answer. */
  readonly messageId?: string | undefined;
}

/** Ids of the calls by which a session has asked this product: their results are no news. */
export type OwnCalls = Set<string>;

export function nothingOf(name: LineClass): LinePart {
  return { class: name, role: "assistant", text: "" };
}

const ROLES: Readonly<Record<string, TurnRole>> = {
  user: "user",
  human: "user",
  assistant: "assistant",
  model: "assistant",
};

export function roleOf(value: unknown): TurnRole | undefined {
  return typeof value === "string" && Object.hasOwn(ROLES, value) ? ROLES[value] : undefined;
}
