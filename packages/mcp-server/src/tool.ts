import type { Action, Authority, Memory, MemorySettings } from "@memorymaster/core";
import * as z from "zod";

/** Hints of the protocol for one tool. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

const annotations = (readOnlyHint: boolean, destructiveHint: boolean, idempotentHint: boolean): ToolAnnotations => ({
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint: false,
});

export const READ: ToolAnnotations = annotations(true, false, true);
export const WRITE: ToolAnnotations = annotations(false, false, false);
export const WRITE_IDEMPOTENT: ToolAnnotations = annotations(false, false, true);
export const DESTRUCTIVE: ToolAnnotations = annotations(false, true, true);

/** JSON that leaves the process: snake_case names, `null` for absence. */
export type WireObject = Readonly<Record<string, unknown>>;

/** What a tool answers: the structured result without `ok`, and a short readable form of it. */
export interface ToolAnswer {
  readonly result: WireObject;
  readonly text: string;
}

/** What a tool may use: an open memory bound to the caller, and the arguments as given. */
export interface ToolCall<Input> {
  readonly memory: Memory;
  readonly settings: MemorySettings;
  readonly mode: Authority["mode"];
  /** The caller whom the operator named; absent = the operator. */
  readonly principal: string | undefined;
  readonly input: Input;
  /** The `db` argument as given; never a path that was chosen for it. */
  readonly givenDatabase: string;
}

/** How a tool needs its database. */
export type DatabaseUse = "none" | "read" | "write" | "create";

export interface ToolDefinition<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly action: Action;
  /** Whether callers of a team may use it. Default false. */
  readonly inTeam?: boolean;
  readonly database: DatabaseUse;
  /** Claims that one call counts for in the rate limit; absent = not limited. */
  readonly rateCost?: number;
  /** Arguments beside `db` and `workspace`. */
  readonly input: Shape;
  /** Fields of the result beside `ok`; all optional, because a failure carries `error` and `code` instead. */
  readonly output: z.ZodRawShape;
  run(call: ToolCall<z.output<z.ZodObject<Shape>>>): Promise<ToolAnswer> | ToolAnswer;
}

export const DEFAULT_DATABASE = "memorymaster.db";

/** Arguments of every tool that uses a database. */
const PLACE = {
  db: z.string().default(DEFAULT_DATABASE).describe("Database file; default: the server's own"),
  workspace: z.string().default(".").describe("Project folder; default: the server's own"),
};

/** Declares a tool so that `run` sees the types of its own arguments. */
export function defineTool<const Shape extends z.ZodRawShape>(tool: ToolDefinition<Shape>): ToolDefinition {
  return tool;
}

/** The closed schema of a tool's arguments. */
export function inputSchema(tool: ToolDefinition): z.ZodObject {
  return z.strictObject(tool.database === "none" ? tool.input : { ...tool.input, ...PLACE });
}

/** The open schema of a tool's result, success or failure. */
export function outputSchema(tool: ToolDefinition): z.ZodObject {
  return z.looseObject({ ok: z.boolean(), ...z.object(tool.output).partial().shape });
}
