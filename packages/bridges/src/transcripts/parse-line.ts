import { claudeEvent, claudeLine } from "./claude-code.ts";
import { codexItem, codexLine } from "./codex.ts";
import { parseRecord, recordOf, textOf } from "./json.ts";
import type { JsonRecord } from "./json.ts";
import { nothingOf, roleOf } from "./line-parts.ts";
import type { OwnCalls, ParsedLine } from "./line-parts.ts";

const MAX_ID_LENGTH = 200;

function idOf(value: unknown): string | undefined {
  const id = textOf(value);
  return id === undefined || id.length > MAX_ID_LENGTH ? undefined : id;
}

/** By the shape alone: a nested message wins, then a payload, then the line itself. */
function bodyOf(line: JsonRecord, calls: OwnCalls): ParsedLine {
  const message = recordOf(line["message"]);
  if (message !== undefined) return claudeLine(line, message, calls);
  const payload = recordOf(line["payload"]);
  if (payload !== undefined) return codexLine(line, payload, calls);
  if ("role" in line) return { parts: codexItem(line, calls) };
  // A line of a speaker that has no message is broken, whatever else stands in it.
  if (roleOf(line["type"]) !== undefined) return { parts: [nothingOf("bad")] };
  const item = codexItem(line, calls);
  return { parts: item[0]?.class === "metadata" ? claudeEvent(line) : item };
}

/**
 * One line of a transcript of Claude Code or Codex, or of JSON lines with role and content.
 *
 * @param calls gets the ids of calls to this product, whose results the later lines hold
 */
export function parseLine(text: string, calls: OwnCalls): ParsedLine {
  const line = parseRecord(text);
  if (line === undefined) return { parts: [nothingOf("bad")] };
  const body = bodyOf(line, calls);
  return {
    ...body,
    sessionId: idOf(line["sessionId"]) ?? idOf(line["session_id"]) ?? idOf(body.sessionId),
    agentId: idOf(body.agentId),
    cwd: body.cwd ?? textOf(line["cwd"]),
    timestamp: line["timestamp"],
  };
}
