import type { NewTurn, Turn } from "@memorymaster/core";
import { turnTerms } from "@memorymaster/core";
import type { Insertable, Selectable } from "kysely";
import { absent, present } from "../absence.ts";
import type { Codecs, IndexDocument } from "../flavor.ts";
import type { VerbatimMemoriesTable } from "../schema.ts";

export const TURN_COLUMNS = [
  "verbatim_memories.id",
  "session_id",
  "position",
  "role",
  "speaker",
  "kind",
  "content",
  "scope",
  "timestamp",
  "source_agent",
] as const;

export type TurnRow = Omit<Selectable<VerbatimMemoriesTable>, "embedding_synced" | "created_at" | "content_hash">;

export function turnOf(row: TurnRow, { time }: Codecs): Turn {
  return {
    id: row.id,
    sessionId: row.session_id,
    position: row.position,
    role: row.role as Turn["role"],
    speaker: present(row.speaker),
    kind: row.kind as Turn["kind"],
    content: row.content,
    scope: row.scope,
    timestamp: time.decode(row.timestamp),
    sourceAgent: row.source_agent,
  };
}

export type TurnInsert = Insertable<VerbatimMemoriesTable>;

export function turnInsertOf(
  turn: NewTurn,
  { position, contentHash }: { readonly position: number; readonly contentHash: string },
  { time }: Codecs,
): TurnInsert {
  return {
    session_id: turn.sessionId,
    position,
    role: turn.role,
    speaker: absent(turn.speaker),
    kind: turn.kind,
    scope: turn.scope,
    timestamp: time.encode(turn.timestamp),
    source_agent: turn.sourceAgent,
    created_at: time.encode(turn.createdAt),
    content_hash: contentHash,
    content: turn.content,
  };
}

/** What the text index gets of a turn. */
export const turnDocument = ({ id, content }: Pick<TurnRow, "id" | "content">): IndexDocument => ({
  id,
  terms: { content: turnTerms(content) },
});
