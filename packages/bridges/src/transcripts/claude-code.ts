import { contentParts } from "./content-parts.ts";
import { recordOf, textOf } from "./json.ts";
import type { JsonRecord } from "./json.ts";
import { nothingOf, roleOf } from "./line-parts.ts";
import type { LinePart, OwnCalls, ParsedLine } from "./line-parts.ts";
import { isContinuation, wordsOfUser } from "./user-words.ts";

/** Sub-agent of lines that are marked as a sub-agent's and do not say whose. */
const UNNAMED_AGENT = "sidechain";
/** The run that writes a summary repeats the conversation. */
const COMPACTION = /^acompact/;
/** Model of messages that the program writes in the name of the assistant. */
const NO_MODEL = "<synthetic>";

function agentOf(line: JsonRecord): string | undefined {
  return textOf(line["agentId"]) ?? (line["isSidechain"] === true ? UNNAMED_AGENT : undefined);
}

/** The answers to questions of the assistant stand in the result of a tool. */
function answersOf(line: JsonRecord): readonly LinePart[] {
  const answers = recordOf(recordOf(line["toolUseResult"])?.["answers"]);
  const text = Object.entries(answers ?? {})
    .flatMap(([question, answer]) => (typeof answer === "string" ? `${question} ${answer}` : []))
    .join("\n");
  return text === "" ? [] : [{ class: "prose", role: "user", text: wordsOfUser(text) }];
}

/** The answer of a sub-agent stands in its own session too, with the same words, or nowhere else: it is said there. */
function reportOf(line: JsonRecord, calls: OwnCalls): ParsedLine | undefined {
  const result = recordOf(line["toolUseResult"]);
  if (result?.["totalToolUseCount"] === undefined) return undefined;
  const parts = contentParts(result["content"], { role: "assistant", calls });
  return { parts, agentId: textOf(result["agentId"]) ?? UNNAMED_AGENT };
}

function isSummary(line: JsonRecord, message: JsonRecord): boolean {
  return line["isCompactSummary"] === true || isContinuation(textOf(message["content"]) ?? "");
}

function messageParts(line: JsonRecord, message: JsonRecord, calls: OwnCalls): readonly LinePart[] {
  const said = message["role"] ?? line["type"];
  const role = roleOf(said);
  if (role === undefined) return [nothingOf(typeof said === "string" ? "metadata" : "bad")];
  if (isSummary(line, message)) {
    const parts = contentParts(message["content"], { role: "assistant", calls });
    return parts.map((part) => ({ ...part, class: part.class === "prose" ? "summary" : part.class }));
  }
  const isPrompt = role === "user" && agentOf(line) !== undefined;
  const answers = answersOf(line);
  if (answers.length > 0) return answers;
  return contentParts(message["content"], { role: isPrompt ? "assistant" : role, isPrompt, calls });
}

/** Lines that no one said: instructions of the program, its own messages, and what a compaction repeats. */
function unsaid(line: JsonRecord, message: JsonRecord): LinePart | undefined {
  if (COMPACTION.test(agentOf(line) ?? "")) return nothingOf("summary");
  const isProgram = message["model"] === NO_MODEL || line["isApiErrorMessage"] === true;
  return line["isMeta"] === true || isProgram ? nothingOf("meta") : undefined;
}

/** A line of Claude Code with a message in it. */
export function claudeLine(line: JsonRecord, message: JsonRecord, calls: OwnCalls): ParsedLine {
  const skipped = unsaid(line, message);
  const report = skipped === undefined ? reportOf(line, calls) : undefined;
  return (
    report ?? {
      parts: skipped === undefined ? messageParts(line, message, calls) : [skipped],
      agentId: agentOf(line),
      messageId: textOf(message["id"]),
    }
  );
}

/** A line without a message. What the user typed while the assistant was busy waits in a queue, and may never be sent. */
export function claudeEvent(line: JsonRecord): readonly LinePart[] {
  if (line["type"] === "summary") return [nothingOf("summary")];
  const queued = line["operation"] === "enqueue" ? textOf(line["content"]) : undefined;
  if (line["type"] !== "queue-operation" || queued === undefined) return [nothingOf("metadata")];
  const text = wordsOfUser(queued);
  return [text === "" ? nothingOf("injected") : { class: "prose", role: "user", text }];
}
