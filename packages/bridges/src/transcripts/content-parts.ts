import type { TurnRole } from "@memorymaster/core";

import { TOOL_LENGTH_SEEN } from "./cap-tools.ts";
import { listOf, parseRecord, recordOf, textOf } from "./json.ts";
import type { JsonRecord } from "./json.ts";
import { nothingOf } from "./line-parts.ts";
import type { LinePart, OwnCalls } from "./line-parts.ts";
import { holdsOwnBlock, isOwnCall, withoutOwnBlocks } from "./own-blocks.ts";
import type { LineClass } from "./types.ts";
import { withoutWrappers, wordsOfUser } from "./user-words.ts";

/** Who speaks in a message. */
export interface Voice {
  readonly role: TurnRole;
  readonly speaker?: string | undefined;
  readonly isPrompt?: boolean | undefined;
  readonly calls: OwnCalls;
}

const TEXT = /^(?:input_|output_)?text$/;
const CALL = /(?:tool_use|_call)$/;
const RESULT = /(?:tool_result|_call_output)$/;
const NO_WORDS: Readonly<Record<string, LineClass>> = {
  thinking: "thinking",
  redacted_thinking: "thinking",
  reasoning: "thinking",
  image: "metadata",
  input_image: "metadata",
  document: "metadata",
};

function toolPart(text: string): LinePart {
  if (holdsOwnBlock(text)) return nothingOf("injected");
  return { class: "tool", role: "assistant", text: withoutWrappers(text).trim().slice(0, TOOL_LENGTH_SEEN) };
}

function asText(value: unknown): string {
  const given = value ?? "";
  return typeof given === "string" ? given : JSON.stringify(given);
}

function callPart(block: JsonRecord, calls: OwnCalls): LinePart {
  const name = textOf(block["name"]) ?? String(block["type"]);
  const input = asText(block["input"] ?? block["arguments"] ?? block["action"]);
  const id = textOf(block["id"] ?? block["call_id"]);
  if (!isOwnCall(name, input)) return toolPart(`${name} ${input}`);
  if (id !== undefined) calls.add(id);
  return nothingOf("injected");
}

/** The text of a result; images have none. Codex wraps it together with what it cost. */
function resultText(value: unknown): string {
  if (typeof value === "string") return textOf(parseRecord(value)?.["output"]) ?? value;
  if (!Array.isArray(value)) return asText(value);
  return listOf(value)
    .flatMap((one) => textOf(recordOf(one)?.["text"]) ?? [])
    .join("\n");
}

/** A person who refuses a call may say why. */
const REFUSAL = /the user said:\n([^]+)$/;

function resultPart(block: JsonRecord, calls: OwnCalls): LinePart {
  const id = textOf(block["tool_use_id"] ?? block["call_id"]);
  if (id !== undefined && calls.has(id)) return nothingOf("injected");
  const text = resultText(block["content"] ?? block["output"]);
  const said = block["is_error"] === true ? REFUSAL.exec(text)?.[1] : undefined;
  return said === undefined ? toolPart(text) : { class: "prose", role: "user", text: wordsOfUser(said) };
}

/** The part of a block that is no text. */
export function actionPart(block: JsonRecord, calls: OwnCalls): LinePart | undefined {
  const type = textOf(block["type"]) ?? "";
  if (CALL.test(type)) return callPart(block, calls);
  if (RESULT.test(type)) return resultPart(block, calls);
  const name = Object.hasOwn(NO_WORDS, type) ? NO_WORDS[type] : undefined;
  return name === undefined ? undefined : nothingOf(name);
}

/** What was said, without what programs have put into it. */
function prosePart(texts: readonly string[], { role, speaker, isPrompt }: Voice): LinePart {
  const said = texts.map(role === "user" ? wordsOfUser : (text) => withoutOwnBlocks(text).trim());
  const text = said.filter((one) => one !== "").join(" ");
  const wasEmptied = text === "" && texts.some((one) => one.trim() !== "");
  return wasEmptied ? nothingOf("injected") : { class: "prose", role, speaker, isPrompt, text };
}

/**
 * The parts of a message's content: a text, or blocks whose texts are joined by a blank.
 *
 * @returns a part `bad` when the content is neither
 */
export function contentParts(content: unknown, voice: Voice): readonly LinePart[] {
  if (typeof content === "string") return [prosePart([content], voice)];
  if (!Array.isArray(content)) return [nothingOf("bad")];
  const blocks = listOf(content)
    .map(recordOf)
    .filter((one) => one !== undefined);
  if (blocks.length === 0 && content.length > 0) return [nothingOf("bad")];
  const texts = blocks.filter(({ type }) => TEXT.test(textOf(type) ?? "")).flatMap(({ text }) => textOf(text) ?? []);
  const actions = blocks.flatMap((block) => actionPart(block, voice.calls) ?? []);
  return texts.length > 0 || actions.length === 0 ? [prosePart(texts, voice), ...actions] : actions;
}
