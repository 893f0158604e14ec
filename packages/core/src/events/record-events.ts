import { EVENT_ROLES } from "../ports/field-roles.ts";
import type { Store } from "../ports/store.ts";
import { cleanRecord } from "../security/clean.ts";
import type { NewEvent } from "./event.ts";

/**
 * Appends events in the caller's transaction; secrets in their words are taken out.
 *
 * @returns the new ids in order
 */
export async function recordEvents(
  store: Pick<Store, "events">,
  events: readonly NewEvent[],
): Promise<readonly number[]> {
  if (events.length === 0) return [];
  return store.events.append(events.map((event) => cleanRecord(event, EVENT_ROLES, { onSecret: "redact" }).record));
}
