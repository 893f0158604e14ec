import { InvalidInputError, LIMITS } from "@memorymaster/core";
import * as z from "zod";

import { inputSchema } from "./tool.ts";
import type { ToolDefinition } from "./tool.ts";

/** Unknown arguments that a refusal names; a client mistakes a few names, not thousands. */
const MAX_NAMES = 5;

const LONG_TEXTS: ReadonlySet<string> = new Set(["text", "body", "content"]);

function failure(issue: z.core.$ZodIssue, given: Readonly<Record<string, unknown>>): InvalidInputError {
  if (issue.code === "unrecognized_keys") {
    const names = issue.keys.slice(0, MAX_NAMES).map((name) => name.slice(0, LIMITS.label));
    return new InvalidInputError("input.invalid", `Unknown argument: ${names.join(", ")}`, {
      details: { field: names[0] ?? "" },
    });
  }
  const field = String(issue.path[0] ?? "");
  const isMissing = issue.path.length === 1 && given[field] === undefined;
  if (isMissing) return new InvalidInputError("input.missing", `${field} is required`, { details: { field } });
  const where = issue.path.map(String).join(".");
  return new InvalidInputError("input.invalid", `${where}: ${issue.message}`, { details: { field } });
}

function refuseLongTexts(given: Readonly<Record<string, unknown>>): void {
  for (const [field, value] of Object.entries(given)) {
    if (!LONG_TEXTS.has(field) || typeof value !== "string" || value.length <= LIMITS.text) continue;
    if ([...value.trim()].length <= LIMITS.text) continue;
    throw new InvalidInputError("input.too_long", `${field} is longer than ${LIMITS.text} characters`, {
      details: { field, max_length: LIMITS.text },
    });
  }
}

/**
 * `null` stands for an optional argument that was not given. It is not part of the schema: clients that read schemas
 * loosely then send a number or a list as text.
 */
function withoutNulls(schema: z.ZodObject, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(given);
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== null || !(schema.shape[name] instanceof z.ZodOptional)),
  );
}

/**
 * Arguments of a call, checked against the closed schema of the tool, defaults filled in.
 *
 * @throws InvalidInputError `input.missing`, `input.invalid`, `input.too_long` with the field
 */
export function parseArguments(
  tool: ToolDefinition,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  refuseLongTexts(given);
  const schema = inputSchema(tool);
  const parsed = schema.safeParse(withoutNulls(schema, given));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue === undefined) throw new InvalidInputError("input.invalid", "The arguments are not valid");
  throw failure(issue, given);
}
