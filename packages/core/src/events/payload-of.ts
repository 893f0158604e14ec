import type { JsonObject, JsonValue, MemoryEvent } from "./event.ts";

/** The payload of a stored event; `undefined` when there is none, or an older store left no JSON object there. */
export function payloadOf({ payloadJson }: Pick<MemoryEvent, "payloadJson">): JsonObject | undefined {
  if (payloadJson === undefined) return undefined;
  try {
    const value = JSON.parse(payloadJson) as JsonValue;
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
