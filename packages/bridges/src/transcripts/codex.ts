import { actionPart, contentParts } from "./content-parts.ts";
import { textOf } from "./json.ts";
import type { JsonRecord } from "./json.ts";
import { nothingOf, roleOf } from "./line-parts.ts";
import type { LinePart, OwnCalls, ParsedLine } from "./line-parts.ts";
import { withoutOwnBlocks } from "./own-blocks.ts";

/** What was said or done, as Codex keeps it; also a line that holds nothing but a role and a content. */
export function codexItem(item: JsonRecord, calls: OwnCalls): readonly LinePart[] {
  const action = actionPart(item, calls);
  if (action !== undefined) return [action];
  if (!("role" in item)) return [nothingOf("metadata")];
  const role = roleOf(item["role"]);
  if (role === undefined) return [nothingOf(typeof item["role"] === "string" ? "meta" : "bad")];
  const speaker = textOf(item["speaker"]) ?? textOf(item["name"]);
  return contentParts(item["content"], { role, speaker, calls });
}

type ReadPayload = (payload: JsonRecord) => ParsedLine;

/** Lines of a rollout that hold no item. Those of type `event_msg` tell what the items say once more. */
const OTHERS: Readonly<Record<string, ReadPayload>> = {
  session_meta: (payload) => ({
    parts: [nothingOf("metadata")],
    sessionId: textOf(payload["id"]),
    isHead: true,
    cwd: textOf(payload["cwd"]),
  }),
  turn_context: (payload) => ({ parts: [nothingOf("metadata")], cwd: textOf(payload["cwd"]) }),
  event_msg: () => ({ parts: [nothingOf("metadata")] }),
  compacted: (payload) => ({
    parts: [{ class: "summary", role: "assistant", text: withoutOwnBlocks(textOf(payload["message"]) ?? "").trim() }],
  }),
};

/** A line of Codex. */
export function codexLine(line: JsonRecord, payload: JsonRecord, calls: OwnCalls): ParsedLine {
  const { type } = line;
  const other = typeof type === "string" && Object.hasOwn(OTHERS, type) ? OTHERS[type] : undefined;
  return other?.(payload) ?? { parts: codexItem(payload, calls) };
}
