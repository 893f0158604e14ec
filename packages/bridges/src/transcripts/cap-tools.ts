import { sanitizePersistedText } from "@memorymaster/core";

import type { TranscriptTurn } from "./types.ts";

/** Calls and results are at most a fifth of what is kept of a session: a quarter of the rest. */
const TOOL_SHARE_OF_REST = 0.25;
/** Shorter turns are not stored. */
const MIN_LENGTH = 20;
const MAX_TOOL_LENGTH = 2_000;
/** Read of a call or result: a secret that begins before the cut must be seen whole to be taken out. */
export const TOOL_LENGTH_SEEN: number = 4 * MAX_TOOL_LENGTH;

function cutTool(text: string): string {
  if (text.length <= MAX_TOOL_LENGTH) return text;
  const clean = sanitizePersistedText(text).text;
  return `${clean.slice(0, MAX_TOOL_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Bytes that the tools of each session may take. */
function roomForTools(turns: readonly TranscriptTurn[]): Map<string, number> {
  const room = new Map<string, number>();
  for (const { kind, content, sessionId } of turns) {
    if (kind === "tool" || content.length < MIN_LENGTH) continue;
    room.set(sessionId, (room.get(sessionId) ?? 0) + Buffer.byteLength(content) * TOOL_SHARE_OF_REST);
  }
  return room;
}

/** All turns that are no tool's, and of these, cut to size, the newest that fit; in their order. */
export function capTools(turns: readonly TranscriptTurn[]): readonly TranscriptTurn[] {
  const room = roomForTools(turns);
  const kept: TranscriptTurn[] = [];
  for (const turn of turns.toReversed()) {
    if (turn.kind !== "tool") {
      kept.push(turn);
      continue;
    }
    const left = room.get(turn.sessionId) ?? 0;
    // Most do not fit, and the filter that goes before a cut takes time.
    if (Math.min(turn.content.length, MAX_TOOL_LENGTH) > left) continue;
    const content = cutTool(turn.content);
    const bytes = Buffer.byteLength(content);
    if (bytes > left) continue;
    room.set(turn.sessionId, left - bytes);
    kept.push({ ...turn, content });
  }
  return kept.reverse();
}
