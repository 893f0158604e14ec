import { randomUUID } from "node:crypto";

import type { Logger, RestoreMark } from "@memorymaster/core";
import { fromUnknown, surfaceOf } from "@memorymaster/core";

import { fitAnswer } from "./fit-answer.ts";
import type { ToolAnswer } from "./tool.ts";

/** Result of a call in the protocol's form. */
export interface ToolResult {
  readonly [key: string]: unknown;
  readonly content: { type: "text"; text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: boolean;
}

/** Tells a client, once, that what it has read before may not hold any more. */
export function withNotice({ result, text }: ToolAnswer, restored: RestoreMark | undefined): ToolAnswer {
  if (restored === undefined) return { result, text };
  const { source, at } = restored;
  const message = `The memory was put back to ${source} at ${at}: earlier answers may not hold any more.`;
  return { result: { ...result, notice: { kind: "restored", source, at, message } }, text: `${message}\n${text}` };
}

export function toResult(answer: ToolAnswer): ToolResult {
  const { result, text } = fitAnswer(answer);
  return { content: [{ type: "text", text }], structuredContent: { ok: true, ...result } };
}

/** Facts of an error that help the caller; all others are for the log. */
const VISIBLE_DETAILS = [
  "field",
  "max_length",
  "minimum",
  "known",
  "ids",
  "replaced_by_claim_id",
  "findings",
  "retry_after_ms",
  "source_agent",
  "limit_per_min",
] as const;

/** Arguments of a tool that have another name than the field they fill. */
const ARGUMENTS: readonly (readonly [RegExp, string])[] = [
  [/^claim$/, "claim_id"],
  [/^(?:citations|source)\b/, "sources_json"],
];

function visibleDetails(details: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shown = VISIBLE_DETAILS.filter((name) => details[name] !== undefined).map((name) => [name, details[name]]);
  const { field } = details;
  const argument = ARGUMENTS.find(([pattern]) => typeof field === "string" && pattern.test(field))?.[1];
  return { ...(Object.fromEntries(shown) as object), ...(argument !== undefined && { field: argument }) };
}

/** An error in the protocol's form: our code and message, never a stack, a path or a driver's words. */
export function toErrorResult(thrown: unknown, logger: Logger, restored?: RestoreMark): ToolResult {
  const error = fromUnknown(thrown);
  const code = surfaceOf(error).wire;
  const errorId = code === "INTERNAL" ? { error_id: randomUUID() } : {};
  if (code === "INTERNAL") logger.log("error", "unexpected failure", { ...errorId, cause: String(error.cause) });
  const failure = { ok: false, error: error.message, code, ...visibleDetails(error.details), ...errorId };
  const { result, text } = withNotice({ result: failure, text: `${code}: ${error.message}` }, restored);
  return { content: [{ type: "text", text }], structuredContent: result, isError: true };
}
