import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  isJSONRPCRequest,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type * as z from "zod";

import type { Line } from "./split-lines.ts";
import { MAX_LINE_BYTES } from "./split-lines.ts";

/** The answer to a line that cannot be served, in the words of JSON-RPC 2.0 §5.1. */
export interface Refusal {
  readonly jsonrpc: "2.0";
  /** `null` when the line does not tell. */
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** A line as it was understood. */
export type Incoming = { readonly message: JSONRPCMessage } | { readonly refusal: Refusal };

/** Parameters that the methods served here take; the SDK would report wrong ones as a fault of the server. */
const REQUESTS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ["initialize", InitializeRequestSchema],
  ["tools/list", ListToolsRequestSchema],
  ["tools/call", CallToolRequestSchema],
]);

function refuse(code: number, message: string, id: Refusal["id"] = null): Incoming {
  return { refusal: { jsonrpc: "2.0", id, error: { code, message } } };
}

const parseError = (): Incoming => refuse(-32_700, "Parse error");

/** The id of what was meant as a request, so that its sender does not wait for ever. */
function idOf(value: unknown): Refusal["id"] {
  if (typeof value !== "object" || value === null || !("id" in value) || !("method" in value)) return null;
  const { id } = value;
  return typeof id === "string" || Number.isSafeInteger(id) ? (id as string | number) : null;
}

function parsed(line: Buffer): { readonly value: unknown } | undefined {
  try {
    // Bytes that are no UTF-8 must not be stored as something else.
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line)) };
  } catch {
    return undefined;
  }
}

/** Reads one line of the protocol; a carriage return at its end does not count. */
export function readMessage(line: Line): Incoming {
  if (line === "too long") return refuse(-32_600, `Invalid Request: the line is longer than ${MAX_LINE_BYTES} bytes`);
  const json = parsed(line);
  if (json === undefined) return parseError();
  const message = JSONRPCMessageSchema.safeParse(json.value);
  if (!message.success) return refuse(-32_600, "Invalid Request", idOf(json.value));
  if (!isJSONRPCRequest(message.data)) return { message: message.data };
  const checked = REQUESTS.get(message.data.method)?.safeParse(message.data);
  if (checked === undefined || checked.success) return { message: message.data };
  const where = checked.error.issues[0]?.path.join(".") ?? "params";
  return refuse(-32_602, `Invalid params: ${where}`, message.data.id);
}
